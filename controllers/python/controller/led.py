"""A lamp."""

from typing import Union

from .device import Device
from .wb import function, integer, tag

_get = function('wb_led_get', integer, tag)
_set = function('wb_led_set', None, tag, integer)


class LED(Device):
    @property
    def value(self) -> int:
        return _get(self._tag)

    @value.setter
    def value(self, value: int):
        _set(self._tag, value)

    def get(self) -> int:
        return self.value

    def set(self, v: Union[bool, int]):
        self.value = v
