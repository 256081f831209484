# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Connector(Device):
    """Docks to another connector."""
    kind = 6
    def enable_presence(sampling_period: int['ms', '>= 0']):
        """Looks for other connectors from now on, once in every period; 0 stops it."""
    def disable_presence(): "Stops looking for other connectors."
    def get_presence_sampling_period() -> int['ms']: "The period of looking for other connectors; 0: it does not look."
    @recorded(0)
    def get_presence() -> int:
        """1: a connector that it can lock to is near and aligned; 0: none is; -1: it is passive, or has not looked
        yet."""
    def is_locked() -> bool: "Whether it is locked."
    def lock(): "Locks, to a connector that is near and aligned if there is one."
    def unlock(): "Lets go."
    cpp(virtual='enable_presence disable_presence lock unlock')
