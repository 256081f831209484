class Radio(Device):
    """Sends and receives messages by address. There is no class of it in C++ and Python."""
    kind = 30
    def enable(sampling_period: int['ms', '>= 0']): "Receives from now on, once in every period; 0 stops it."
    def disable(): "Stops receiving."
    def set_address(address: text): "The address that it receives at."
    def get_address() -> text: "The address that it receives at."
    def set_frequency(hz: double['Hz']): "Carrier frequency."
    def get_frequency() -> double['Hz']: "Carrier frequency."
    def set_channel(channel: int): "The channel that it sends and receives on."
    def get_channel() -> int: "The channel that it sends and receives on."
    def set_bitrate(bits_per_second: int['bit/s']): "How fast it sends."
    def get_bitrate() -> int['bit/s']: "How fast it sends."
    def set_rx_sensitivity(dBm: double['dBm']): "The weakest signal that it receives."
    def get_rx_sensitivity() -> double['dBm']: "The weakest signal that it receives."
    def set_tx_power(dBm: double['dBm']): "How strongly it sends."
    def get_tx_power() -> double['dBm']: "How strongly it sends."
    cpp(class_by_hand=True)
    python(class_by_hand=True)
