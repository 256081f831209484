"""A point of a lidar's cloud; the struct of the C header."""

import ctypes


class LidarPoint(ctypes.Structure):
    _fields_ = [('x', ctypes.c_float), ('y', ctypes.c_float), ('z', ctypes.c_float), ('layer_id', ctypes.c_int),
                ('time', ctypes.c_float)]

    @property
    def layer(self) -> int:
        return self.layer_id
