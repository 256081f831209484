"""The C functions as they are declared."""

from typing import Iterator, List, Optional, Tuple

from model import Api, Class, Function, Type, snake

_TYPES = {
    'int': 'int', 'cut': 'int', 'double': 'double', 'bool': 'bool', 'text': 'const char*', 'owned_text': 'const char*',
    'table': 'const double*', 'bytes_of': 'const unsigned char*', 'floats_of': 'const float*', 'data': 'const void*',
    'node_type': 'WbNodeType', 'ints': 'const int*', 'int_out': 'int*', 'ImageRef': 'WbImageRef',
}


def _type(api: Api, owner: Class, kind: Optional[Type]) -> str:
    if kind is None:
        return 'void'
    if kind.name in _TYPES:
        return _TYPES[kind.name]
    if kind.name == 'doubles':
        return 'const double*'
    if kind.name in ('struct', 'structs'):
        return f'Wb{kind.struct}' if kind.name == 'struct' else f'const Wb{kind.struct}*'
    if kind.name == 'own_structs':
        return f'Wb{kind.struct}*'
    for each in api.lineage(owner):
        enumeration = each.enumeration(kind.name)
        if enumeration:
            return enumeration.c_type
    if api.is_device(kind.name):
        return 'WbDeviceTag'
    return str(api.classes[kind.name].handle)


def parameters(api: Api, owner: Class, function: Function) -> List[Tuple[str, str]]:
    """Types and names, the object first."""
    found: List[Tuple[str, str]] = []
    if not function.static and function.c_name == '{prefix}_' + function.name:
        if owner.handle:
            found.append((owner.handle, owner.name.lower()))
        elif api.is_device(owner.name):
            found.append(('WbDeviceTag', 'tag'))
    return found + [(_type(api, owner, each.type), each.name) for each in function.parameters]


def declaration(api: Api, owner: Class, function: Function) -> str:
    """double wb_gps_get_speed(WbDeviceTag tag)"""
    told = ', '.join(f'{kind} {name}' for kind, name in parameters(api, owner, function))
    return f'{_type(api, owner, function.result)} {owner.c_name(function)}({told})'


def probe(api: Api) -> str:
    """C that is refused where a header declares a function otherwise than its description."""
    lines = ['// Generated from controllers/api by controllers/api/generator: the headers declare what is described.']
    headers: List[str] = []
    checks: List[str] = []
    for described in api.classes.values():
        if described.cpp.get('each'):
            continue
        header = str(described.cpp.get('c_header', f'webots/{snake(described.name)}.h'))
        if header not in headers:
            headers.append(header)
        for function in functions(api, described):
            kinds = ', '.join(kind for kind, _ in parameters(api, described, function)) or 'void'
            result, name = _type(api, described, function.result), described.c_name(function)
            checks.append(f'_Static_assert(__builtin_types_compatible_p(__typeof__(&{name}), {result} (*)({kinds})), '
                          f'"{name}");')
    return '\n'.join(lines + [f'#include <{header}>' for header in headers] + [''] + checks) + '\n'


def functions(api: Api, described: Class) -> Iterator[Function]:
    """Those of the class, and those of its bases that C has for each class."""
    own = {each.name for each in described.functions}
    for base in reversed(api.lineage(described)[1:]):
        if base.cpp.get('each'):
            yield from (each for each in base.functions if each.name not in own)
    yield from described.functions
