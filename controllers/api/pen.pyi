# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Pen(Device):
    """Draws on what is below it while the robot moves."""
    kind = 18
    def write(write: bool): "Whether it draws from now on."
    def set_ink_color(color: int['0xRRGGBB'], density: double['', '0..1']):
        """Colour of its ink, and how much of it covers what is there."""
    cpp(virtual='write set_ink_color')
