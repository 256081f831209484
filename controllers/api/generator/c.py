# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The C functions as they are declared."""

from dataclasses import dataclass
from typing import Iterator, List, Optional, Tuple

from model import Api, Class, DescriptionError, Function, Type, snake

_TYPES = {
    'int': 'int', 'cut': 'int', 'double': 'double', 'bool': 'bool', 'text': 'const char*', 'owned_text': 'const char*',
    'table': 'const double*', 'bytes_of': 'const unsigned char*', 'floats_of': 'const float*', 'data': 'const void*',
    'float': 'float', 'node_type': 'WbNodeType', 'ints': 'const int*', 'int_out': 'int*', 'ImageRef': 'WbImageRef',
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


def header(described: Class) -> str:
    """Where the functions of a class are declared."""
    return str(described.c.get('header', f'webots/{snake(described.name)}.h'))


def result_type(api: Api, owner: Class, function: Function) -> str:
    return _type(api, owner, function.result)


def _parameter(kind: str, name: str, count: Optional[int]) -> str:
    return f'{kind[:-1]} {name}[{count}]' if count else f'{kind} {name}'


def declaration(api: Api, owner: Class, function: Function, name: str = '') -> str:
    """double wb_gps_get_speed(WbDeviceTag tag); under another name if one is given."""
    known = parameters(api, owner, function)
    counts = [None] * (len(known) - len(function.parameters)) + [each.type.count for each in function.parameters]
    told = ', '.join(_parameter(*each, count) for each, count in zip(known, counts))
    return f'{result_type(api, owner, function)} {name or owner.c_name(function)}({told})'


@dataclass(frozen=True)
class Alias:
    """A name of an older release, which goes the way of today's."""
    declaration: str
    call: str
    deprecated: bool


def aliases(api: Api, described: Class) -> Iterator[Alias]:
    by_name = {each.name: each for each in functions(api, described)}
    listed = described.c.get('aliases', {})
    assert isinstance(listed, dict)
    for name, today in listed.items():
        if today not in by_name:
            raise DescriptionError(f'{described.file}: {described.name} has no function {today}, which aliases name')
        function, alias = by_name[today], name.split()[-1]
        arguments = ', '.join(each for _, each in parameters(api, described, function))
        yield Alias(declaration(api, described, function, alias),
                    'return ' * (function.result is not None) + f'{described.c_name(function)}({arguments})',
                    name.startswith('deprecated '))


def alias_functions(api: Api) -> str:
    """The functions of libController that have names of older releases."""
    described = [each for each in api.classes.values() if each.c.get('aliases') and not each.library]
    lines = ['/* Generated from controllers/api by controllers/api/generator. */']
    lines += sorted({f'#include <{header(each)}>' for each in described})
    for each in described:
        lines += [''] + [f'{alias.declaration} {{ {alias.call}; }}' for alias in aliases(api, each)]
    return '\n'.join(lines) + '\n'


def numbers(api: Api) -> str:
    """The numbers of the headers as data symbols, for languages that load the library and see no header."""
    chosen = {f'KEYBOARD_{name}': value for each in api.classes['Keyboard'].enumerations
              for name, value in each.members.items()}
    for enumeration, prefix in (('Node', 'NODE_'), ('Field', ''), ('Motor', '')):
        chosen.update({prefix + name: value for each in api.classes[enumeration].enumerations
                       for name, value in each.members.items()})
    lines = ['/* Generated from controllers/api by controllers/api/generator. */']
    lines += [f'#include <webots/{name}.h>' for name in ('keyboard', 'nodes', 'supervisor', 'types')]
    lines += ['', '#define LO_NUMBER(name, value) \\', '  const int wb_##name = WB_##name; \\',
              '  _Static_assert(WB_##name == value, "the header has another number");', '']
    return '\n'.join(lines + [f'LO_NUMBER({name}, {value})' for name, value in chosen.items()]) + '\n'


# What sampled sensors do alike: the library's function, by that of the API.
_SAMPLED = {
    'enable': 'lo_sensor_enable(tag, LO_DEVICE_{kind}, sampling_period, __func__)',
    'disable': 'lo_sensor_enable(tag, LO_DEVICE_{kind}, 0, __func__)',
    'get_sampling_period': 'lo_sensor_period(tag, LO_DEVICE_{kind}, __func__)',
    'get_lookup_table_size': 'lo_lookup_table_size(tag, LO_DEVICE_{kind}, __func__)',
    'get_lookup_table': 'lo_lookup_table(tag, LO_DEVICE_{kind}, __func__)',
}


def sensors(api: Api) -> str:
    """What sampled sensors do alike, and the readings that their structs hold."""
    lines = ['/* Generated from controllers/api by controllers/api/generator. */']
    bodies: List[str] = []
    for described in api.kinds():
        is_sampled = any(each.name == 'Sensor' for each in api.lineage(described))
        if not is_sampled or described.settings.get('sampled_by_hand'):
            continue
        kind = snake(described.name).upper()
        lines.append(f'#include <{header(described)}>')
        for function in functions(api, described):
            if function.reading is not None and function.result and function.result.name == 'double':
                call = f'lo_sensor_value(tag, LO_DEVICE_{kind}, {function.reading}, __func__)'
            elif function.reading is not None:
                call = f'lo_sensor_values(tag, LO_DEVICE_{kind}, __func__)'
            elif function not in [*described.functions, *described.c_functions]:
                call = _SAMPLED[function.name].format(kind=kind)
            else:
                continue
            returned = 'return ' if function.result else ''
            bodies += ['', f'{declaration(api, described, function)} {{ {returned}{call}; }}']
    return '\n'.join(lines + ['#include "controllers/lib/session.h"', *bodies]) + '\n'


def functions(api: Api, described: Class) -> Iterator[Function]:
    """Those of the class, and those of its bases that C has for each class."""
    own = {each.name for each in described.functions}
    for base in reversed(api.lineage(described)[1:]):
        if base.cpp.get('each'):
            yield from (each for each in base.functions if each.name not in own)
    yield from described.functions
    yield from described.c_functions
