# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Emitter(Device):
    """Sends packets of bytes to receivers."""
    kind = 9

    class Channel(int):
        c(names='WB_{}', macros=True)
        CHANNEL_BROADCAST = -1

    def send(data: data, size: int['bytes']) -> int: "Queues a packet: 1, or 0 if the buffer is full."
    def get_buffer_size() -> int['bytes']: "Room for packets that wait; -1: no limit."
    def set_channel(channel: int): "Sends on that channel from now on; -1: to all."
    def get_channel() -> int: "The channel that it sends on; -1: all."
    def get_range() -> double['m']: "How far its packets go; -1: no limit."
    def set_range(range: double['m', '-1 or >= 0']):
        """How far packets go from now on, at most as far as its field maxRange; -1: no limit."""
    c(aliases=dict(wb_emitter_send_packet='send'))
    cpp(virtual='send set_channel set_range')
    matlab(arguments={'send': 'data'})
    python(by_hand='send')
