# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Accelerometer(LookupTableSensor):
    """Measures acceleration along its own axes, gravity included: at rest it reads 9.81 m/s^2 upwards."""
    kind = 1
    remote = True
    @reading(0)
    def get_values() -> doubles[3, 'm/s^2']: "The last measurement along x, y and z; NaN before the first."
    python(property={'get_values': 'value'})
