"""A field of a node of the world."""

import sys
from ctypes import ArgumentError
from typing import List, Optional, Union

from .constants import constant
from .wb import array, boolean, decoded, encoded, function, handle, integer, numbers, real, reals, text

_get_name = function('wb_supervisor_field_get_name', text, handle)
_get_type = function('wb_supervisor_field_get_type', integer, handle)
_get_type_name = function('wb_supervisor_field_get_type_name', text, handle)
_get_count = function('wb_supervisor_field_get_count', integer, handle)
_get_actual_field = function('wb_supervisor_field_get_actual_field', handle, handle)
_enable_tracking = function('wb_supervisor_field_enable_sf_tracking', None, handle, integer)
_disable_tracking = function('wb_supervisor_field_disable_sf_tracking', None, handle)
_remove_mf = function('wb_supervisor_field_remove_mf', None, handle, integer)
_remove_sf = function('wb_supervisor_field_remove_sf', None, handle)
_import_mf = function('wb_supervisor_field_import_mf_node_from_string', None, handle, integer, text)
_import_sf = function('wb_supervisor_field_import_sf_node_from_string', None, handle, text)
_import_mf_file = function('wb_supervisor_field_import_mf_node', None, handle, integer, text)
_import_sf_file = function('wb_supervisor_field_import_sf_node', None, handle, text)
_get_sf_node = function('wb_supervisor_field_get_sf_node', handle, handle)
_get_mf_node = function('wb_supervisor_field_get_mf_node', handle, handle, integer)
_get_sf_bool = function('wb_supervisor_field_get_sf_bool', boolean, handle)
_get_mf_bool = function('wb_supervisor_field_get_mf_bool', boolean, handle, integer)
_set_sf_bool = function('wb_supervisor_field_set_sf_bool', None, handle, boolean)
_set_mf_bool = function('wb_supervisor_field_set_mf_bool', None, handle, integer, boolean)
_insert_mf_bool = function('wb_supervisor_field_insert_mf_bool', None, handle, integer, boolean)
_get_sf_int32 = function('wb_supervisor_field_get_sf_int32', integer, handle)
_get_mf_int32 = function('wb_supervisor_field_get_mf_int32', integer, handle, integer)
_set_sf_int32 = function('wb_supervisor_field_set_sf_int32', None, handle, integer)
_set_mf_int32 = function('wb_supervisor_field_set_mf_int32', None, handle, integer, integer)
_insert_mf_int32 = function('wb_supervisor_field_insert_mf_int32', None, handle, integer, integer)
_get_sf_float = function('wb_supervisor_field_get_sf_float', real, handle)
_get_mf_float = function('wb_supervisor_field_get_mf_float', real, handle, integer)
_set_sf_float = function('wb_supervisor_field_set_sf_float', None, handle, real)
_set_mf_float = function('wb_supervisor_field_set_mf_float', None, handle, integer, real)
_insert_mf_float = function('wb_supervisor_field_insert_mf_float', None, handle, integer, real)
_get_sf_vec2f = function('wb_supervisor_field_get_sf_vec2f', reals, handle)
_get_mf_vec2f = function('wb_supervisor_field_get_mf_vec2f', reals, handle, integer)
_set_sf_vec2f = function('wb_supervisor_field_set_sf_vec2f', None, handle, reals)
_set_mf_vec2f = function('wb_supervisor_field_set_mf_vec2f', None, handle, integer, reals)
_insert_mf_vec2f = function('wb_supervisor_field_insert_mf_vec2f', None, handle, integer, reals)
_get_sf_vec3f = function('wb_supervisor_field_get_sf_vec3f', reals, handle)
_get_mf_vec3f = function('wb_supervisor_field_get_mf_vec3f', reals, handle, integer)
_set_sf_vec3f = function('wb_supervisor_field_set_sf_vec3f', None, handle, reals)
_set_mf_vec3f = function('wb_supervisor_field_set_mf_vec3f', None, handle, integer, reals)
_insert_mf_vec3f = function('wb_supervisor_field_insert_mf_vec3f', None, handle, integer, reals)
_get_sf_rotation = function('wb_supervisor_field_get_sf_rotation', reals, handle)
_get_mf_rotation = function('wb_supervisor_field_get_mf_rotation', reals, handle, integer)
_set_sf_rotation = function('wb_supervisor_field_set_sf_rotation', None, handle, reals)
_set_mf_rotation = function('wb_supervisor_field_set_mf_rotation', None, handle, integer, reals)
_insert_mf_rotation = function('wb_supervisor_field_insert_mf_rotation', None, handle, integer, reals)
_get_sf_color = function('wb_supervisor_field_get_sf_color', reals, handle)
_get_mf_color = function('wb_supervisor_field_get_mf_color', reals, handle, integer)
_set_sf_color = function('wb_supervisor_field_set_sf_color', None, handle, reals)
_set_mf_color = function('wb_supervisor_field_set_mf_color', None, handle, integer, reals)
_insert_mf_color = function('wb_supervisor_field_insert_mf_color', None, handle, integer, reals)
_get_sf_string = function('wb_supervisor_field_get_sf_string', text, handle)
_get_mf_string = function('wb_supervisor_field_get_mf_string', text, handle, integer)
_set_sf_string = function('wb_supervisor_field_set_sf_string', None, handle, text)
_set_mf_string = function('wb_supervisor_field_set_mf_string', None, handle, integer, text)
_insert_mf_string = function('wb_supervisor_field_insert_mf_string', None, handle, integer, text)


