"""Takes packets: the first of the queue is the one that is spoken of."""

import ctypes
import struct
from typing import List, Tuple, Union

from .sensor import Sensor
from .wb import decoded, function, handle, integer, numbers, real, reals, tag, world_is_before

_get_queue_length = function('wb_receiver_get_queue_length', integer, tag)
_get_data_size = function('wb_receiver_get_data_size', integer, tag)
_get_signal_strength = function('wb_receiver_get_signal_strength', real, tag)
_get_emitter_direction = function('wb_receiver_get_emitter_direction', reals, tag)
_get_channel = function('wb_receiver_get_channel', integer, tag)
_set_channel = function('wb_receiver_set_channel', None, tag, integer)
_next_packet = function('wb_receiver_next_packet', None, tag)
_get_data = function('wb_receiver_get_data', handle, tag)


class PacketText(str):
    """The text of a packet, for controllers of two ages: `getData` gave bytes before R2023a, which one decodes, and text
    since."""

    def decode(self, encoding: str = 'utf-8', errors: str = 'strict') -> str:
        return str(self)


def _is_text(data) -> bool:
    try:
        return all(character >= ' ' or character in '\t\n\r' for character in data.decode())
    except UnicodeDecodeError:
        return False


class Receiver(Sensor):
    _kind = 'receiver'

    CHANNEL_BROADCAST = -1

    @property
    def queue_length(self) -> int:
        return _get_queue_length(self._tag)

    def getQueueLength(self) -> int:
        return self.queue_length

    @property
    def data_size(self) -> int:
        return _get_data_size(self._tag)

    def getDataSize(self) -> int:
        return self.data_size

    @property
    def signal_strength(self) -> float:
        return _get_signal_strength(self._tag)

    def getSignalStrength(self) -> float:
        return self.signal_strength

    @property
    def emitter_direction(self) -> List[float]:
        return numbers(_get_emitter_direction(self._tag), 3)

    def getEmitterDirection(self) -> List[float]:
        return self.emitter_direction

    @property
    def channel(self) -> int:
        return _get_channel(self._tag)

    @channel.setter
    def channel(self, value: int):
        _set_channel(self._tag, value)

    def getChannel(self) -> int:
        return self.channel

    def setChannel(self, channel: int):
        self.channel = channel

    def nextPacket(self):
        _next_packet(self._tag)

    @property
    def bytes(self):
        address = _get_data(self._tag)
        return ctypes.string_at(address, self.data_size) if address else b''

    @property
    def data(self):
        return self.bytes

    @property
    def string(self) -> str:
        return decoded(self.bytes)

    def getBytes(self):
        return self.bytes

    def getString(self) -> str:
        return self.string

    def getData(self) -> Union[PacketText, bytes]:
        """The name that older releases had for getString, and before for getBytes: bytes where they are no text."""
        data = self.bytes
        # A text from C may end with its 0. Before R2023a this could as well be a number for struct.unpack.
        if not _is_text(data if world_is_before('R2023a') else data.rstrip(b'\0')):
            return data
        return PacketText(data.decode())

    def getFloats(self) -> Tuple[float, ...]:
        return self._unpack('d', 8)

    def getInts(self) -> Tuple[int, ...]:
        return self._unpack('i', 4)

    def getBools(self) -> Tuple[bool, ...]:
        return self._unpack('?', 1)

    def _unpack(self, kind, size):
        data = self.bytes
        count = len(data) // size
        return struct.unpack_from(f'{count}{kind}', data)
