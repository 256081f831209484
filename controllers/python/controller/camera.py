"""Colour cameras. Images are rows of pixels B, G, R, A from the top left."""

from ctypes import c_ubyte
from typing import List, Optional, Sequence

from .camera_recognition_object import CameraRecognitionObject
from .range_finder import RangeFinder
from .sensor import Sensor
from .wb import boolean, encoded, function, handle, integer, numpy_view, real, tag, text, view

_get_width = function('wb_camera_get_width', integer, tag)
_get_height = function('wb_camera_get_height', integer, tag)
_get_fov = function('wb_camera_get_fov', real, tag)
_set_fov = function('wb_camera_set_fov', None, tag, real)
_get_min_fov = function('wb_camera_get_min_fov', real, tag)
_get_max_fov = function('wb_camera_get_max_fov', real, tag)
_get_exposure = function('wb_camera_get_exposure', real, tag)
_set_exposure = function('wb_camera_set_exposure', None, tag, real)
_get_focal_length = function('wb_camera_get_focal_length', real, tag)
_get_focal_distance = function('wb_camera_get_focal_distance', real, tag)
_set_focal_distance = function('wb_camera_set_focal_distance', None, tag, real)
_get_min_focal_distance = function('wb_camera_get_min_focal_distance', real, tag)
_get_max_focal_distance = function('wb_camera_get_max_focal_distance', real, tag)
_get_near = function('wb_camera_get_near', real, tag)
_save_image = function('wb_camera_save_image', integer, tag, text, integer)
_has_recognition = function('wb_camera_has_recognition', boolean, tag)
_recognition_enable = function('wb_camera_recognition_enable', None, tag, integer)
_recognition_disable = function('wb_camera_recognition_disable', None, tag)
_recognition_get_sampling_period = function('wb_camera_recognition_get_sampling_period', integer, tag)
_recognition_get_number_of_objects = function('wb_camera_recognition_get_number_of_objects', integer, tag)
_recognition_has_segmentation = function('wb_camera_recognition_has_segmentation', boolean, tag)
_recognition_enable_segmentation = function('wb_camera_recognition_enable_segmentation', None, tag)
_recognition_disable_segmentation = function('wb_camera_recognition_disable_segmentation', None, tag)
_recognition_is_segmentation_enabled = function('wb_camera_recognition_is_segmentation_enabled', boolean, tag)
_recognition_save_segmentation_image = function('wb_camera_recognition_save_segmentation_image', integer,
                                                tag, text, integer)
_get_image = function('wb_camera_get_image', handle, tag)
_get_type = function('wb_camera_get_type', integer, tag)
_get_max_range = function('wb_camera_get_max_range', real, tag)
_get_objects = function('wb_camera_recognition_get_objects', handle, tag)
_get_segmentation_image = function('wb_camera_recognition_get_segmentation_image', handle, tag)


def _pixels(address, camera):
    return view(address, 4 * camera.width * camera.height, c_ubyte)


def _columns(image, width, height):
    """Lists by column and row of [red, green, blue], as getImageArray has always answered."""
    if image is None:
        return None
    return [[[image[i + 2], image[i + 1], image[i]] for i in range(4 * x, 4 * width * height, 4 * width)]
            for x in range(width)]


