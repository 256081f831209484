# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Receiver(Sensor):
    """Receives the packets of emitters into a queue: functions about a packet mean the first one."""
    kind = 23

    class Channel(int):
        c(names='WB_{}', macros=True)
        CHANNEL_BROADCAST = -1

    def set_channel(channel: int): "Receives on that channel from now on; -1: on all."
    def get_channel() -> int: "The channel that it receives on; -1: all."
    def get_queue_length() -> int['packets']: "How many packets wait."
    def next_packet(): "Drops the first packet: the next one is the first then."
    def get_data_size() -> int['bytes']: "Size of the first packet."
    def get_data() -> data: "Bytes of the first packet, until next_packet."
    def get_signal_strength() -> double['1/m^2']:
        """Strength of the first packet's signal: 1 over the square of the distance."""
    def get_emitter_direction() -> doubles[3]:
        """Unit vector to where the first packet came from, in the receiver's own axes."""
    cpp(virtual='set_channel next_packet')
    python(by_hand='get_data')
