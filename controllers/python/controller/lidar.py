"""Lidars. Range images are rows of floats in m, a row a layer."""

from ctypes import c_float
from typing import List

from .lidar_point import LidarPoint
from .sensor import Sensor
from .wb import boolean, function, handle, integer, numpy_view, real, tag, view

_get_fov = function('wb_lidar_get_fov', real, tag)
_get_vertical_fov = function('wb_lidar_get_vertical_fov', real, tag)
_get_min_range = function('wb_lidar_get_min_range', real, tag)
_get_max_range = function('wb_lidar_get_max_range', real, tag)
_get_min_frequency = function('wb_lidar_get_min_frequency', real, tag)
_get_max_frequency = function('wb_lidar_get_max_frequency', real, tag)
_get_frequency = function('wb_lidar_get_frequency', real, tag)
_set_frequency = function('wb_lidar_set_frequency', None, tag, real)
_get_horizontal_resolution = function('wb_lidar_get_horizontal_resolution', integer, tag)
_get_number_of_layers = function('wb_lidar_get_number_of_layers', integer, tag)
_get_number_of_points = function('wb_lidar_get_number_of_points', integer, tag)
_enable_point_cloud = function('wb_lidar_enable_point_cloud', None, tag)
_disable_point_cloud = function('wb_lidar_disable_point_cloud', None, tag)
_is_point_cloud_enabled = function('wb_lidar_is_point_cloud_enabled', boolean, tag)
_get_range_image = function('wb_lidar_get_range_image', handle, tag)
_get_layer_range_image = function('wb_lidar_get_layer_range_image', handle, tag, integer)
_get_point_cloud = function('wb_lidar_get_point_cloud', handle, tag)
_get_layer_point_cloud = function('wb_lidar_get_layer_point_cloud', handle, tag, integer)

# The fields of LidarPoint for NumPy.
_POINT = [('x', 'f4'), ('y', 'f4'), ('z', 'f4'), ('layer_id', 'i4'), ('time', 'f4')]


def _as(buffer, data_type, shape, dtype):
    if data_type == 'numpy':
        return numpy_view(buffer, shape, dtype)
    return list(buffer) if data_type == 'list' and buffer is not None else buffer


class Lidar(Sensor):
    _kind = 'lidar'

    @property
    def fov(self) -> float:
        return _get_fov(self._tag)

    def getFov(self) -> float:
        return self.fov

    @property
    def vertical_fov(self) -> float:
        return _get_vertical_fov(self._tag)

    def getVerticalFov(self) -> float:
        return self.vertical_fov

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

    @property
    def min_frequency(self) -> float:
        return _get_min_frequency(self._tag)

    def getMinFrequency(self) -> float:
        return self.min_frequency

    @property
    def max_frequency(self) -> float:
        return _get_max_frequency(self._tag)

    def getMaxFrequency(self) -> float:
        return self.max_frequency

    @property
    def frequency(self) -> float:
        return _get_frequency(self._tag)

    @frequency.setter
    def frequency(self, value: float):
        _set_frequency(self._tag, value)

    def getFrequency(self) -> float:
        return self.frequency

    def setFrequency(self, frequency: float):
        self.frequency = frequency

    @property
    def horizontal_resolution(self) -> int:
        return _get_horizontal_resolution(self._tag)

    def getHorizontalResolution(self) -> int:
        return self.horizontal_resolution

    @property
    def number_of_layers(self) -> int:
        return _get_number_of_layers(self._tag)

    def getNumberOfLayers(self) -> int:
        return self.number_of_layers

    @property
    def number_of_points(self) -> int:
        return _get_number_of_points(self._tag)

    def getNumberOfPoints(self) -> int:
        return self.number_of_points

    def enablePointCloud(self):
        _enable_point_cloud(self._tag)

    def disablePointCloud(self):
        _disable_point_cloud(self._tag)

    def isPointCloudEnabled(self) -> bool:
        return _is_point_cloud_enabled(self._tag)

    @property
    def range_image(self):
        """A buffer of floats without a copy, None before the first image."""
        return view(_get_range_image(self._tag), self.horizontal_resolution * self.number_of_layers, c_float)

    def getRangeImage(self, data_type: str = 'list'):
        """data_type: list, buffer or numpy."""
        return _as(self.range_image, data_type, (self.number_of_layers, self.horizontal_resolution), 'float32')

    def getRangeImageArray(self) -> List[List[float]]:
        return [self.getLayerRangeImage(layer) for layer in range(self.number_of_layers)]

    def getLayerRangeImage(self, layer: int, data_type: str = 'list'):
        buffer = view(_get_layer_range_image(self._tag, layer), self.horizontal_resolution, c_float)
        return _as(buffer, data_type, (self.horizontal_resolution,), 'float32')

    def getPointCloud(self, data_type: str = 'list'):
        """data_type: list of LidarPoint, buffer of them without a copy, or numpy (a structured array)."""
        count = self.number_of_points
        return _as(view(_get_point_cloud(self._tag), count, LidarPoint), data_type, (count,), _POINT)

    def getLayerPointCloud(self, layer: int, data_type: str = 'list'):
        count = self.number_of_points // max(1, self.number_of_layers)
        return _as(view(_get_layer_point_cloud(self._tag, layer), count, LidarPoint), data_type, (count,), _POINT)
