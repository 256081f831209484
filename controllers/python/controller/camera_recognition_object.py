"""An object that a camera recognises; the struct of the C header."""

import ctypes
from typing import List

from .wb import decoded


class CameraRecognitionObject(ctypes.Structure):
    _fields_ = [('id', ctypes.c_int),
                ('position', ctypes.c_double * 3),
                ('orientation', ctypes.c_double * 4),
                ('size', ctypes.c_double * 2),
                ('position_on_image', ctypes.c_int * 2),
                ('size_on_image', ctypes.c_int * 2),
                ('number_of_colors', ctypes.c_int),
                ('colors', ctypes.POINTER(ctypes.c_double)),
                ('_model', ctypes.c_char_p)]

    @property
    def model(self) -> str:
        return decoded(self._model)

    def getId(self) -> int:
        return self.id

    def getPosition(self) -> List[float]:
        return list(self.position)

    def getOrientation(self) -> List[float]:
        return list(self.orientation)

    def getSize(self) -> List[float]:
        return list(self.size)

    def getPositionOnImage(self) -> List[int]:
        return list(self.position_on_image)

    def getSizeOnImage(self) -> List[int]:
        return list(self.size_on_image)

    def getNumberOfColors(self) -> int:
        return self.number_of_colors

    def getColors(self) -> List[float]:
        return self.colors[:3 * self.number_of_colors]

    def getModel(self) -> str:
        return self.model
