# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Gyro(LookupTableSensor):
    """Measures how fast it turns."""
    kind = 11
    remote = True
    @reading(0)
    def get_values() -> doubles[3, 'rad/s']:
        """Angular velocity about the sensor's x, y and z; NaN before the first measurement."""
    python(property={'get_values': 'value'})
