# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A device of the robot."""

from __future__ import annotations

from .wb import decoded, encoded, function, integer, tag, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

_find = function('wb_robot_get_device', tag, text)
_get_name = function('wb_device_get_name', text, tag)
_get_model = function('wb_device_get_model', text, tag)
_get_node_type = function('wb_device_get_node_type', integer, tag)


class Device:
    """A device of the robot."""

    def __init__(self, name: Union[str, int]):
        """The device of that name, or of that tag."""
        self._tag = name if isinstance(name, int) else _find(encoded(name))

    @property
    def tag(self) -> int:
        """Its number for the library; 0 if the robot has no such device."""
        return self._tag

    @property
    def name(self) -> str:
        """What the controller asks for it by: its field name."""
        return decoded(_get_name(self._tag))

    @property
    def model(self) -> str:
        """Its field model: what thing of the real world it stands for."""
        return decoded(_get_model(self._tag))

    @property
    def node_type(self) -> int:
        """The type of its node: one of the constants of Node."""
        return _get_node_type(self._tag)

    def getTag(self) -> int:
        """Its number for the library; 0 if the robot has no such device."""
        return self._tag

    def getName(self) -> str:
        """What the controller asks for it by: its field name."""
        return self.name

    def getModel(self) -> str:
        """Its field model: what thing of the real world it stands for."""
        return self.model

    def getNodeType(self) -> int:
        """The type of its node: one of the constants of Node."""
        return self.node_type
