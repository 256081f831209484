"""The numbers and texts of the C headers, read from the library's data symbols."""

import ctypes

from .wb import wb


def constant(name, type=int):
    if type is str:
        return ctypes.c_char_p.in_dll(wb, 'wb_' + name).value.decode()
    return ctypes.c_int.in_dll(wb, 'wb_' + name).value