class Field:
    SF_BOOL = constant('SF_BOOL')
    SF_INT32 = constant('SF_INT32')
    SF_FLOAT = constant('SF_FLOAT')
    SF_VEC2F = constant('SF_VEC2F')
    SF_VEC3F = constant('SF_VEC3F')
    SF_ROTATION = constant('SF_ROTATION')
    SF_COLOR = constant('SF_COLOR')
    SF_STRING = constant('SF_STRING')
    SF_NODE = constant('SF_NODE')
    MF = constant('MF')
    MF_BOOL = constant('MF_BOOL')
    MF_INT32 = constant('MF_INT32')
    MF_FLOAT = constant('MF_FLOAT')
    MF_VEC2F = constant('MF_VEC2F')
    MF_VEC3F = constant('MF_VEC3F')
    MF_ROTATION = constant('MF_ROTATION')
    MF_COLOR = constant('MF_COLOR')
    MF_STRING = constant('MF_STRING')
    MF_NODE = constant('MF_NODE')

    def __init__(self, ref: Optional[int]):
        self._ref = ref
        self.type = _get_type(ref) if ref else None

    def __eq__(self, other) -> bool:
        return isinstance(other, Field) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    @property
    def name(self) -> str:
        return decoded(_get_name(self._ref))

    @property
    def type_name(self) -> str:
        return decoded(_get_type_name(self._ref))

    @property
    def count(self) -> int:
        return _get_count(self._ref)

    @property
    def value(self) -> Union[bool, int, float, str, List[float], object, None]:
        """Of a field that is no list; of a list, the list of its elements."""
        if self.type is None:
            return None
        kind = _KINDS.get(self.type & ~Field.MF)
        if kind is None:
            return None
        if self.type & Field.MF:
            return [getattr(self, 'getMF' + kind)(index) for index in range(self.count)]
        return getattr(self, 'getSF' + kind)()

    @value.setter
    def value(self, value: Union[bool, int, float, str, List[float]]):
        kind = _KINDS.get(self.type) if self.type is not None else None
        if kind is None or kind == 'Node':
            print(f'Error: a field of type {self.type_name} cannot be set as a whole; ignored.', file=sys.stderr)
            return
        try:
            getattr(self, 'setSF' + kind)(value)
        except (TypeError, ValueError, ArgumentError):
            print(f'Error: the field {self.name} of type {self.type_name} does not take {value!r}; ignored.',
                  file=sys.stderr)

    def _has_length(self, value, length: int) -> bool:
        """False, after a message, for a value that is not of so many numbers: the field keeps its own."""
        if len(value) == length:
            return True
        print(f'Error: the field {self.name} takes {length} numbers, not {len(value)}; ignored.', file=sys.stderr)
        return False

    def getName(self) -> str:
        return self.name

    def getType(self) -> int:
        return self.type

    def getTypeName(self) -> str:
        return self.type_name

    def getCount(self) -> int:
        return self.count

    def getActualField(self) -> Optional['Field']:
        ref = _get_actual_field(self._ref)
        return Field(ref) if ref else None

    def enableSFTracking(self, samplingPeriod: int):
        _enable_tracking(self._ref, samplingPeriod)

    def disableSFTracking(self):
        _disable_tracking(self._ref)

    def removeMF(self, index: int):
        _remove_mf(self._ref, index)

    def removeSF(self):
        _remove_sf(self._ref)

    def importMFNodeFromString(self, position: int, nodeString: str):
        _import_mf(self._ref, position, encoded(nodeString))

    def importSFNodeFromString(self, nodeString: str):
        _import_sf(self._ref, encoded(nodeString))

    def importMFNode(self, position: int, filename: str):
        """From a file, as older releases had it."""
        _import_mf_file(self._ref, position, encoded(filename))

    def importSFNode(self, filename: str):
        """From a file, as older releases had it."""
        _import_sf_file(self._ref, encoded(filename))

    def removeMFNode(self, position: int):
        self.removeMF(position)

    def getSFNode(self):
        from .node import Node
        ref = _get_sf_node(self._ref)
        return Node(ref=ref) if ref else None

    def getMFNode(self, index: int):
        from .node import Node
        ref = _get_mf_node(self._ref, index)
        return Node(ref=ref) if ref else None

    def getSFBool(self) -> bool:
        return _get_sf_bool(self._ref)

    def getMFBool(self, index: int) -> bool:
        return _get_mf_bool(self._ref, index)

    def setSFBool(self, value: bool):
        _set_sf_bool(self._ref, value)

    def setMFBool(self, index: int, value: bool):
        _set_mf_bool(self._ref, index, value)

    def insertMFBool(self, index: int, value: bool):
        _insert_mf_bool(self._ref, index, value)

    def getSFInt32(self) -> int:
        return _get_sf_int32(self._ref)

    def getMFInt32(self, index: int) -> int:
        return _get_mf_int32(self._ref, index)

    def setSFInt32(self, value: int):
        _set_sf_int32(self._ref, int(value))

    def setMFInt32(self, index: int, value: int):
        _set_mf_int32(self._ref, index, int(value))

    def insertMFInt32(self, index: int, value: int):
        _insert_mf_int32(self._ref, index, int(value))

    def getSFFloat(self) -> float:
        return _get_sf_float(self._ref)

    def getMFFloat(self, index: int) -> float:
        return _get_mf_float(self._ref, index)

    def setSFFloat(self, value: float):
        _set_sf_float(self._ref, value)

    def setMFFloat(self, index: int, value: float):
        _set_mf_float(self._ref, index, value)

    def insertMFFloat(self, index: int, value: float):
        _insert_mf_float(self._ref, index, value)

    def getSFVec2f(self) -> List[float]:
        return numbers(_get_sf_vec2f(self._ref), 2)

    def getMFVec2f(self, index: int) -> List[float]:
        return numbers(_get_mf_vec2f(self._ref, index), 2)

    def setSFVec2f(self, value: List[float]):
        if self._has_length(value, 2):
            _set_sf_vec2f(self._ref, array(value, 2))

    def setMFVec2f(self, index: int, value: List[float]):
        _set_mf_vec2f(self._ref, index, array(value, 2))

    def insertMFVec2f(self, index: int, value: List[float]):
        _insert_mf_vec2f(self._ref, index, array(value, 2))

    def getSFVec3f(self) -> List[float]:
        return numbers(_get_sf_vec3f(self._ref), 3)

    def getMFVec3f(self, index: int) -> List[float]:
        return numbers(_get_mf_vec3f(self._ref, index), 3)

    def setSFVec3f(self, value: List[float]):
        if self._has_length(value, 3):
            _set_sf_vec3f(self._ref, array(value, 3))

    def setMFVec3f(self, index: int, value: List[float]):
        _set_mf_vec3f(self._ref, index, array(value, 3))

    def insertMFVec3f(self, index: int, value: List[float]):
        _insert_mf_vec3f(self._ref, index, array(value, 3))

    def getSFRotation(self) -> List[float]:
        return numbers(_get_sf_rotation(self._ref), 4)

    def getMFRotation(self, index: int) -> List[float]:
        return numbers(_get_mf_rotation(self._ref, index), 4)

    def setSFRotation(self, value: List[float]):
        if self._has_length(value, 4):
            _set_sf_rotation(self._ref, array(value, 4))

    def setMFRotation(self, index: int, value: List[float]):
        _set_mf_rotation(self._ref, index, array(value, 4))

    def insertMFRotation(self, index: int, value: List[float]):
        _insert_mf_rotation(self._ref, index, array(value, 4))

    def getSFColor(self) -> List[float]:
        return numbers(_get_sf_color(self._ref), 3)

    def getMFColor(self, index: int) -> List[float]:
        return numbers(_get_mf_color(self._ref, index), 3)

    def setSFColor(self, value: List[float]):
        if self._has_length(value, 3):
            _set_sf_color(self._ref, array(value, 3))

    def setMFColor(self, index: int, value: List[float]):
        _set_mf_color(self._ref, index, array(value, 3))

    def insertMFColor(self, index: int, value: List[float]):
        _insert_mf_color(self._ref, index, array(value, 3))

    def getSFString(self) -> str:
        return decoded(_get_sf_string(self._ref))

    def getMFString(self, index: int) -> str:
        return decoded(_get_mf_string(self._ref, index))

    def setSFString(self, value: str):
        _set_sf_string(self._ref, encoded(value))

    def setMFString(self, index: int, value: str):
        _set_mf_string(self._ref, index, encoded(value))

    def insertMFString(self, index: int, value: str):
        _insert_mf_string(self._ref, index, encoded(value))


_KINDS = {Field.SF_BOOL: 'Bool', Field.SF_INT32: 'Int32', Field.SF_FLOAT: 'Float', Field.SF_VEC2F: 'Vec2f',
          Field.SF_VEC3F: 'Vec3f', Field.SF_ROTATION: 'Rotation', Field.SF_COLOR: 'Color', Field.SF_STRING: 'String',
          Field.SF_NODE: 'Node'}
