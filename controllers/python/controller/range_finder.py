"""Depth images in m, rows from the top left."""

from ctypes import c_float
from typing import List, Optional

from .sensor import Sensor
from .wb import encoded, function, handle, integer, numpy_view, real, tag, text, view

_get_width = function('wb_range_finder_get_width', integer, tag)
_get_height = function('wb_range_finder_get_height', integer, tag)
_get_fov = function('wb_range_finder_get_fov', real, tag)
_get_min_range = function('wb_range_finder_get_min_range', real, tag)
_get_max_range = function('wb_range_finder_get_max_range', real, tag)
_save_image = function('wb_range_finder_save_image', integer, tag, text, integer)
_get_range_image = function('wb_range_finder_get_range_image', handle, tag)


class RangeFinder(Sensor):
    _kind = 'range_finder'

    @property
    def width(self) -> int:
        return _get_width(self._tag)

    def getWidth(self) -> int:
        return self.width

    @property
    def height(self) -> int:
        return _get_height(self._tag)

    def getHeight(self) -> int:
        return self.height

    @property
    def fov(self) -> float:
        return _get_fov(self._tag)

    def getFov(self) -> float:
        return self.fov

    @property
    def min_range(self) -> float:
        return _get_min_range(self._tag)

    def getMinRange(self) -> float:
        return self.min_range

    @property
    def max_range(self) -> float:
        return _get_max_range(self._tag)

    def getMaxRange(self) -> float:
        return self.max_range

    def saveImage(self, filename: str, quality: int) -> int:
        return _save_image(self._tag, encoded(filename), quality)

    @property
    def range_image(self):
        """A buffer of floats without a copy, None before the first image."""
        return view(_get_range_image(self._tag), self.width * self.height, c_float)

    @property
    def range_image_numpy(self):
        return numpy_view(self.range_image, (self.height, self.width), 'float32')

    def getRangeImage(self, data_type: str = 'list'):
        """data_type: list, buffer or numpy."""
        if data_type == 'numpy':
            return self.range_image_numpy
        image = self.range_image
        return list(image) if data_type == 'list' and image is not None else image

    def getRangeImageArray(self) -> Optional[List[List[float]]]:
        image = self.range_image
        if image is None:
            return None
        return [image[row * self.width:(row + 1) * self.width] for row in range(self.height)]

    @staticmethod
    def rangeImageGetDepth(image, width: int, x: int, y: int) -> float:
        return image[y * width + x]
