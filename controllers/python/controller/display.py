"""Drawing on a display. Pixels from the top left; colours 0xRRGGBB."""

from __future__ import annotations

import ctypes
from typing import Optional, Sequence, Union

from .display_functions import DisplayFunctions, _draw_polygon, _fill_polygon, _image_new


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

    def imageNew(self, data: Union[bytes, bytearray, Sequence[Sequence[Sequence[int]]]], format: int, width: int,
                 height: int) -> Optional[int]:
        """data: bytes, or lists by column and row of pixels as Camera.getImageArray makes them."""
        if not isinstance(data, (bytes, bytearray)):
            data = bytes(int(value) for row in range(height) for column in data for value in column[row])
        needed = max(int(width), 0) * max(int(height), 0) * (3 if format == Display.RGB else 4)
        if len(data) < needed:
            raise ValueError(f'imageNew(): {len(data)} bytes for {width} x {height} pixels, which take {needed}')
        return _image_new(self._tag, int(width), int(height), ctypes.c_char_p(bytes(data)), format)
