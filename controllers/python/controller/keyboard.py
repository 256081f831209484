"""Keys that are down."""

from .constants import constant
from .input_source import InputSource
from .wb import function, integer

_get_key = function('wb_keyboard_get_key', integer)


class Keyboard(InputSource):
    _kind = 'keyboard'

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
