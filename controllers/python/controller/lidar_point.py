# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A point of a lidar's cloud; the struct of the C header."""

import ctypes


class LidarPoint(ctypes.Structure):
    """A point of a lidar's cloud; the struct of the C header."""

    _fields_ = [('x', ctypes.c_float), ('y', ctypes.c_float), ('z', ctypes.c_float), ('layer_id', ctypes.c_int),
                ('time', ctypes.c_float)]
    x: float  # m, in the lidar's own axes
    y: float
    z: float
    layer_id: int
    time: float  # s, since the scan began

    @property
    def layer(self) -> int:
        """The layer that it is of, 0 the topmost."""
        return self.layer_id
