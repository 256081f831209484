# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""An object that a camera recognises; the struct of the C header."""

from __future__ import annotations

import ctypes

from .wb import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List, Optional


class CameraRecognitionObject(ctypes.Structure):
    """An object that a camera recognises; the struct of the C header."""

    _fields_ = [('id', ctypes.c_int),
                ('position', ctypes.c_double * 3),
                ('orientation', ctypes.c_double * 4),
                ('size', ctypes.c_double * 2),
                ('position_on_image', ctypes.c_int * 2),
                ('size_on_image', ctypes.c_int * 2),
                ('number_of_colors', ctypes.c_int),
                ('colors', ctypes.POINTER(ctypes.c_double)),
                ('_model', ctypes.c_char_p)]
    id: int
    position: ctypes.Array[ctypes.c_double]
    orientation: ctypes.Array[ctypes.c_double]
    size: ctypes.Array[ctypes.c_double]
    position_on_image: ctypes.Array[ctypes.c_int]
    size_on_image: ctypes.Array[ctypes.c_int]
    number_of_colors: int
    colors: ctypes._Pointer[ctypes.c_double]
    _model: Optional[bytes]

    @property
    def model(self) -> str:
        """What it is called: its field model."""
        return decoded(self._model)

    def getId(self) -> int:
        """The number of its node."""
        return self.id

    def getPosition(self) -> List[float]:
        """Where it is, in the camera's own axes. Unit: m."""
        return list(self.position)

    def getOrientation(self) -> List[float]:
        """How it is turned, in the camera's own axes: axis and angle. Unit: rad."""
        return list(self.orientation)

    def getSize(self) -> List[float]:
        """Its width and height across the view. Unit: m."""
        return list(self.size)

    def getPositionOnImage(self) -> List[int]:
        """The middle of it on the image. Unit: pixels."""
        return list(self.position_on_image)

    def getSizeOnImage(self) -> List[int]:
        """Its width and height on the image. Unit: pixels."""
        return list(self.size_on_image)

    def getNumberOfColors(self) -> int:
        """How many colours it has."""
        return self.number_of_colors

    def getColors(self) -> List[float]:
        """Red, green and blue of its colours, 0 to 1, one after the other."""
        return self.colors[:3 * self.number_of_colors]

    def getModel(self) -> str:
        """What it is called: its field model."""
        return self.model

    # Names of releases before R2022b.
    get_id = getId
    get_position = getPosition
    get_orientation = getOrientation
    get_size = getSize
    get_position_on_image = getPositionOnImage
    get_size_on_image = getSizeOnImage
    get_number_of_colors = getNumberOfColors
    get_colors = getColors
    get_model = getModel
