# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Drawing on a display. Pixels from the top left; colours 0xRRGGBB."""

from __future__ import annotations

import ctypes

from .display_functions import DisplayFunctions, _draw_polygon, _fill_polygon, _image_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional, Sequence


def _corners(values: Sequence[float]) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * len(values))(*[int(value) for value in values])


class Display(DisplayFunctions):
    """Draws on an image. Pixels count from the top left; colours are 0xRRGGBB."""

    def drawPolygon(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Draws the outline of a polygon by its corners."""
        _draw_polygon(self._tag, _corners(x), _corners(y), min(len(x), len(y)))

    def fillPolygon(self, x: Sequence[float], y: Sequence[float]) -> None:
        """Fills a polygon by its corners."""
        _fill_polygon(self._tag, _corners(x), _corners(y), min(len(x), len(y)))

    def imageNew(self, data: Any, format: int, width: Optional[int] = None, height: Optional[int] = None) -> Optional[int]:
        """data: bytes or another buffer of bytes by rows (a NumPy array of uint8), or lists by column and row of pixels
        as Camera.getImageArray makes them. Such lists and arrays of two and more dimensions tell width and height."""
        if isinstance(data, (list, tuple)) and data and isinstance(data[0], int):
            data = bytes(data)
        if isinstance(data, (list, tuple)):
            width = len(data) if width is None else width
            height = (len(data[0]) if data else 0) if height is None else height
            data = bytes(int(data[x][y][i]) for y in range(height) for x in range(width) for i in range(len(data[x][y])))
        else:
            view = memoryview(data)
            if view.itemsize != 1:
                raise TypeError(f'imageNew(): the elements of data take {view.itemsize} bytes, not 1')
            if view.ndim > 1 and view.shape:
                height = view.shape[0] if height is None else height
                width = view.shape[1] if width is None else width
            data = view.tobytes()
        if width is None or height is None:
            raise TypeError('imageNew(): width and height are missing')
        needed = max(int(width), 0) * max(int(height), 0) * (3 if format == Display.RGB else 4)
        if len(data) < needed:
            raise ValueError(f'imageNew(): {len(data)} bytes for {width} x {height} pixels, which take {needed}')
        return _image_new(self._tag, int(width), int(height), ctypes.c_char_p(bytes(data)), format)
