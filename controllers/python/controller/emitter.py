# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Sends packets."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable
from numbers import Integral, Real

from .emitter_functions import EmitterFunctions, _send

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional, Sequence, Union


class Emitter(EmitterFunctions):
    """Sends packets of bytes to receivers."""

    def send(self, message: Union[str, bytes, bytearray, memoryview, Sequence[float]],
             length: Optional[int] = None) -> int:
        """Queues a packet: 1, or 0 if the buffer is full. A list holds numbers of one type: float, int or bool.
        `length` counts for bytes alone."""
        if isinstance(message, str):
            data: Optional[bytes] = message.encode()
        elif isinstance(message, (bytes, bytearray, memoryview)):
            data = bytes(message)[:length]
        else:
            data = _packed(message)
        return _send(self._tag, data, len(data)) if data is not None else 0


def _packed(message: object) -> Optional[bytes]:
    """Numbers as C arrays hold them; None, after a message, if they are none."""
    items = list(message) if isinstance(message, Iterable) else []
    if not items or not isinstance(items[0], Real):
        print(f'Error: Emitter.send(): {message!r} is neither text nor bytes nor a list of numbers; ignored.',
              file=sys.stderr)
        return None
    kind = '?' if isinstance(items[0], bool) else 'i' if isinstance(items[0], Integral) else 'd'
    return struct.pack(f'{len(items)}{kind}', *items)
