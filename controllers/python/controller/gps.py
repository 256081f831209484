# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Position and speed in the world."""

from __future__ import annotations

import ctypes

from .gps_functions import GPSFunctions, _convert_to_degrees_minutes_seconds
from .wb import decoded, handle

_free = ctypes.CDLL(None).free
_free.argtypes = [handle]


class GPS(GPSFunctions):
    """Measures where it is and how fast it moves in the world."""

    @staticmethod
    def convertToDegreesMinutesSeconds(decimalDegrees: float) -> str:
        """An angle as text in degrees, minutes and seconds.

        decimalDegrees: degrees
        """
        address = _convert_to_degrees_minutes_seconds(decimalDegrees) or 0
        result = decoded(ctypes.string_at(address))
        _free(address)
        return result
