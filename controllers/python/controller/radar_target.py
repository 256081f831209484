"""What a radar sees; the struct of the C header."""

import ctypes


class RadarTarget(ctypes.Structure):
    _fields_ = [('distance', ctypes.c_double), ('received_power', ctypes.c_double), ('speed', ctypes.c_double),
                ('azimuth', ctypes.c_double)]

    @property
    def receiver_power(self) -> float:
        """The spelling of some releases."""
        return self.received_power