class Camera(Sensor):
    _kind = 'camera'
    # Kinds of older releases, when a camera could also be a range finder.
    COLOR = ord('c')
    RANGE_FINDER = ord('r')
    BOTH = ord('b')

    def getType(self) -> int:
        return _get_type(self._tag)

    def getMaxRange(self) -> float:
        return _get_max_range(self._tag)

    def getRangeImage(self):
        return RangeFinder(self._tag).getRangeImage() if self.getType() == Camera.RANGE_FINDER else None

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

    @fov.setter
    def fov(self, value: float):
        _set_fov(self._tag, value)

    def getFov(self) -> float:
        return self.fov

    def setFov(self, f: float):
        self.fov = f

    @property
    def min_fov(self) -> float:
        return _get_min_fov(self._tag)

    def getMinFov(self) -> float:
        return self.min_fov

    @property
    def max_fov(self) -> float:
        return _get_max_fov(self._tag)

    def getMaxFov(self) -> float:
        return self.max_fov

    @property
    def exposure(self) -> float:
        return _get_exposure(self._tag)

    @exposure.setter
    def exposure(self, value: float):
        _set_exposure(self._tag, value)

    def getExposure(self) -> float:
        return self.exposure

    def setExposure(self, exposure: float):
        self.exposure = exposure

    @property
    def focal_length(self) -> float:
        return _get_focal_length(self._tag)

    def getFocalLength(self) -> float:
        return self.focal_length

    @property
    def focal_distance(self) -> float:
        return _get_focal_distance(self._tag)

    @focal_distance.setter
    def focal_distance(self, value: float):
        _set_focal_distance(self._tag, value)

    def getFocalDistance(self) -> float:
        return self.focal_distance

    def setFocalDistance(self, d: float):
        self.focal_distance = d

    @property
    def min_focal_distance(self) -> float:
        return _get_min_focal_distance(self._tag)

    def getMinFocalDistance(self) -> float:
        return self.min_focal_distance

    @property
    def max_focal_distance(self) -> float:
        return _get_max_focal_distance(self._tag)

    def getMaxFocalDistance(self) -> float:
        return self.max_focal_distance

    @property
    def near(self) -> float:
        return _get_near(self._tag)

    def getNear(self) -> float:
        return self.near

    def saveImage(self, filename: str, quality: int) -> int:
        return _save_image(self._tag, encoded(filename), quality)

    def hasRecognition(self) -> bool:
        return _has_recognition(self._tag)

    def recognitionEnable(self, sampling_period: int):
        _recognition_enable(self._tag, sampling_period)

    def recognitionDisable(self):
        _recognition_disable(self._tag)

    def getRecognitionSamplingPeriod(self) -> int:
        return _recognition_get_sampling_period(self._tag)

    def getRecognitionNumberOfObjects(self) -> int:
        return _recognition_get_number_of_objects(self._tag)

    def hasRecognitionSegmentation(self) -> bool:
        return _recognition_has_segmentation(self._tag)

    def enableRecognitionSegmentation(self):
        _recognition_enable_segmentation(self._tag)

    def disableRecognitionSegmentation(self):
        _recognition_disable_segmentation(self._tag)

    def isRecognitionSegmentationEnabled(self) -> bool:
        return _recognition_is_segmentation_enabled(self._tag)

    def saveRecognitionSegmentationImage(self, filename: str, quality: int) -> int:
        return _recognition_save_segmentation_image(self._tag, encoded(filename), quality)

    @property
    def image(self) -> Optional[bytes]:
        """A copy, None before the first image."""
        pixels = _pixels(_get_image(self._tag), self)
        return None if pixels is None else bytes(pixels)

    @property
    def image_numpy(self):
        """height x width x 4, without a copy: it changes with the next step."""
        return numpy_view(_pixels(_get_image(self._tag), self), (self.height, self.width, 4), 'uint8')

    @property
    def segmentation_image(self) -> Optional[bytes]:
        pixels = _pixels(_get_segmentation_image(self._tag), self)
        return None if pixels is None else bytes(pixels)

    def getImage(self) -> Optional[bytes]:
        return self.image

    def getImageArray(self) -> Optional[List[List[List[int]]]]:
        return _columns(self.image, self.width, self.height)

    def getRecognitionObjects(self) -> List[CameraRecognitionObject]:
        objects = view(_get_objects(self._tag), self.getRecognitionNumberOfObjects(), CameraRecognitionObject)
        return list(objects) if objects is not None else []

    def getRecognitionSegmentationImage(self) -> Optional[bytes]:
        return self.segmentation_image

    def getRecognitionSegmentationImageArray(self) -> Optional[List[List[List[int]]]]:
        return _columns(self.segmentation_image, self.width, self.height)

    @staticmethod
    def imageGetRed(image: Sequence[int], width: int, x: int, y: int) -> int:
        return image[4 * (y * width + x) + 2]

    @staticmethod
    def imageGetGreen(image: Sequence[int], width: int, x: int, y: int) -> int:
        return image[4 * (y * width + x) + 1]

    @staticmethod
    def imageGetBlue(image: Sequence[int], width: int, x: int, y: int) -> int:
        return image[4 * (y * width + x)]

    @staticmethod
    def imageGetGray(image: Sequence[int], width: int, x: int, y: int) -> int:
        return (Camera.imageGetRed(image, width, x, y) + Camera.imageGetGreen(image, width, x, y)
                + Camera.imageGetBlue(image, width, x, y)) // 3

    @staticmethod
    def imageGetGrey(image: Sequence[int], width: int, x: int, y: int) -> int:
        return Camera.imageGetGray(image, width, x, y)
