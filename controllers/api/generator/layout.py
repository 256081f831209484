# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The layouts of what engine and controllers share (controllers/wire): where each member lies, checked by the compilers, and
a digest of all, by which the two sides know that they were built from the same."""

import hashlib
import pathlib
import re
from dataclasses import dataclass
from typing import Dict, List, Tuple

from model import DESCRIPTIONS, Api, DescriptionError, snake

WIRE = DESCRIPTIONS.parent / 'wire'

# Size and alignment, the same on all machines that the program runs on.
_SCALARS = {'char': 1, 'uint8_t': 1, 'uint16_t': 2, 'int32_t': 4, 'uint32_t': 4, 'float': 4, 'uint64_t': 8, 'int64_t': 8,
            'double': 8}


@dataclass(frozen=True)
class Member:
    name: str
    type: str
    count: int  # of an array; 1 otherwise
    offset: int


@dataclass(frozen=True)
class Struct:
    name: str
    file: str
    size: int
    alignment: int
    members: Tuple[Member, ...]


class Layouts:
    """All structs and numbers of the headers of a folder."""

    def __init__(self, folder: pathlib.Path = WIRE):
        self.structs: Dict[str, Struct] = {}
        self.numbers: Dict[str, str] = {}
        self._aliases: Dict[str, str] = {}
        texts = {path.name: re.sub(r'/\*.*?\*/|//[^\n]*', ' ', path.read_text(), flags=re.S)
                 for path in sorted(folder.glob('*.h'))}
        for name in self._in_order_of_includes(texts):
            self._read(name, texts[name])

    @staticmethod
    def _in_order_of_includes(texts: Dict[str, str]) -> List[str]:
        order: List[str] = []

        def visit(name: str) -> None:
            for included in re.findall(r'#include "controllers/wire/(\w+\.h)"', texts[name]):
                if included in texts and included not in order:
                    visit(included)
            if name not in order:
                order.append(name)

        for name in texts:
            visit(name)
        return order

    def _read(self, file: str, text: str) -> None:
        declaration = (r'typedef struct\s*\w*\s*\{(?P<members>[^{}]*)\}\s*(?P<struct>\w+);'
                       r'|typedef (?P<known>lo_\w+) (?P<alias>\w+);'
                       r'|enum\s*\w*\s*\{(?P<numbers>[^{}]*)\}'
                       r'|^#define (?P<name>LO_\w+) (?P<value>[^\n]+)$')
        for found in re.finditer(declaration, text, re.M):
            if found['struct'] and '*' in found['members']:  # within one process; known by its text
                self.numbers[found['struct']] = ' '.join(found['members'].split())
            elif found['struct']:
                self._struct(file, found['struct'], found['members'])
            elif found['alias']:
                self._aliases[found['alias']] = found['known']
            elif found['name']:
                self.numbers[found['name']] = ' '.join(found['value'].split())
            else:
                self._enumeration(found['numbers'])

    def _enumeration(self, text: str) -> None:
        value = -1
        for member in filter(None, (each.strip() for each in text.split(','))):
            name, _, given = (each.strip() for each in member.partition('='))
            value = self._value(given) if given else value + 1
            self.numbers[name] = str(value)

    def _value(self, text: str) -> int:
        text = self.numbers.get(text, text)
        return int(text.rstrip('uU'), 0)

    def known(self, kind: str) -> str:
        """The struct behind a name that stands for another."""
        return self._aliases.get(kind, kind)

    def size_and_alignment(self, kind: str, where: str) -> Tuple[int, int]:
        kind = self._aliases.get(kind, kind)
        if kind in _SCALARS:
            return _SCALARS[kind], _SCALARS[kind]
        if kind not in self.structs:
            raise DescriptionError(f'controllers/wire/{where}: the layout of {kind} is not known')
        return self.structs[kind].size, self.structs[kind].alignment

    def _struct(self, file: str, name: str, text: str) -> None:
        members: List[Member] = []
        end, largest = 0, 1
        for line in filter(None, (' '.join(each.split()) for each in text.split(';'))):
            kind, _, names = line.partition(' ')
            size, alignment = self.size_and_alignment(kind, f'{file}: {name}')
            for declared in names.split(','):
                found = re.fullmatch(r'(\w+)(?:\[(\d+)\])?', declared.strip())
                if not found:
                    raise DescriptionError(f'controllers/wire/{file}: {name}: {declared.strip()} is not understood')
                count = int(found[2] or 1)
                offset = -(-end // alignment) * alignment
                members.append(Member(found[1], kind, count, offset))
                end, largest = offset + size * count, max(largest, alignment)
        self.structs[name] = Struct(name, file, -(-end // largest) * largest, largest, tuple(members))

    def digest(self) -> str:
        """Changes with each member's place and type, and with each number."""
        told = [f'{name} = {value}' for name, value in sorted(self.numbers.items())]
        for struct in sorted(self.structs.values(), key=lambda each: each.name):
            told.append(f'{struct.name} {struct.size}')
            told += [f'  {each.offset} {each.type}[{each.count}] {each.name}' for each in struct.members]
        return hashlib.sha256('\n'.join(told).encode()).hexdigest()[:8]

    def version_header(self) -> str:
        return f'''/* Generated from controllers/wire by controllers/api/generator. */
#ifndef LIGHTSOUT_WIRE_VERSION_H
#define LIGHTSOUT_WIRE_VERSION_H

/* A digest of all layouts and numbers of controllers/wire: engine and library can talk where it is the same. */
#define LO_BLOCK_VERSION 0x{self.digest()}u

#endif
'''

    def checks(self) -> str:
        """C and C++ in which each member lies where the digest has it."""
        lines = ['/* Generated from controllers/wire by controllers/api/generator. */', '#include <stddef.h>', '']
        lines += [f'#include "controllers/wire/{file}"' for file in sorted({each.file for each in self.structs.values()})]
        lines += ['', '#ifdef __cplusplus', '#define LO_CHECK(what) static_assert(what, #what)', '#else',
                  '#define LO_CHECK(what) _Static_assert(what, #what)', '#endif', '']
        for struct in self.structs.values():
            lines.append(f'LO_CHECK(sizeof({struct.name}) == {struct.size});')
            lines += [f'LO_CHECK(offsetof({struct.name}, {each.name}) == {each.offset});' for each in struct.members]
        return '\n'.join(lines) + '\n'


