# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Speaker(Device):
    """Plays sound files, and speaks texts."""
    kind = 26
    @staticmethod
    def play_sound(left: Speaker, right: Speaker, sound: text, volume: double['', '0..1'], pitch: double['', '> 0'],
                   balance: double['', '-1..1'], loop: bool):
        """Plays a sound file on two speakers, or on one; the balance is -1 left, 1 right. A sound that plays already
        is changed."""
    def is_sound_playing(sound: text) -> bool: "Whether that sound plays; without a name, whether any does."
    def stop(sound: text): "Stops that sound; without a name, all."
    def set_engine(engine: text) -> bool:
        """Chooses what speaks, "pico" or "microsoft": whether there is such an engine."""
    def set_language(language: text) -> bool:
        """Chooses the language of speech, "en-US" for example: whether the engine has it."""
    def get_engine() -> text: "Which engine speaks."
    def get_language() -> text: "The language of speech."
    def speak(text: text, volume: double['', '0..1']): "Speaks a text."
    def is_speaking() -> bool: "Whether it speaks now."
    @c_only
    @old
    def emit_sample(data: data, size: int['bytes']):
        "Plays samples of 8 bits each, at 11025 Hz, as until R2018. Nobody hears them here."
    cpp(mutable='get_engine get_language',
        arguments={'play_sound': 'Speaker* left, Speaker* right, const std::string& sound, double volume, double pitch, '
                                 'double balance, bool loop'})
    python(
        plain='is_sound_playing is_speaking set_engine set_language',
        arguments={'play_sound': 'left, right, sound, volume=1.0, pitch=1.0, balance=0.0, loop=False',
                   'is_sound_playing': 'sound=None', 'stop': 'sound=None'})
