# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The Python package: a module per class. Where a module of that name lies among the sources, it holds the class, and
stands on the generated one, <module>_functions, with the class <Class>Functions."""

import ast
import pathlib
import re
import textwrap
from typing import Dict, List, Optional, Set, Tuple

from model import (Api, Class, Enumeration, Function, Parameter, Type, all_node_types, camel, constant_name, signature,
                   snake)

HEAD = '# Generated from {file} by controllers/api/generator.\n'

# How a value goes to the library: its hint, its type for ctypes, and the argument as an expression of its name.
_ARGUMENTS = {
    'int': ('int', 'integer', '{}'),
    'cut': ('float', 'integer', 'int({})'),  # numbers after the point are cut off
    'double': ('float', 'real', '{}'),
    'bool': ('bool', 'boolean', '{}'),
    'text': ('str', 'text', 'encoded({})'),
    'doubles': ('Sequence[float]', 'reals', 'array({}, {count})'),
    'ints': ('Sequence[int]', 'integers', '{}'),
    'int_out': ('int', 'integers', '{}'),
    'data': ('bytes', 'text', '{}'),
    'ImageRef': ('Optional[int]', 'handle', '{}'),
}
# How a result comes from it.
_RESULTS = {
    'int': ('int', 'integer', '{}'),
    'cut': ('int', 'integer', '{}'),
    'double': ('float', 'real', '{}'),
    'bool': ('bool', 'boolean', '{}'),
    'text': ('str', 'text', 'decoded({})'),
    'doubles': ('List[float]', 'reals', 'numbers({}, {count})'),
    'ImageRef': ('Optional[int]', 'handle', '{}'),
}
_ADDRESSES = ('bytes_of', 'floats_of', 'structs', 'own_structs', 'data', 'owned_text')
_TYPING = ('Any', 'List', 'Optional', 'Sequence')


def sentence(function: Function, with_parameters: bool) -> List[str]:
    """The lines of a docstring."""
    text = function.text
    if function.result and function.result.unit:
        text += f' Unit: {function.result.unit}.'
    lines = textwrap.wrap(text, 100)
    if with_parameters:
        told = [f'{each.name}: ' + ', '.join(filter(None, (each.type.unit, each.type.range)))
                for each in function.parameters if each.type.unit or each.type.range]
        if told:
            lines += [''] + told
    return lines


def docstring(lines: List[str], indent: str) -> List[str]:
    raw = 'r' if any('\\' in line for line in lines) else ''
    if len(lines) == 1 and not lines[0].endswith('"'):
        return [f'{indent}{raw}"""{lines[0]}"""']
    return [f'{indent}{raw}"""{lines[0]}'] + [indent + line if line else '' for line in lines[1:]] + [indent + '"""']


class Module:
    """The text of the module of one class."""

    def __init__(self, api: Api, described: Class, by_hand: bool):
        self._api, self._class = api, described
        self._name = described.name + ('Functions' if by_hand else '')
        self._own = '' if by_hand else described.name  # the class that the module needs not import
        self._used: Set[str] = set()  # names of controller.wb
        self._later: Set[str] = set()  # classes that are imported when they are needed: circles of modules
        self._declared: List[str] = []
        self._members: List[str] = []
        python = described.python
        self._plain = described.listed(python, 'plain')
        self._write_only = described.listed(python, 'write_only')
        self._coverable = described.listed(python, 'coverable')
        self._by_hand = described.listed(python, 'by_hand')
        self._properties = described.mapped(python, 'property')
        self._names = described.mapped(python, 'names')
        self._signatures = described.mapped(python, 'arguments')

    def text(self) -> str:
        functions = [each for each in self._class.functions if not each.cpp_only]
        for function in functions:
            self._declare(function)
        done: Set[str] = set()
        for function in functions:
            if function.name not in self._by_hand and function.name not in done:
                done |= self._member(function)
        self._aliases()
        if self._is_robot():
            self._devices()
        while self._members and not self._members[-1]:
            self._members.pop()
        body = '\n'.join(self._members)
        hints = '\n'.join(self._constants()) + body
        lines = [HEAD.format(file='controllers/api/' + self._class.file.name) +
                 '\n'.join(docstring(textwrap.wrap(self._class.text, 100), '')), '',
                 'from __future__ import annotations', '']
        lines += self._imports(hints)
        lines += self._declared
        lines += ['', '', f'class {self._name}({self._base()}):' if self._base() else f'class {self._name}:']
        lines += docstring(textwrap.wrap(self._class.text, 100), '    ')
        lines += self._constants() + (['', body] if body else [])
        return '\n'.join(lines) + '\n'

    def _base(self) -> str:
        return self._class.base

    def _imports(self, hints: str) -> List[str]:
        here = bool(self._class.library)
        typing = [name for name in _TYPING if re.search(rf'\b{name}\b', hints)]
        typing += ['Dict'] * self._is_robot()
        lines: List[str] = []
        package = 'controller.' if here else '.'
        used = sorted(self._used - {'function'}) if here else sorted(self._used)
        base = self._class.base
        if base:
            home = '.' if not here or self._api.classes[base].library else 'controller.'
            lines.append(f'from {home}{self._api.classes[base].file.stem} import {base}')
        if used:
            lines += self._wrapped(f'from {package}wb import {", ".join(used)}')
        if here:
            lines += ['', 'from . import libraries', 'from .libraries import function']
        # To import typing takes longer than all else together.
        if typing or self._later:
            lines += [''] * bool(lines) + ['TYPE_CHECKING = False', 'if TYPE_CHECKING:']
            lines += [f'    from typing import {", ".join(sorted(typing))}'] * bool(typing)
            lines += [''] * bool(typing and self._later)
            lines += [f'    from .{snake(name)} import {name}' for name in sorted(self._later)]
        return lines + [''] * bool(lines)

    @staticmethod
    def _wrapped(line: str) -> List[str]:
        if len(line) <= 120:
            return [line]
        head, names = line.split(' import ')
        return [f'{head} import ('] + textwrap.wrap(names, 110, initial_indent='    ', subsequent_indent='    ') + [')']

    def _constants(self) -> List[str]:
        lines = [f'    {name} = {value}' for enumeration in self._class.enumerations
                 for name, value in enumeration.members.items()]
        lines += [f'    {name} = {value}  # of older releases' for name, value in self._class.old_constants.items()]
        if self._class.kind is not None and self._class.base and self._is_sampled():
            lines.insert(0, f"    _kind = '{snake(self._class.name)}'")
        elif self._class.base == 'InputSource':
            lines.insert(0, f"    _kind = '{snake(self._class.name)}'")
        if self._class.handle:
            lines.append('    _ref: Optional[int]')
        return [''] * bool(lines) + lines

    def _is_sampled(self) -> bool:
        return any(each.name == 'Sensor' for each in self._api.lineage(self._class))

    # The library's functions.

    def _argument(self, kind: Type) -> Tuple[str, str, str]:
        if kind.name in _ARGUMENTS:
            hint, declared, expression = _ARGUMENTS[kind.name]
            return hint, declared, expression.replace('{count}', str(kind.count))
        if self._api.is_device(kind.name):
            return f'Optional[{kind.name}]', 'tag', '{0}.tag if {0} else 0'
        if self._api.is_handle(kind.name):
            return f'Optional[{kind.name}]', 'handle', '{0}._ref if {0} else None'
        return 'int', 'integer', '{}'

    def _result(self, kind: Optional[Type]) -> Tuple[str, str, str]:
        if kind is None:
            return 'None', 'None', '{}'
        if kind.name in _RESULTS:
            hint, declared, expression = _RESULTS[kind.name]
            return hint, declared, expression.replace('{count}', str(kind.count))
        if self._api.is_device(kind.name):
            return f'Optional[{kind.name}]', 'tag', ''
        if self._api.is_handle(kind.name):
            return f'Optional[{kind.name}]', 'handle', ''
        if kind.name in _ADDRESSES:
            return 'Optional[int]', 'handle', '{}'
        return 'int', 'integer', '{}'

    def _object(self, function: Function) -> List[Tuple[str, str]]:
        """What stands before the arguments: its type for ctypes, and its expression."""
        if function.static or function.c_name != '{prefix}_' + function.name:
            return []
        if self._class.handle:
            return [('handle', 'self._ref')]
        return [('tag', 'self._tag')] if self._api.is_device(self._class.name) else []

    def _declare(self, function: Function) -> None:
        if function.result and function.result.name == 'struct':
            return
        types = [self._result(function.result)[1]] + [declared for declared, _ in self._object(function)]
        types += [self._argument(each.type)[1] for each in function.parameters]
        self._used |= {'function', *types} - {'None'}
        library = f'libraries.{self._class.library}, ' if self._class.library else ''
        line = f"_{function.name} = function({library}'{self._class.c_name(function)}', {', '.join(types)})"
        if len(line) > 120:
            split = line.rindex(', ', 0, 118) + 1
            indent = ' ' * (line.index('function(') + 9)
            self._declared += [line[:split], indent + line[split + 1:]]
        else:
            self._declared.append(line)

    def _call(self, function: Function, names: List[str]) -> str:
        arguments = [expression for _, expression in self._object(function)]
        for parameter, name in zip(function.parameters, names):
            expression = self._argument(parameter.type)[2].format(name)
            for used in ('encoded', 'array'):
                if expression.startswith(used + '('):
                    self._used.add(used)
            arguments.append(expression)
        return f'_{function.name}({", ".join(arguments)})'

    def _returned(self, function: Function, call: str) -> List[str]:
        """The statements that make the result of a call."""
        kind = function.result
        if kind is None:
            return [call]
        expression = self._result(kind)[2]
        if expression:
            for used in ('decoded', 'numbers'):
                if expression.startswith(used + '('):
                    self._used.add(used)
            return ['return ' + expression.format(call)]
        lines = []
        if kind.name != self._own:
            self._later.add(kind.name)
            lines.append(f'from .{snake(kind.name)} import {kind.name}')
        if self._api.is_device(kind.name):
            return lines + [f'other = {call}', f'return {kind.name}(other) if other else None']
        return lines + [f'ref = {call}', f'return {kind.name}(ref=ref) if ref else None']

    # Members of the class.

    def _member(self, function: Function) -> Set[str]:
        """Writes a function's method and property; the functions that are done thereby."""
        prop = self._property(function)
        if prop is None:
            self._method(function, None)
            if function.name in self._write_only:
                name = self._properties.get(function.name, function.subject)
                self._members += [f'    {name} = property(fset={self._method_name(function)})', '']
            return {function.name}
        get = self._partner(prop, True)
        put = self._partner(prop, False)
        if get is None:
            self._method(function, None)
            return {function.name}
        hint = self._result(get.result)[0]
        coverable = get.name in self._coverable
        if coverable:
            self._used.add('coverable')
        self._members += [f'    @{"coverable" if coverable else "property"}', f'    def {prop}(self) -> {hint}:']
        self._members += docstring(sentence(get, False), ' ' * 8)
        self._members += [' ' * 8 + line for line in self._returned(get, self._call(get, []))] + ['']
        if put:
            self._members += [f'    @{prop}.setter',
                              f'    def {prop}(self, value: {self._argument(put.parameters[0].type)[0]}) -> None:',
                              ' ' * 8 + self._call(put, ['value']), '']
        self._method(get, None if coverable else f'return self.{prop}')
        done = {get.name}
        if put:
            self._method(put, f'self.{prop} = {self._argument_names(put)[0]}')
            done.add(put.name)
        return done

    def _property(self, function: Function) -> Optional[str]:
        if function.name in self._properties and function.name not in self._write_only:
            return self._properties[function.name]
        if function.name in self._plain or function.name in self._write_only or function.static:
            return None
        if function.is_getter and not function.parameters:
            return function.subject
        is_setter = function.name.startswith('set_') and len(function.parameters) == 1
        return function.subject if is_setter and self._partner(function.subject, True) else None

    def _partner(self, prop: str, reads: bool) -> Optional[Function]:
        for function in self._class.functions:
            if function.name in self._by_hand or (function.result is not None) is not reads or function.cpp_only:
                continue
            if not reads and len(function.parameters) != 1:
                continue
            named = self._properties.get(function.name)
            if named == prop:
                return function
            by_rule = named is None and function.name not in self._plain | self._write_only and not function.static
            if by_rule and function.is_getter is reads:
                if function.subject == prop and (not reads or not function.parameters) and (
                        reads or function.name.startswith('set_')):
                    return function
        return None

    def _method_name(self, function: Function) -> str:
        return self._names.get(function.name, camel(function.name))

    def _signature(self, function: Function) -> ast.arguments:
        """The names and defaults of the parameters: the language's own, where the description gives them."""
        text = self._signatures.get(function.name, ', '.join(each.name for each in function.parameters))
        return signature(text)

    def _argument_names(self, function: Function) -> List[str]:
        return [each.arg for each in self._signature(function).args]

    def _method(self, function: Function, body: Optional[str]) -> None:
        signature = self._signature(function)
        defaults = [''] * (len(signature.args) - len(signature.defaults)) + [
            ' = ' + ast.unparse(each) for each in signature.defaults]
        parameters = [] if function.static else ['self']
        for name, default, parameter in zip(self._argument_names(function), defaults, function.parameters):
            hint = self._argument(parameter.type)[0]
            if default == ' = None' and not hint.startswith('Optional'):
                hint = f'Optional[{hint}]'
            if parameter.type.name in self._api.classes and parameter.type.name != self._own:
                self._later.add(parameter.type.name)
            parameters.append(f'{name}: {hint}{default}')
        if function.static:
            self._members.append('    @staticmethod')
        head = f'    def {self._method_name(function)}('
        tail = f') -> {self._result(function.result)[0]}:'
        line = head + ', '.join(parameters) + tail
        if len(line) > 120:
            line = '\n'.join(textwrap.wrap(line, 118, subsequent_indent=' ' * len(head)))
        told = [Parameter(name, each.type) for name, each in zip(self._argument_names(function), function.parameters)]
        described = Function(function.name, tuple(told), function.result, function.text, function.c_name)
        self._members += [line] + docstring(sentence(described, True), ' ' * 8)
        made = [body] if body else self._returned(function, self._call(function, self._argument_names(function)))
        self._members += [' ' * 8 + statement for statement in made] + ['']

    def _aliases(self) -> None:
        """Names of older releases: they go the way of today's names, also where a subclass has its own."""
        by_name = {self._method_name(each): each for each in self._class.functions}
        aliases = self._class.python.get('aliases', {})
        assert isinstance(aliases, dict)
        for old, new in aliases.items():
            function = by_name[new]
            renamed = Function(function.name, function.parameters, function.result,
                               f'The name that older releases have for {new}.', function.c_name)
            self._names, names = {function.name: old}, self._names
            passed = ', '.join(self._argument_names(function))
            self._method(renamed, f'{"return " if function.result else ""}self.{new}({passed})')
            self._names = names

    # What stands for the kinds of devices in the class Robot.

    def _is_robot(self) -> bool:
        return self._class.name == 'Robot'

    def _devices(self) -> None:
        self._members += ['    if TYPE_CHECKING:', '', '        def getDevice(self, name: str) -> Any: ...', '']
        for each in self._api.devices():
            name = f'get{each.name}'
            self._later.add(each.name)
            if name in str(self._class.python.get('devices_by_hand', '')).split():
                continue
            self._members += [
                f'    def {name}(self, name: str) -> Optional[{each.name}]:',
                f'        """The {each.name} of that name; None if there is none, or if it is another kind of device."""',
                f'        from .{snake(each.name)} import {each.name}', '',
                '        device = self.getDevice(name)',
                f'        return device if isinstance(device, {each.name}) else None', '']
        numbers = all_node_types()
        self._declared += ['', '# The class of a device by the type of its node.', 'DEVICE_CLASSES: Dict[int, str] = {']
        self._declared += [f"    {numbers[constant_name(node_type)]}: '{each.name}',  # {constant_name(node_type)}"
                           for each in self._api.devices() for node_type in each.node_types]
        self._declared.append('}')


