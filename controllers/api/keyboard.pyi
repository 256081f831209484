# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Keyboard(InputSource):
    """The keys that are down, at most seven."""

    class Key(int):
        "Keys that are no letters, and what is added to a key: KEY is a mask, which leaves the key without them."
        c(names='WB_KEYBOARD_{}')
        END = 312
        HOME = 313
        LEFT = 314
        UP = 315
        RIGHT = 316
        DOWN = 317
        PAGEUP = 366
        PAGEDOWN = 367
        NUMPAD_HOME = 375
        NUMPAD_LEFT = 376
        NUMPAD_UP = 377
        NUMPAD_RIGHT = 378
        NUMPAD_DOWN = 379
        NUMPAD_END = 382
        KEY = 0x0000ffff
        SHIFT = 0x00010000
        CONTROL = 0x00020000
        ALT = 0x00040000

    def get_key() -> int:
        """The next of the keys that are down: an ASCII capital or a constant, with SHIFT, CONTROL and ALT added; -1
        after the last."""
    python(by_hand='get_key')
