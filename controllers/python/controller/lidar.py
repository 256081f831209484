# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Lidars. Range images are rows of floats in m, a row a layer."""

from __future__ import annotations

from ctypes import c_float

from .lidar_functions import (LidarFunctions, _get_layer_point_cloud, _get_layer_range_image, _get_point_cloud,
                              _get_range_image)
from .lidar_point import LidarPoint
from .wb import numpy_view, view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, List, Tuple

# The fields of LidarPoint for NumPy.
_POINT = [('x', 'f4'), ('y', 'f4'), ('z', 'f4'), ('layer_id', 'i4'), ('time', 'f4')]


def _as(values: Any, data_type: str, shape: Tuple[int, ...], dtype: Any, kind: Any) -> Any:
    if data_type == 'numpy':
        return numpy_view(values, shape, dtype)
    return values if values is None else list(values) if data_type == 'list' else kind(values)


class Lidar(LidarFunctions):
    """Measures ranges in all directions of a fan: rows of ranges, a row a layer."""

    @property
    def range_image(self) -> Any:
        """A buffer of floats without a copy, None before the first image."""
        return view(_get_range_image(self._tag), self.horizontal_resolution * self.number_of_layers, c_float)

    def getRangeImage(self, data_type: str = 'list') -> Any:
        """data_type: list, buffer (bytes of floats of 4 bytes) or numpy (without a copy)."""
        return _as(self.range_image, data_type, (self.number_of_layers, self.horizontal_resolution), 'float32', bytes)

    def getRangeImageArray(self) -> List[List[float]]:
        """Lists of the ranges by layer. Unit: m."""
        return [self.getLayerRangeImage(layer) for layer in range(self.number_of_layers)]

    def getLayerRangeImage(self, layer: int, data_type: str = 'list') -> Any:
        """The ranges of one layer. data_type: as of getRangeImage. Unit: m."""
        ranges = view(_get_layer_range_image(self._tag, layer), self.horizontal_resolution, c_float)
        return _as(ranges, data_type, (self.horizontal_resolution,), 'float32', bytes)

    def getPointCloud(self, data_type: str = 'list') -> Any:
        """data_type: list of LidarPoint, buffer (a bytearray of them), numpy (a structured array without a copy)."""
        count = self.number_of_points
        return _as(view(_get_point_cloud(self._tag), count, LidarPoint), data_type, (count,), _POINT, bytearray)

    def getLayerPointCloud(self, layer: int, data_type: str = 'list') -> Any:
        """The points of one layer. data_type: as of getPointCloud."""
        count = self.number_of_points // max(1, self.number_of_layers)
        points = view(_get_layer_point_cloud(self._tag, layer), count, LidarPoint)
        return _as(points, data_type, (count,), _POINT, bytearray)
