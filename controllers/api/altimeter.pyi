# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Altimeter(Sensor):
    """Measures how high it is."""
    kind = 2
    since = 'R2021b'
    remote = True
    @reading(0)
    def get_value() -> double['m']: "Height above the world's zero; NaN before the first measurement."
