"""A motion file being played. Times in ms."""

from .wb import boolean, encoded, function, handle, integer, text

_new = function('wbu_motion_new', handle, text)
_delete = function('wbu_motion_delete', None, handle)
_play = function('wbu_motion_play', None, handle)
_stop = function('wbu_motion_stop', None, handle)
_set_loop = function('wbu_motion_set_loop', None, handle, boolean)
_set_reverse = function('wbu_motion_set_reverse', None, handle, boolean)
_is_over = function('wbu_motion_is_over', boolean, handle)
_get_duration = function('wbu_motion_get_duration', integer, handle)
_get_time = function('wbu_motion_get_time', integer, handle)
_set_time = function('wbu_motion_set_time', None, handle, integer)


class Motion:
    def __init__(self, filename: str):
        self._ref = _new(encoded(filename))

    def __del__(self, delete=_delete):
        if self._ref:
            delete(self._ref)

    def isValid(self) -> bool:
        """False if the file is missing or wrong."""
        return bool(self._ref)

    def play(self):
        _play(self._ref)

    def stop(self):
        _stop(self._ref)

    def setLoop(self, loop: bool):
        _set_loop(self._ref, loop)

    def setReverse(self, reverse: bool):
        _set_reverse(self._ref, reverse)

    def isOver(self) -> bool:
        return _is_over(self._ref)

    @property
    def duration(self) -> int:
        return _get_duration(self._ref)

    @property
    def time(self) -> int:
        return _get_time(self._ref)

    @time.setter
    def time(self, time: int):
        _set_time(self._ref, time)

    def getDuration(self) -> int:
        return self.duration

    def getTime(self) -> int:
        return self.time

    def setTime(self, time: int):
        self.time = time
