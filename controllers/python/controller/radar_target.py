# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What a radar sees; the struct of the C header."""

import ctypes


class RadarTarget(ctypes.Structure):
    """What a radar sees; the struct of the C header."""

    _fields_ = [('distance', ctypes.c_double), ('received_power', ctypes.c_double), ('speed', ctypes.c_double),
                ('azimuth', ctypes.c_double)]
    distance: float  # m
    received_power: float  # dBm
    speed: float  # m/s, of growing distance
    azimuth: float  # rad

    @property
    def receiver_power(self) -> float:
        """The spelling of some releases for received_power. Unit: dBm."""
        return self.received_power
