"""Holds what it touches while it is on."""

from .device import Device
from .wb import boolean, function, integer, tag

_get_presence = function('wb_vacuum_gripper_get_presence', boolean, tag)
_get_presence_sampling_period = function('wb_vacuum_gripper_get_presence_sampling_period', integer, tag)
_is_on = function('wb_vacuum_gripper_is_on', boolean, tag)
_enable_presence = function('wb_vacuum_gripper_enable_presence', None, tag, integer)
_disable_presence = function('wb_vacuum_gripper_disable_presence', None, tag)
_turn_on = function('wb_vacuum_gripper_turn_on', None, tag)
_turn_off = function('wb_vacuum_gripper_turn_off', None, tag)


class VacuumGripper(Device):
    @property
    def presence(self) -> bool:
        return _get_presence(self._tag)

    def getPresence(self) -> bool:
        return self.presence

    @property
    def presence_sampling_period(self) -> int:
        return _get_presence_sampling_period(self._tag)

    def getPresenceSamplingPeriod(self) -> int:
        return self.presence_sampling_period

    @property
    def on(self) -> bool:
        return _is_on(self._tag)

    def isOn(self) -> bool:
        return self.on

    def enablePresence(self, sampling_period: int):
        _enable_presence(self._tag, sampling_period)

    def disablePresence(self):
        _disable_presence(self._tag)

    def turnOn(self):
        _turn_on(self._tag)

    def turnOff(self):
        _turn_off(self._tag)
