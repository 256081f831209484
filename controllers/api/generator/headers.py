# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The headers of C: what the descriptions say, and what they have as C."""

import pathlib
import re
import textwrap
from typing import Dict, List, Optional

import c
import remote
from model import Api, Class, DescriptionError, Enumeration, Function

WIDTH = 120

BEGIN = ['', '#ifdef __cplusplus', 'extern "C" {', '#endif']
END = ['', '#ifdef __cplusplus', '}', '#endif']


def comment(text: str, indent: str = '') -> List[str]:
    lines = textwrap.wrap(text, WIDTH - len(indent) - 6, break_long_words=False, break_on_hyphens=False)
    if not lines:
        return []
    return [f'{indent}{"/* " if not number else " * "}{line}' for number, line in enumerate(lines[:-1])] + [
        f'{indent}{"/* " if len(lines) == 1 else " * "}{lines[-1]} */']


def _in_c(text: str, result: str) -> str:
    """A text for all languages, as C has it; `result`: the C type of what is answered."""
    text = re.sub(r'\bNone\b', 'NULL', text)
    nothing = '0' if result == 'WbDeviceTag' else 'NULL'
    return re.sub(r', if there (is one|are any)', f', {nothing} if there is none', text)


class Header:
    """A header: the types of its classes, then their functions."""

    def __init__(self, api: Api, path: str, classes: List[Class]):
        self._api, self._path, self._classes = api, path, classes

    def text(self) -> str:
        guard = self._guard()
        files = ', '.join(sorted({each.file.name for each in self._classes}))
        lines = self._head() + [f'/* Generated from {files} of controllers/api by controllers/api/generator. */',
                                f'#ifndef {guard}', f'#define {guard}']
        lines += self._includes()
        for enumeration in self._enumerations():
            lines += [''] + self._enumeration(enumeration)
        lines += self._raw('before')
        is_remote = self._classes[0].name == 'RemoteControl'
        lines += ['', *remote.table(self._api)] if is_remote else []
        lines += BEGIN
        lines += ['', *remote.declarations(self._api)] if is_remote else []
        for old in (False, True):
            for described in self._classes:
                lines += self._functions(described, old)
        lines += self._aliases() + self._raw('extra') + END + self._raw('after')
        return '\n'.join(lines + ['', '#endif', ''])

    def _guard(self) -> str:
        stem = pathlib.PurePath(self._path).stem.upper()
        return ('WBU_' if '/' in self._path.replace('webots/', '', 1) else 'WB_') + stem + '_H'

    def _setting(self, key: str) -> str:
        return next((str(each.c[key]) for each in self._classes if key in each.c), '')

    def _raw(self, key: str) -> List[str]:
        """Lines that the descriptions have as C."""
        lines: List[str] = []
        for described in self._classes:
            text = textwrap.dedent(str(described.c.get(key, ''))).strip('\n')
            lines += ['', *text.splitlines()] if text else []
        return lines

    def _head(self) -> List[str]:
        """What all of it is for, at the top."""
        first = self._classes[0]
        pointers = any('*' in c.declaration(self._api, each, function).split('(')[0]
                       for each in self._classes for function in c.functions(self._api, each)
                       if function.result and function.result.name not in ('text', 'owned_text'))
        told = [first.text, self._setting('head')]
        if pointers and self._api.is_device(first.name):
            told.append('What a function points to is valid until the next step.')
        return comment(' '.join(' '.join(told).split()))

    def _includes(self) -> List[str]:
        up = '../' * (self._path.count('/') - 1)
        names = str(self._classes[0].c.get('includes', 'types.h')).split()
        system = [f'#include {name}' for name in names if name.startswith('<')]
        own = [f'#include "{up}{name}"' for name in names if not name.startswith('<')]
        return [''] * bool(system) + system + [''] * bool(own) + own

    # Types.

    def _enumerations(self) -> List[Enumeration]:
        """Those that stand in this header."""
        return [enumeration for described in self._classes for enumeration in described.enumerations
                if enumeration.c_names and not enumeration.c_header]

    @staticmethod
    def _enumeration(enumeration: Enumeration) -> List[str]:
        members = sorted({**enumeration.members, **enumeration.c_only}.items(), key=lambda each: each[1])
        names = {enumeration.c_names.format(name.removeprefix(enumeration.c_remove)): f'0x{value:x}' if value > 0xfff else str(value)
                 for name, value in members}
        lines = comment(enumeration.text)
        if enumeration.c_macros:
            for name, value in names.items():
                value = f'({value})' if value.startswith('-') else value
                lines += [f'#ifndef {name}', f'#define {name} {value}', '#endif']
            return lines
        body = [f'{name} = {value}' for name, value in names.items()]
        is_typed = enumeration.c_type != 'int'
        begin, end = 'typedef enum {' if is_typed else 'enum {', f'}} {enumeration.c_type};' if is_typed else '};'
        whole = f'{begin} {", ".join(body)} {end}'
        if len(whole) <= WIDTH:
            return lines + [whole]
        return lines + [begin, *(f'  {each},' for each in body[:-1]), f'  {body[-1]}', end]

    # Functions.

    def _functions(self, described: Class, old: bool) -> List[str]:
        chosen = [each for each in c.functions(self._api, described) if each.old is old]
        if not chosen:
            return []
        lines = ['', '/* Names of older releases. */'] if old else []
        if not old and described is not self._classes[0]:
            lines += [''] + comment(described.text)
        told: List[str] = []
        for function in chosen:
            now = comment(self._details(described, function))
            lines += [''] + now if now != told and now else []
            told = now
            lines += self._declaration(described, function) + self._macro(described, function)
        return lines

    def _details(self, described: Class, function: Function) -> str:
        """What it does, with units and ranges."""
        told = []
        for each in function.parameters:
            limits = ', '.join(filter(None, (each.type.unit, each.type.range)))
            told += [f'{each.name}: {limits}'] if limits else []
        result = function.result
        if result:
            answered = [f'{result.count} numbers'] if result.count else []
            answered += [result.unit] if result.unit else []
            answered += [result.range] if result.range else []
            answered += ['the caller frees it'] if result.name == 'owned_text' else []
            told += [('result: ' if told else '') + ', '.join(answered)] if answered else []
        text = _in_c(function.text, c.result_type(self._api, described, function))
        return text + (f' [{"; ".join(told)}]' if told else '')

    def _declaration(self, described: Class, function: Function) -> List[str]:
        line = c.declaration(self._api, described, function) + ' WB_DEPRECATED' * function.deprecated + ';'
        return _wrapped(line)

    @staticmethod
    def _macro(described: Class, function: Function) -> List[str]:
        """A macro of the function's name, which takes what older releases gave it."""
        macros = described.c.get('macros', {})
        assert isinstance(macros, dict)
        text = textwrap.dedent(macros.get(function.name, '')).strip('\n')
        return text.splitlines()

    def _aliases(self) -> List[str]:
        lines: List[str] = []
        for described in self._classes:
            for alias in c.aliases(self._api, described):
                lines += _wrapped(alias.declaration + ' WB_DEPRECATED' * alias.deprecated + ';')
        return ['', '/* Names of older releases, of functions above. */', *lines] if lines else []


