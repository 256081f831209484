# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Joystick(InputSource):
    """A joystick, with axes, buttons, hats and force feedback."""
    def is_connected() -> bool: "Whether there is one."
    def get_model() -> text: "Its model; empty if there is none."
    def get_number_of_axes() -> int: "How many axes it has."
    def get_axis_value(axis: int['', '0..number of axes - 1']) -> int['', '-32768..32767']: "The position of an axis."
    def get_number_of_povs() -> int: "How many hats it has."
    def get_pov_value(pov: int['', '0..number of povs - 1']) -> int:
        """The directions in which a hat is pressed, added up; 0 for none."""
    def get_pressed_button() -> int: "The next of the buttons that are down; -1 after the last."
    def set_constant_force(level: int): "Pushes with a constant force along the force axis."
    def set_constant_force_duration(duration: double['s']): "How long a constant force lasts."
    def set_auto_centering_gain(gain: double): "How strongly it returns to the middle."
    def set_resistance_gain(gain: double): "How strongly it resists being moved."
    def set_force_axis(axis: int): "The axis that forces act along."
    c(aliases=dict(wb_joystick_get_key='get_pressed_button'))
    python(property={'is_connected': 'is_connected'}, plain='get_axis_value get_pov_value')
