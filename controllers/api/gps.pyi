# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class GPS(Sensor):
    """Measures where it is and how fast it moves in the world."""
    kind = 10
    remote = True

    class CoordinateSystem(WbGpsCoordinateSystem):
        "What positions are given in: x, y and z, or latitude, longitude and altitude."
        c(names='WB_GPS_{}_COORDINATE')
        LOCAL = 0
        WGS84 = 1

    @reading(0)
    def get_values() -> doubles[3, 'm']:
        """Position x, y, z; in WGS84 latitude and longitude in degrees and altitude. NaN before the first measurement."""
    @reading(3)
    def get_speed() -> double['m/s']: "Speed; NaN before the first measurement."
    @since('R2022a')
    def get_speed_vector() -> doubles[3, 'm/s']:
        """Velocity along the axes of the world; NaN before the first measurement."""
    def get_coordinate_system() -> CoordinateSystem: "Whether positions are x, y and z, or latitude, longitude and altitude."
    @staticmethod
    def convert_to_degrees_minutes_seconds(decimal_degrees: double['degrees']) -> owned_text:
        """An angle as text in degrees, minutes and seconds."""
    python(property={'get_values': 'value'}, arguments={'convert_to_degrees_minutes_seconds': 'decimalDegrees'},
           by_hand='convert_to_degrees_minutes_seconds')
