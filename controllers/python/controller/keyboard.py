"""Keys that are down."""

from typing import Optional

from .constants import constant
from .wb import function, integer, real

_get_basic_time_step = function('wb_robot_get_basic_time_step', real)
_enable = function('wb_keyboard_enable', None, integer)
_get_sampling_period = function('wb_keyboard_get_sampling_period', integer)
_get_key = function('wb_keyboard_get_key', integer)


class Keyboard:
    END = constant('KEYBOARD_END')
    HOME = constant('KEYBOARD_HOME')
    LEFT = constant('KEYBOARD_LEFT')
    UP = constant('KEYBOARD_UP')
    RIGHT = constant('KEYBOARD_RIGHT')
    DOWN = constant('KEYBOARD_DOWN')
    PAGEUP = constant('KEYBOARD_PAGEUP')
    PAGEDOWN = constant('KEYBOARD_PAGEDOWN')
    NUMPAD_HOME = constant('KEYBOARD_NUMPAD_HOME')
    NUMPAD_LEFT = constant('KEYBOARD_NUMPAD_LEFT')
    NUMPAD_UP = constant('KEYBOARD_NUMPAD_UP')
    NUMPAD_RIGHT = constant('KEYBOARD_NUMPAD_RIGHT')
    NUMPAD_DOWN = constant('KEYBOARD_NUMPAD_DOWN')
    NUMPAD_END = constant('KEYBOARD_NUMPAD_END')
    KEY = constant('KEYBOARD_KEY')
    SHIFT = constant('KEYBOARD_SHIFT')
    CONTROL = constant('KEYBOARD_CONTROL')
    ALT = constant('KEYBOARD_ALT')

    def __init__(self, sampling_period: Optional[int] = None):
        """Enabled with the basic time step if no period is given; 0 leaves it as it is."""
        if sampling_period != 0:
            self.sampling_period = int(_get_basic_time_step()) if sampling_period is None else sampling_period

    @property
    def sampling_period(self) -> int:
        return _get_sampling_period()

    @sampling_period.setter
    def sampling_period(self, period: Optional[int]):
        _enable(int(period or 0))

    def enable(self, p: int):
        self.sampling_period = p

    def disable(self):
        self.sampling_period = 0

    def getSamplingPeriod(self) -> int:
        return self.sampling_period

    def getKey(self) -> int:
        """The next of the keys that are down, -1 after the last."""
        return _get_key()

    def getKeyCode(self) -> int:
        return _get_key()

    def get_key(self) -> str:
        """The same in words: "shift-A", "page up"; the empty text after the last."""
        code = _get_key()
        if code < 0:
            return ''
        words = ''.join(name + '-' for name in ('shift', 'control', 'alt') if code & getattr(Keyboard, name.upper()))
        key = code & Keyboard.KEY
        return words + _names.get(key, chr(key))


_names = {getattr(Keyboard, name): name.lower().replace('_', ' ').replace('page', 'page ')
          for name in ('END', 'HOME', 'LEFT', 'UP', 'RIGHT', 'DOWN', 'PAGEUP', 'PAGEDOWN', 'NUMPAD_HOME',
                       'NUMPAD_LEFT', 'NUMPAD_UP', 'NUMPAD_RIGHT', 'NUMPAD_DOWN', 'NUMPAD_END')}
