# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A node of the world."""

from __future__ import annotations

import ctypes

from .field import Field
from .node_functions import NodeFunctions, _disable_contact_points_tracking, _get_contact_points
from .wb import boolean, encoded, function, handle, integer, numbers, reals, tag, text, view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List, Optional

_get_root = function('wb_supervisor_node_get_root', handle)
_get_self = function('wb_supervisor_node_get_self', handle)
_get_selected = function('wb_supervisor_node_get_selected', handle)
_get_from_id = function('wb_supervisor_node_get_from_id', handle, integer)
_get_from_device = function('wb_supervisor_node_get_from_device', handle, tag)
_get_from_def = function('wb_supervisor_node_get_from_def', handle, text)
_get_number_of_contact_points = function('wb_supervisor_node_get_number_of_contact_points', integer, handle, boolean)
_get_contact_point = function('wb_supervisor_node_get_contact_point', reals, handle, integer)
_get_contact_point_node = function('wb_supervisor_node_get_contact_point_node', handle, handle, integer)


class ContactPoint(ctypes.Structure):
    """Where a solid touches another; the struct of the C header."""

    _fields_ = [('_point', ctypes.c_double * 3), ('node_id', ctypes.c_int), ('_padding', ctypes.c_int)]
    _point: ctypes.Array[ctypes.c_double]
    node_id: int  # of the solid, or of its descendant, that touches there

    @property
    def point(self) -> List[float]:
        """Where, in the world. Unit: m."""
        return self._point[:]

    def getPoint(self) -> List[float]:
        """Where, in the world. Unit: m."""
        return self.point

    def getNodeId(self) -> int:
        """The number of the solid, or of its descendant, that touches there."""
        return self.node_id


class Node(NodeFunctions):
    """A node of the world."""

    def __init__(self, DEF: Optional[str] = None, tag: Optional[int] = None, id: Optional[int] = None,
                 selected: Optional[bool] = None, ref: Optional[int] = None):
        """The node of a handle, an id, a device (tag 0: the robot itself), a DEF, the selected one, or the root."""
        if ref is None:
            if id is not None:
                ref = _get_from_id(id)
            elif tag is not None:
                ref = _get_from_device(tag) if tag else _get_self()
            elif DEF is not None:
                ref = _get_from_def(encoded(DEF))
            else:
                ref = _get_selected() if selected else _get_root()
        self._ref = ref

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    def getContactPoints(self, includeDescendants: bool = False) -> List[ContactPoint]:
        """Where it touches others; with its descendants, where they do."""
        size = ctypes.c_int(0)
        points = view(_get_contact_points(self._ref, includeDescendants, ctypes.byref(size)), size.value, ContactPoint)
        return [ContactPoint.from_buffer_copy(point) for point in points] if points is not None else []

    def disableContactPointsTracking(self, includeDescendants: bool = False) -> None:
        """Its contact points come no more with each step."""
        _disable_contact_points_tracking(self._ref)

    # Names of older releases.
    def getNumberOfContactPoints(self, includeDescendants: bool = False) -> int:
        """In how many points it touches others; -1 for what is no solid."""
        return _get_number_of_contact_points(self._ref, includeDescendants)

    def getContactPoint(self, index: int) -> List[float]:
        """One of the points that were counted last. Unit: m."""
        return numbers(_get_contact_point(self._ref, index), 3) or [float('nan')] * 3

    def getContactPointNode(self, index: int) -> Optional[Node]:
        """The node that touches there."""
        ref = _get_contact_point_node(self._ref, index)
        return Node(ref=ref) if ref else None

    def getProtoField(self, fieldName: str) -> Optional[Field]:
        """The name that older releases have for getBaseNodeField."""
        return self.getBaseNodeField(fieldName)

    def getProtoFieldByIndex(self, index: int) -> Optional[Field]:
        """The name that older releases have for getBaseNodeFieldByIndex."""
        return self.getBaseNodeFieldByIndex(index)

    def getProtoNumberOfFields(self) -> int:
        """The name that older releases have for getNumberOfBaseNodeFields."""
        return self.number_of_base_node_fields
