# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Skin(Device):
    """Moves the bones of an animated skin."""
    kind = 25
    since = 'R2022a'
    def set_bone_orientation(index: int, orientation: doubles[4, 'axis, rad'], absolute: bool):
        """Turns a bone, in the axes of the skin or of its parent bone."""
    def set_bone_position(index: int, position: doubles[3, 'm'], absolute: bool):
        """Moves a bone, in the axes of the skin or of its parent bone."""
    def get_bone_count() -> int: "How many bones it has."
    def get_bone_name(index: int) -> text: "Name of a bone."
    def get_bone_orientation(index: int, absolute: bool) -> doubles[4, 'axis, rad']:
        """How a bone is turned, in the axes of the skin or of its parent bone."""
    def get_bone_position(index: int, absolute: bool) -> doubles[3, 'm']:
        """Where a bone is, in the axes of the skin or of its parent bone."""
    cpp(results={'get_bone_name': 'const std::string'})
    python(plain='get_bone_name get_bone_orientation get_bone_position')
