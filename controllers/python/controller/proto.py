"""The PROTO that a node comes from."""

from typing import Optional

from .field import Field
from .wb import boolean, decoded, encoded, function, handle, integer, text

_get_type_name = function('wb_supervisor_proto_get_type_name', text, handle)
_is_derived = function('wb_supervisor_proto_is_derived', boolean, handle)
_get_parent = function('wb_supervisor_proto_get_parent', handle, handle)
_get_field = function('wb_supervisor_proto_get_field', handle, handle, text)
_get_field_by_index = function('wb_supervisor_proto_get_field_by_index', handle, handle, integer)
_get_number_of_fields = function('wb_supervisor_proto_get_number_of_fields', integer, handle)


class Proto:
    def __init__(self, ref: int):
        self._ref = ref

    @property
    def type_name(self) -> str:
        return decoded(_get_type_name(self._ref))

    @property
    def is_derived(self) -> bool:
        return _is_derived(self._ref)

    @property
    def number_of_fields(self) -> int:
        return _get_number_of_fields(self._ref)

    def getTypeName(self) -> str:
        return self.type_name

    def isDerived(self) -> bool:
        return self.is_derived

    def getNumberOfFields(self) -> int:
        return self.number_of_fields

    def getParent(self) -> Optional['Proto']:
        ref = _get_parent(self._ref)
        return Proto(ref) if ref else None

    def getProtoParent(self) -> Optional['Proto']:
        return self.getParent()

    def getField(self, name: str) -> Optional[Field]:
        ref = _get_field(self._ref, encoded(name))
        return Field(ref) if ref else None

    def getFieldByIndex(self, index: int) -> Optional[Field]:
        ref = _get_field_by_index(self._ref, index)
        return Field(ref) if ref else None
