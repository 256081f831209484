# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class InputSource:
    """What keyboard, mouse and joystick share: they belong to the robot, and read nothing before they are enabled."""
    def enable(sampling_period: int['ms', '>= 0']): "Reads it from now on, once in every period; a period of 0 stops that."
    def disable(): "Stops reading it."
    def get_sampling_period() -> int['ms']: "The period in which it is read; 0: it is not enabled."
    cpp(virtual='enable disable', each=True)
    python(class_by_hand=True)
