# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class InertialUnit(Sensor):
    """Measures how it is turned in the world. Where z is up, roll is about x, pitch about y, yaw about z; where y is up,
    roll is about x, pitch about z, yaw about y."""
    kind = 12
    remote = True
    def get_roll_pitch_yaw() -> doubles[3, 'rad']: "Roll, pitch and yaw; NaN before the first measurement."
    @recorded(0)
    def get_quaternion() -> doubles[4]: "Orientation as x, y, z, w; NaN before the first measurement."
    def get_noise() -> double['rad']: "Standard deviation of the noise: its field noise."
    @c_only
    @old
    def get_values() -> doubles[3, 'rad']: "Roll, pitch and yaw; NaN before the first measurement."
    @c_only
    @old
    def get_lookup_table_size() -> int['rows']: "None since R2021a: 0."
    @c_only
    @old
    def get_lookup_table() -> table: "None since R2021a."
