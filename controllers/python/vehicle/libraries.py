"""libcar.so and libdriver.so, beside libController.so."""

import ctypes
import os

from controller.wb import wb

_folder = os.path.dirname(wb._name)
car = ctypes.CDLL(os.path.join(_folder, 'libcar.so'))
driver = ctypes.CDLL(os.path.join(_folder, 'libdriver.so'))


def function(library, name, result, *parameters):
    declared = getattr(library, name)
    declared.restype = result
    declared.argtypes = parameters
    return declared
