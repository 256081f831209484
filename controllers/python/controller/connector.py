"""Docking with another connector."""

from .device import Device
from .wb import boolean, function, integer, tag

_get_presence = function('wb_connector_get_presence', integer, tag)
_get_presence_sampling_period = function('wb_connector_get_presence_sampling_period', integer, tag)
_is_locked = function('wb_connector_is_locked', boolean, tag)
_enable_presence = function('wb_connector_enable_presence', None, tag, integer)
_disable_presence = function('wb_connector_disable_presence', None, tag)
_lock = function('wb_connector_lock', None, tag)
_unlock = function('wb_connector_unlock', None, tag)


class Connector(Device):
    @property
    def presence(self) -> int:
        return _get_presence(self._tag)

    def getPresence(self) -> int:
        return self.presence

    @property
    def presence_sampling_period(self) -> int:
        return _get_presence_sampling_period(self._tag)

    def getPresenceSamplingPeriod(self) -> int:
        return self.presence_sampling_period

    @property
    def locked(self) -> bool:
        return _is_locked(self._tag)

    def isLocked(self) -> bool:
        return self.locked

    def enablePresence(self, sampling_period: int):
        _enable_presence(self._tag, sampling_period)

    def disablePresence(self):
        _disable_presence(self._tag)

    def lock(self):
        _lock(self._tag)

    def unlock(self):
        _unlock(self._tag)
