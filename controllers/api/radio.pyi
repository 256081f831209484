# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Radio(Device):
    """Sends and receives messages by address: an experiment of the format, whose worlds use Emitter and Receiver. There is no class of it in C++ and Python."""
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
    c(before='''
          typedef void* WbRadioMessage;
          typedef void* WbRadioEvent;
      ''',
      extra='''
          WbRadioMessage wb_radio_message_new(int length, const char* body, const char* destination);
          void wb_radio_message_delete(WbRadioMessage message);
          const char* wb_radio_message_get_destination(WbRadioMessage message);
          int wb_radio_message_get_length(WbRadioMessage message);
          const char* wb_radio_message_get_body(WbRadioMessage message);

          /* Sends a message. [delay: s] */
          void wb_radio_send(WbDeviceTag tag, const WbRadioMessage message, double delay);

          /* Called in wb_robot_step for each message that has come. */
          void wb_radio_set_callback(WbDeviceTag tag, void (*callback)(const WbRadioEvent));

          /* What has come: the radio that received it, its bytes, the sender's address, the signal's strength in dBm. */
          WbDeviceTag wb_radio_event_get_radio(const WbRadioEvent event);
          char* wb_radio_event_get_data(const WbRadioEvent event);
          int wb_radio_event_get_data_size(const WbRadioEvent event);
          char* wb_radio_event_get_emitter(const WbRadioEvent event);
          double wb_radio_event_get_rssi(const WbRadioEvent event);
      ''')
    cpp(class_by_hand=True)
    python(class_by_hand=True)
