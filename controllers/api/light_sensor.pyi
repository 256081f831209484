# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class LightSensor(LookupTableSensor):
    """Measures the irradiance of lights; the lookup table makes a reading of it."""
    kind = 15
    remote = True
    @reading(0)
    def get_value() -> double['as the lookup table says']: "The last reading; NaN before the first."
