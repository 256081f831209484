"""Plays sound files and speaks text."""

from typing import Optional

from .device import Device
from .wb import boolean, decoded, encoded, function, real, tag, text

_get_engine = function('wb_speaker_get_engine', text, tag)
_get_language = function('wb_speaker_get_language', text, tag)
_stop = function('wb_speaker_stop', None, tag, text)
_is_sound_playing = function('wb_speaker_is_sound_playing', boolean, tag, text)
_set_engine = function('wb_speaker_set_engine', boolean, tag, text)
_set_language = function('wb_speaker_set_language', boolean, tag, text)
_speak = function('wb_speaker_speak', None, tag, text, real)
_is_speaking = function('wb_speaker_is_speaking', boolean, tag)
_play_sound = function('wb_speaker_play_sound', None, tag, tag, text, real, real, real, boolean)


class Speaker(Device):
    @property
    def engine(self) -> str:
        return decoded(_get_engine(self._tag))

    def getEngine(self) -> str:
        return self.engine

    @property
    def language(self) -> str:
        return decoded(_get_language(self._tag))

    def getLanguage(self) -> str:
        return self.language

    def stop(self, sound: Optional[str] = None):
        _stop(self._tag, encoded(sound))

    def isSoundPlaying(self, sound: Optional[str] = None) -> bool:
        return _is_sound_playing(self._tag, encoded(sound))

    def setEngine(self, engine: str) -> bool:
        return _set_engine(self._tag, encoded(engine))

    def setLanguage(self, language: str) -> bool:
        return _set_language(self._tag, encoded(language))

    def speak(self, text: str, volume: float):
        _speak(self._tag, encoded(text), volume)

    def isSpeaking(self) -> bool:
        return _is_speaking(self._tag)

    @staticmethod
    def playSound(left: Optional['Speaker'], right: Optional['Speaker'], sound: str, volume: float = 1.0,
                  pitch: float = 1.0, balance: float = 0.0, loop: bool = False):
        _play_sound(left._tag if left else 0, right._tag if right else 0, encoded(sound), volume, pitch, balance, loop)
