# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Mouse(InputSource):
    """The mouse over the picture of the world."""
    def enable_3d_position(): "Also finds where in the world the pointer is."
    def disable_3d_position(): "No longer finds where in the world the pointer is."
    def is_3d_position_enabled() -> bool: "Whether it finds where in the world the pointer is."
    def get_state() -> struct['MouseState']: "Pointer and buttons; NaN where it does not apply."
    @c_only
    def get_state_pointer() -> own_structs['MouseState']: "The same, by a pointer that is valid until the next call."
    c(includes='mouse_state.h types.h')
    cpp(header='webots/mouse_state.h', before='typedef WbMouseState MouseState;')
    python(plain='is_3d_position_enabled', by_hand='get_state', exports='mouse.MouseState')
