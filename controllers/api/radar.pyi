# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Radar(Sensor):
    """Sees targets: solids with a radar cross section."""
    kind = 21
    remote = True
    def get_number_of_targets() -> int: "How many targets it sees now."
    def get_targets() -> structs['RadarTarget']: "The targets that it sees."
    def get_min_range() -> double['m']: "What is nearer is not seen."
    def get_max_range() -> double['m']: "What is farther is not seen."
    def get_horizontal_fov() -> double['rad']: "Horizontal field of view."
    def get_vertical_fov() -> double['rad']: "Vertical field of view."
    @c_only
    def get_target(index: int) -> structs['RadarTarget']: "A target that it sees, if there are so many."
    c(includes='radar_target.h types.h')
    cpp(header='webots/radar_target.h', before='typedef WbRadarTarget RadarTarget;')
    python(by_hand='get_targets', exports='RadarTarget')
