# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Keys that are down."""

from __future__ import annotations

from .keyboard_functions import KeyboardFunctions, _get_key


class Keyboard(KeyboardFunctions):
    """The keys that are down."""

    def getKey(self) -> int:
        """The next of the keys that are down: an ASCII capital or a constant, with SHIFT, CONTROL and ALT added; -1
        after the last."""
        return _get_key()

    def getKeyCode(self) -> int:
        """The name that older releases have for getKey."""
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
