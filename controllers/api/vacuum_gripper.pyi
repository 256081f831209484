# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class VacuumGripper(Device):
    """Holds what it touches while it is on."""
    kind = 28
    since = 'R2023b'
    def enable_presence(sampling_period: int['ms', '>= 0']):
        """Looks for objects from now on, once in every period; 0 stops it."""
    def disable_presence(): "Stops looking for objects."
    def get_presence_sampling_period() -> int['ms']: "The period of looking for objects; 0: it does not look."
    def get_presence() -> bool: "Whether there is an object that it could hold, or holds."
    def is_on() -> bool: "Whether it is on."
    def turn_on(): "Holds the next object that it touches."
    def turn_off(): "Lets go."
    cpp(virtual='enable_presence disable_presence turn_on turn_off')
