# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A robot that sees and changes the whole world."""

from __future__ import annotations

from .device import Device
from .node import Node
from .supervisor_functions import SupervisorFunctions, _world_save
from .wb import encoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional, Union


class Supervisor(SupervisorFunctions):
    """A robot that sees and changes the whole world."""

    def getFromDevice(self, tag: Union[int, Device]) -> Optional[Node]:
        """The node of a device, by its tag or by the device."""
        node = Node(tag=tag.tag if isinstance(tag, Device) else tag)
        return node if node._ref else None

    def worldSave(self, filename: Optional[str] = None) -> bool:
        """Writes the world as it stands, to its own file if none is named: whether it could."""
        return _world_save(encoded(filename) or None)

    # Names of older releases.
    def saveWorld(self, filename: Optional[str] = None) -> bool:
        """The name that older releases have for worldSave."""
        return self.worldSave(filename)

    def startMovie(self, filename: str, width: int, height: int, codec: int, quality: int, acceleration: int = 1,
                   caption: bool = False) -> None:
        """The name that older releases have for movieStartRecording."""
        self.movieStartRecording(filename, width, height, codec, quality, acceleration, caption)
