# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Colour cameras. Images are rows of pixels B, G, R, A from the top left."""

from __future__ import annotations

from ctypes import c_ubyte

from .camera_functions import (CameraFunctions, _get_image, _recognition_get_objects,
                               _recognition_get_segmentation_image)
from .camera_recognition_object import CameraRecognitionObject
from .range_finder import RangeFinder
from .wb import numpy_view, view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, List, Optional, Sequence


def _pixels(address: Optional[int], camera: Camera) -> Any:
    return view(address, 4 * camera.width * camera.height, c_ubyte)


def _columns(image: Optional[bytes], width: int, height: int) -> Optional[List[List[List[int]]]]:
    """Lists by column and row of [red, green, blue], as getImageArray has always answered."""
    if image is None:
        return None
    return [[[image[i + 2], image[i + 1], image[i]] for i in range(4 * x, 4 * width * height, 4 * width)]
            for x in range(width)]


class Camera(CameraFunctions):
    """Takes colour images: rows of pixels of four bytes B, G, R, A, from the top left."""

    # Kinds of older releases, when a camera could also be a range finder.
    COLOR = ord('c')
    RANGE_FINDER = ord('r')
    BOTH = ord('b')

    def getRangeImage(self) -> Any:
        """The last range image of a camera of older releases that takes ranges."""
        return RangeFinder(self._tag).getRangeImage() if self.getType() == Camera.RANGE_FINDER else None

    @property
    def image(self) -> Optional[bytes]:
        """A copy, None before the first image."""
        pixels = _pixels(_get_image(self._tag), self)
        return None if pixels is None else bytes(pixels)

    @property
    def image_numpy(self) -> Any:
        """height x width x 4, without a copy: it changes with the next step."""
        return numpy_view(_pixels(_get_image(self._tag), self), (self.height, self.width, 4), 'uint8')

    @property
    def segmentation_image(self) -> Optional[bytes]:
        """A copy of the last segmentation image, None before the first."""
        pixels = _pixels(_recognition_get_segmentation_image(self._tag), self)
        return None if pixels is None else bytes(pixels)

    def getImage(self) -> Optional[bytes]:
        """A copy of the last image, None before the first."""
        return self.image

    def getImageArray(self) -> Optional[List[List[List[int]]]]:
        """Lists by column and row of [red, green, blue]; None before the first image."""
        return _columns(self.image, self.width, self.height)

    def getRecognitionObjects(self) -> List[CameraRecognitionObject]:
        """The objects that it recognises."""
        count = self.getRecognitionNumberOfObjects()
        objects = view(_recognition_get_objects(self._tag), count, CameraRecognitionObject)
        return list(objects) if objects is not None else []

    def getRecognitionSegmentationImage(self) -> Optional[bytes]:
        """A copy of the last segmentation image, None before the first."""
        return self.segmentation_image

    def getRecognitionSegmentationImageArray(self) -> Optional[List[List[List[int]]]]:
        """Lists by column and row of [red, green, blue]; None before the first image."""
        return _columns(self.segmentation_image, self.width, self.height)

    @staticmethod
    def imageGetRed(image: Sequence[int], width: int, x: int, y: int) -> int:
        """Red of a pixel, 0 to 255."""
        return image[4 * (y * width + x) + 2]

    @staticmethod
    def imageGetGreen(image: Sequence[int], width: int, x: int, y: int) -> int:
        """Green of a pixel, 0 to 255."""
        return image[4 * (y * width + x) + 1]

    @staticmethod
    def imageGetBlue(image: Sequence[int], width: int, x: int, y: int) -> int:
        """Blue of a pixel, 0 to 255."""
        return image[4 * (y * width + x)]

    @staticmethod
    def imageGetGray(image: Sequence[int], width: int, x: int, y: int) -> int:
        """Mean of red, green and blue of a pixel, 0 to 255."""
        return (Camera.imageGetRed(image, width, x, y) + Camera.imageGetGreen(image, width, x, y)
                + Camera.imageGetBlue(image, width, x, y)) // 3

    @staticmethod
    def imageGetGrey(image: Sequence[int], width: int, x: int, y: int) -> int:
        """Mean of red, green and blue of a pixel, 0 to 255."""
        return Camera.imageGetGray(image, width, x, y)
