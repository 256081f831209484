# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Depth images in m, rows from the top left."""

from __future__ import annotations

from ctypes import c_float

from .range_finder_functions import RangeFinderFunctions, _get_range_image
from .wb import numpy_view, view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, List, Optional, Sequence


class RangeFinder(RangeFinderFunctions):
    """Takes depth images: rows of ranges in m, from the top left."""

    @property
    def range_image(self) -> Any:
        """A buffer of floats without a copy, None before the first image."""
        return view(_get_range_image(self._tag), self.width * self.height, c_float)

    @property
    def range_image_numpy(self) -> Any:
        """height x width, without a copy: it changes with the next step. Unit: m."""
        return numpy_view(self.range_image, (self.height, self.width), 'float32')

    def getRangeImage(self, data_type: str = 'list') -> Any:
        """data_type: list, buffer (bytes of floats of 4 bytes) or numpy (without a copy)."""
        if data_type == 'numpy':
            return self.range_image_numpy
        image = self.range_image
        return image if image is None else list(image) if data_type == 'list' else bytes(image)

    def getRangeImageArray(self) -> Optional[List[List[float]]]:
        """Lists of the ranges by row; None before the first image. Unit: m."""
        image = self.range_image
        if image is None:
            return None
        return [image[row * self.width:(row + 1) * self.width] for row in range(self.height)]

    @staticmethod
    def rangeImageGetDepth(image: Sequence[float], width: int, x: int, y: int) -> float:
        """The range of a pixel. Unit: m."""
        return image[y * width + x]
