# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Compass(LookupTableSensor):
    """Shows where north is."""
    kind = 5
    remote = True
    @reading(0)
    def get_values() -> doubles[3]:
        """Unit vector to the north in the sensor's own axes; NaN before the first measurement."""
    python(property={'get_values': 'value'})
