"""A device of the robot."""

from typing import Union

from .wb import decoded, encoded, function, integer, tag, text

_find = function('wb_robot_get_device', tag, text)
_get_name = function('wb_device_get_name', text, tag)
_get_model = function('wb_device_get_model', text, tag)
_get_node_type = function('wb_device_get_node_type', integer, tag)


class Device:
    def __init__(self, name: Union[str, int]):
        self._tag = name if isinstance(name, int) else _find(encoded(name))

    @property
    def tag(self) -> int:
        return self._tag

    @property
    def name(self) -> str:
        return decoded(_get_name(self._tag))

    @property
    def model(self) -> str:
        return decoded(_get_model(self._tag))

    @property
    def node_type(self) -> int:
        return _get_node_type(self._tag)

    def getTag(self) -> int:
        return self._tag

    def getName(self) -> str:
        return self.name

    def getModel(self) -> str:
        return self.model

    def getNodeType(self) -> int:
        return self.node_type
