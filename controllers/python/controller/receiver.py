# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Takes packets: the first of the queue is the one that is spoken of."""

from __future__ import annotations

import builtins
import ctypes
import struct

from .receiver_functions import ReceiverFunctions, _get_data
from .wb import decoded, world_is_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Tuple, Union


class PacketText(str):
    """The text of a packet, for controllers of two ages: `getData` gave bytes before R2023a, which one decodes, and text
    since."""

    def decode(self, encoding: str = 'utf-8', errors: str = 'strict') -> str:
        """The text itself."""
        return str(self)


def _is_text(data: bytes) -> bool:
    try:
        return all(character >= ' ' or character in '\t\n\r' for character in data.decode())
    except UnicodeDecodeError:
        return False


class Receiver(ReceiverFunctions):
    """Receives the packets of emitters into a queue: the first of it is the one that is spoken of."""

    @property
    def bytes(self) -> builtins.bytes:
        """Bytes of the first packet."""
        address = _get_data(self._tag)
        return ctypes.string_at(address, self.data_size) if address else b''

    @property
    def data(self) -> builtins.bytes:
        """Bytes of the first packet."""
        return self.bytes

    @property
    def string(self) -> str:
        """The first packet as text."""
        return decoded(self.bytes)

    def getBytes(self) -> builtins.bytes:
        """Bytes of the first packet."""
        return self.bytes

    def getString(self) -> str:
        """The first packet as text."""
        return self.string

    def getData(self) -> Union[PacketText, builtins.bytes]:
        """The name that older releases had for getString, and before for getBytes: bytes where they are no text."""
        data = self.bytes
        # A text from C may end with its 0. Before R2023a this could as well be a number for struct.unpack.
        if not _is_text(data if world_is_before('R2023a') else data.rstrip(b'\0')):
            return data
        return PacketText(data.decode())

    def getFloats(self) -> Tuple[float, ...]:
        """The first packet as doubles of C."""
        return self._unpack('d', 8)

    def getInts(self) -> Tuple[int, ...]:
        """The first packet as ints of C."""
        return self._unpack('i', 4)

    def getBools(self) -> Tuple[bool, ...]:
        """The first packet as bools of C."""
        return self._unpack('?', 1)

    def _unpack(self, kind: str, size: int) -> Tuple[Any, ...]:
        data = self.bytes
        count = len(data) // size
        return struct.unpack_from(f'{count}{kind}', data)
