# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A field of a node of the world."""

from __future__ import annotations

import sys
from ctypes import ArgumentError

from .field_functions import (FieldFunctions, _get_type, _set_sf_color, _set_sf_rotation, _set_sf_vec2f, _set_sf_vec3f)
from .wb import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, List, Optional, Sequence, Union

    from .node import Node

    Value = Union[bool, int, float, str, List[float], Node, None]


class Field(FieldFunctions):
    """A field of a node of the world."""

    def __init__(self, ref: Optional[int]):
        """The field of a handle."""
        self._ref = ref
        self.type = _get_type(ref) if ref else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    def getType(self) -> Optional[int]:
        """What it holds: one of the constants."""
        return self.type

    @property
    def value(self) -> Union[Value, List[Value]]:
        """Of a field that is no list; of a list, the list of its elements."""
        if self.type is None:
            return None
        kind = _KINDS.get(self.type & ~Field.MF)
        if kind is None:
            return None
        if self.type & Field.MF:
            return [getattr(self, 'getMF' + kind)(index) for index in range(self.count)]
        value: Value = getattr(self, 'getSF' + kind)()
        return value

    @value.setter
    def value(self, value: Union[bool, int, float, str, Sequence[float]]) -> None:
        kind = _KINDS.get(self.type) if self.type is not None else None
        if kind is None or kind == 'Node':
            print(f'Error: a field of type {self.type_name} cannot be set as a whole; ignored.', file=sys.stderr)
            return
        try:
            getattr(self, 'setSF' + kind)(value)
        except (TypeError, ValueError, ArgumentError):
            print(f'Error: the field {self.name} of type {self.type_name} does not take {value!r}; ignored.',
                  file=sys.stderr)

    def _set_numbers(self, set_numbers: Callable[..., None], value: Sequence[float], length: int) -> None:
        """A value that is not of so many numbers is refused with a message: the field keeps its own."""
        if len(value) == length:
            set_numbers(self._ref, array(value, length))
        else:
            print(f'Error: the field {self.name} takes {length} numbers, not {len(value)}; ignored.', file=sys.stderr)

    def setSFVec2f(self, value: Sequence[float]) -> None:
        """Sets its value; it must hold a vec2f. It takes effect with the next step."""
        self._set_numbers(_set_sf_vec2f, value, 2)

    def setSFVec3f(self, value: Sequence[float]) -> None:
        """Sets its value; it must hold a vec3f. It takes effect with the next step."""
        self._set_numbers(_set_sf_vec3f, value, 3)

    def setSFRotation(self, value: Sequence[float]) -> None:
        """Sets its value; it must hold a rotation. It takes effect with the next step."""
        self._set_numbers(_set_sf_rotation, value, 4)

    def setSFColor(self, value: Sequence[float]) -> None:
        """Sets its value; it must hold a color. It takes effect with the next step."""
        self._set_numbers(_set_sf_color, value, 3)


_KINDS = {Field.SF_BOOL: 'Bool', Field.SF_INT32: 'Int32', Field.SF_FLOAT: 'Float', Field.SF_VEC2F: 'Vec2f',
          Field.SF_VEC3F: 'Vec3f', Field.SF_ROTATION: 'Rotation', Field.SF_COLOR: 'Color', Field.SF_STRING: 'String',
          Field.SF_NODE: 'Node'}
