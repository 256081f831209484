# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class DistanceSensor(LookupTableSensor):
    """Measures the distance of what is before it; the lookup table makes a reading of it."""
    kind = 8
    remote = True

    class Type(WbDistanceSensorType):
        c(names='WB_DISTANCE_SENSOR_{}')
        GENERIC = 0
        INFRA_RED = 1
        SONAR = 2
        LASER = 3

    @reading(0)
    def get_value() -> double['as the lookup table says']: "The last reading; NaN before the first."
    def get_max_value() -> double['as the lookup table says']: "The largest reading that the lookup table gives."
    def get_min_value() -> double['as the lookup table says']: "The smallest reading that the lookup table gives."
    def get_aperture() -> double['rad']: "Opening of the cone in which it looks."
    def get_type() -> Type: "Its type: which rays or sound it measures with."
    @c_only
    @old
    def get_min_range() -> double['m']: "The near end of what it measures."
    @c_only
    @old
    def get_max_range() -> double['m']: "The far end of what it measures."