def _wrapped(line: str) -> List[str]:
    """A declaration in lines of no more than the width, broken after parameters."""
    if len(line) <= WIDTH:
        return [line]
    head, parameters = line.split('(', 1)
    column = len(head) + 1
    lines = textwrap.wrap(parameters.replace(' ', '\0').replace(',\0', ', '), WIDTH - column)
    return [(head + '(' if not number else ' ' * column) + each.replace('\0', ' ') for number, each in enumerate(lines)]


def nodes(api: Api) -> str:
    """The header of the types of nodes."""
    enumeration = api.classes['Node'].enumerations[0]
    lines = comment(enumeration.text)
    lines += ['/* Generated from controllers/wire/node_types.def by controllers/api/generator. */', '#ifndef WB_NODES_H',
              '#define WB_NODES_H', *BEGIN, '']
    lines += Header._enumeration(Enumeration('', enumeration.c_type, enumeration.members, '', enumeration.c_names,
                                             c_only=enumeration.c_only))
    lines += ['', *comment('"DistanceSensor" for WB_NODE_DISTANCE_SENSOR; "" for WB_NODE_NO_NODE, NULL for a number that '
                           'is no type. The string lives as long as the program.'),
              'const char* wb_node_get_name(WbNodeType t);', *END, '', '#endif', '']
    return '\n'.join(lines)


def modules(api: Api, by_hand: Optional[pathlib.Path] = None) -> Dict[str, str]:
    """The headers, by path; those by hand are left out, and none may be both."""
    by_path: Dict[str, List[Class]] = {}
    for described in api.classes.values():
        if not described.cpp.get('each') and not described.c.get('by_hand'):
            by_path.setdefault(c.header(described), []).append(described)
    for classes in by_path.values():  # the class that the header is called after is the first
        classes.sort(key=lambda each: 'header' in each.c)
    found = {path: Header(api, path, classes).text() for path, classes in by_path.items()}
    found['webots/nodes.h'] = nodes(api)
    for path in found:
        if by_hand and (by_hand / path).exists():
            raise DescriptionError(f'{by_hand / path} is by hand, and is described')
    return found