def modules(api: Api, by_hand: pathlib.Path) -> Dict[str, str]:
    """The generated files of the packages below lib/controller/python, by path; `by_hand` has the others."""
    files: Dict[str, str] = {}
    for described in api.classes.values():
        if described.python.get('class_by_hand'):
            continue
        package = 'vehicle' if described.library else 'controller'
        module = snake(described.name)
        hand = (by_hand / package / f'{module}.py').exists()
        files[f'{package}/{module}{"_functions" if hand else ""}.py'] = Module(api, described, hand).text()
    files['controller/__init__.py'] = package_text(api)
    files['controller/py.typed'] = files['vehicle/py.typed'] = ''
    return files


def package_text(api: Api) -> str:
    """controller/__init__.py: all classes, and what else their modules have for users."""
    modules_of = {}
    for described in api.classes.values():
        if described.library:
            continue
        names = str(described.python.get('exports', '')).split()
        if not described.python.get('class_by_hand') or described.name in ('Device', 'Sensor'):
            modules_of[described.name] = described.file.stem
        for name in names:
            module, _, name = name.rpartition('.')
            modules_of[name] = module or snake(name)
    names = sorted(modules_of, key=str.lower)
    lines = [HEAD.format(file='controllers/api') +
             '"""The controller API: a class for the robot, each kind of device, and what a supervisor sees."""', '']
    lines += ['from __future__ import annotations', '', 'import sys', '', 'TYPE_CHECKING = False', 'if TYPE_CHECKING:']
    lines += [f'    from .{modules_of[name]} import {name}' for name in names]
    lines += ['', '__all__ = [']
    lines += textwrap.wrap(', '.join(f"'{name}'" for name in names), 110, initial_indent='    ', subsequent_indent='    ')
    lines += [']', '', '# Where they are: each module is imported when it is first needed.', '_MODULES = {']
    lines += textwrap.wrap(', '.join(f"'{name}': '{modules_of[name]}'" for name in names), 110, initial_indent='    ',
                           subsequent_indent='    ')
    lines += ['}', 'if not TYPE_CHECKING:', '', '    def __getattr__(name):', '        module = _MODULES.get(name)',
              '        if module is None:',
              "            raise AttributeError(f'module {__name__!r} has no attribute {name!r}')",
              "        path = f'{__name__}.{module}'", '        __import__(path)',
              '        value = globals()[name] = getattr(sys.modules[path], name)', '        return value', '',
              '    def __dir__():', '        return sorted({*globals(), *_MODULES})']
    return '\n'.join(lines) + '\n'