_LETTERS = {'char': 'c', 'uint8_t': 'b', 'uint16_t': 'h', 'int32_t': 'i', 'uint32_t': 'u', 'float': 'f', 'uint64_t': 'U',
            'int64_t': 'I', 'double': 'd'}
_PLACES = {'lo_array', 'lo_string', 'lo_bulk', 'lo_box'}  # whose member `offset` says where in the block something lies


def members(api: Api, layouts: Layouts) -> str:
    """Every number of the block's head, of the table of devices and of the states of all kinds of devices, by name:
    MEMBER(kind or which struct, name, offset in the struct, letter of the type, elements)."""
    lines = ['// Generated from controllers/wire by controllers/api/generator.']

    def flatten(kind: str, struct: Struct, name: str, base: int) -> None:
        for each in struct.members:
            offset, path = base + each.offset, f'{name}.{each.name}' if name else each.name
            if each.type in _LETTERS:
                letter = 'p' if each.name == 'offset' and struct.name in _PLACES else _LETTERS[each.type]
                lines.append(f"MEMBER({kind}, \"{path}\", {offset}, '{letter}', {each.count})")
                continue
            size, _ = layouts.size_and_alignment(each.type, struct.file)
            inner = layouts.structs[layouts.known(each.type)]
            for i in range(each.count):
                flatten(kind, inner, f'{path}[{i}]' if each.count > 1 else path, offset + i * size)

    flatten('LO_HEAD', layouts.structs['lo_block'], '', 0)
    flatten('LO_ENTRY', layouts.structs['lo_device'], '', 0)
    for each in api.kinds():
        name = snake(each.name)
        state = layouts.structs.get(f'lo_{name}_state', layouts.structs['lo_sensor_state'])
        flatten(f'LO_DEVICE_{name.upper()}', state, '', 0)
    return '\n'.join(lines) + '\n'


def kinds_header(api: Api) -> str:
    """The kinds of devices, as numbers and as a list."""
    kinds = api.kinds()
    lines = ['/* Generated from controllers/api by controllers/api/generator. */', '#ifndef LIGHTSOUT_WIRE_DEVICE_KINDS_H',
             '#define LIGHTSOUT_WIRE_DEVICE_KINDS_H', '', 'typedef enum {']
    lines += [f'  LO_DEVICE_{snake(each.name).upper()} = {each.kind},' for each in kinds]
    lines += [f'  LO_DEVICE_KIND_COUNT = {(kinds[-1].kind or 0) + 1}', '} lo_device_kind;', '',
              '/* KIND(constant, name, whether a remote-control library reports its readings) for each. */',
              '#define LO_DEVICE_KINDS(KIND) \\']
    lines += [f'  KIND({snake(each.name).upper()}, "{each.name if each.kind else "robot"}", '
              f'{int(bool(each.settings.get("remote")))}) \\' for each in kinds]
    lines[-1] = lines[-1][:-2]
    return '\n'.join(lines + ['', '#endif', ''])


# What the numbers of a reading are called in recordings, by how many they are.
_NUMBERS = {3: ('x', 'y', 'z'), 4: ('qx', 'qy', 'qz', 'qw')}


def readings_list(api: Api) -> str:
    """The numbers that the structs of sampled sensors hold: READING(kind, class, name, place, unit, meaning)."""
    lines = ['// Generated from controllers/api by controllers/api/generator.',
             '// READING(kind of device, class, name, place in the values, unit, meaning), by kind.']
    for described in api.kinds():
        for function in described.functions:
            place = function.recorded if function.reading is None else function.reading
            if place is None or function.result is None:
                continue
            names = _NUMBERS.get(function.result.count or 1, (function.subject,))
            text = function.text.replace('"', "'")
            lines += [f'READING({snake(described.name).upper()}, "{described.name}", "{name}", {place + i}, '
                      f'"{function.result.unit}", "{text}")' for i, name in enumerate(names)]
    return '\n'.join(lines) + '\n'


def files(api: Api) -> Dict[str, str]:
    layouts = Layouts()
    layouts.numbers.update({f'kind {each.name}': str(each.kind) for each in api.kinds()})
    return {'device_kinds.h': kinds_header(api), 'readings.def': readings_list(api), 'version.h': layouts.version_header(), 'layout.c': layouts.checks(),
            'layout.cpp': layouts.checks(), 'members.inc': members(api, layouts)}
