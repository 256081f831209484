"""Sends packets."""

import struct
import sys
from numbers import Integral, Real
from typing import Iterable, Optional, Union

from .device import Device
from .wb import function, integer, real, tag, text

_get_buffer_size = function('wb_emitter_get_buffer_size', integer, tag)
_get_channel = function('wb_emitter_get_channel', integer, tag)
_set_channel = function('wb_emitter_set_channel', None, tag, integer)
_get_range = function('wb_emitter_get_range', real, tag)
_set_range = function('wb_emitter_set_range', None, tag, real)
_send = function('wb_emitter_send', integer, tag, text, integer)


class Emitter(Device):
    CHANNEL_BROADCAST = -1

    @property
    def buffer_size(self) -> int:
        return _get_buffer_size(self._tag)

    def getBufferSize(self) -> int:
        return self.buffer_size

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

    @property
    def range(self) -> float:
        return _get_range(self._tag)

    @range.setter
    def range(self, value: float):
        _set_range(self._tag, value)

    def getRange(self) -> float:
        return self.range

    def setRange(self, range: float):
        self.range = range

    def send(self, message: Union[str, bytes, list, tuple], length: Optional[int] = None) -> int:
        """1, or 0 if the buffer is full. A list holds numbers of one type: float, int or bool. `length` counts for bytes
        alone."""
        if isinstance(message, str):
            data = message.encode()
        elif isinstance(message, (bytes, bytearray, memoryview)):
            data = bytes(message)[:length]
        else:
            data = _packed(message)
        return _send(self._tag, data, len(data)) if data is not None else 0


def _packed(message):
    """Numbers as C arrays hold them; None, after a message, if they are none."""
    items = list(message) if isinstance(message, Iterable) else []
    if not items or not isinstance(items[0], Real):
        print(f'Error: Emitter.send(): {message!r} is neither text nor bytes nor a list of numbers; ignored.',
              file=sys.stderr)
        return None
    kind = '?' if isinstance(items[0], bool) else 'i' if isinstance(items[0], Integral) else 'd'
    return struct.pack(f'{len(items)}{kind}', *items)
