# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The C++ classes over the C functions: a header and a source per class. Bodies that the description leaves by hand
stand in controllers/cpp."""

import re
import textwrap
from typing import Dict, List, Optional, Set, Tuple

import c
from model import Api, Class, Enumeration, Function, Parameter, Type, camel, constant_name, snake

# How C++ calls a value of the C functions that it hands on as it is.
_PLAIN = {
    'int': 'int', 'node_type': 'int', 'cut': 'int', 'double': 'double', 'bool': 'bool', 'table': 'const double*', 'bytes_of':
    'const unsigned char*', 'floats_of': 'const float*', 'data': 'const void*', 'ints': 'const int*', 'int_out': 'int*',
}


class Module:
    """The header and the source of one class."""

    def __init__(self, api: Api, described: Class):
        self._api, self._class, self._name = api, described, described.name
        self._functions = [*self._inherited(), *described.functions]
        self._own = described.cpp
        self._by_hand = described.listed(described.cpp, 'by_hand')
        self._associated = [function.result.name for function in self._functions
                            if function.result and api.is_device(function.result.name)]

    # What the class is.

    def _inherited(self) -> List[Function]:
        """Functions of bases that C++ has in each class, as C has."""
        return [function for base in reversed(self._api.lineage(self._class)[1:]) if base.cpp.get('each')
                for function in base.functions if function.name not in {each.name for each in self._class.functions}]

    def _owner(self, function: Function) -> Class:
        return next(each for each in self._api.lineage(self._class) if function in each.functions)

    def _listed(self, function: Function, key: str) -> bool:
        owner = self._owner(function)
        return function.name in owner.listed(owner.cpp, key)

    def _is_device(self) -> bool:
        return self._api.is_device(self._name)

    def base(self) -> str:
        """The class that it stands on in C++."""
        return next((each.name for each in self._api.lineage(self._class)[1:] if not each.cpp.get('each')), '')

    def _object(self, function: Function) -> List[str]:
        """What stands before the arguments of the C function."""
        if function.static or function.c_name != '{prefix}_' + function.name:
            return []
        if self._class.handle:
            return [f'{self._name[0].lower()}{self._name[1:]}Ref']
        return ['getTag()'] if self._is_device() else []

    # Types.

    def _enumeration(self, name: str) -> Optional[Enumeration]:
        return next(filter(None, (each.enumeration(name) for each in self._api.lineage(self._class))), None)

    def _result_type(self, function: Function) -> str:
        kind = function.result
        own = self._class.mapped(self._own, 'results').get(function.name)
        if own or kind is None:
            return own or 'void'
        if kind.name in _PLAIN:
            return _PLAIN[kind.name]
        if kind.name in ('text', 'owned_text'):
            return 'std::string'
        if kind.name == 'doubles':
            return 'const double*'
        if kind.name == 'structs':
            return f'const {kind.struct}*'
        if kind.name == 'own_structs':
            return f'{kind.struct}*'
        if kind.name == 'struct':
            return kind.struct
        return kind.name if self._enumeration(kind.name) else f'{kind.name}*'

    def _parameter(self, parameter: Parameter) -> str:
        kind, name = parameter.type, camel(parameter.name)
        if kind.name in _PLAIN:
            return f'{_PLAIN[kind.name]} {name}'
        if kind.name == 'text':
            return f'const std::string& {name}'
        if kind.name == 'doubles':
            return f'const double {name}[{kind.count}]'
        return f'{kind.name} {name}' if self._enumeration(kind.name) else f'{kind.name}* {name}'

    def _parameters(self, function: Function) -> List[str]:
        own = self._class.mapped(self._own, 'arguments').get(function.name)
        return own.split(', ') if own is not None else [self._parameter(each) for each in function.parameters]

    def _argument(self, parameter: Parameter, declared: str) -> str:
        """The argument of the C function, for a parameter of the method."""
        name = self._parameter_name(declared)
        kind = parameter.type.name
        if kind == 'text':
            return name if 'char*' in declared else f'{name}.c_str()'
        if self._api.is_device(kind):
            return f'WbDeviceTag({name} ? {name}->getTag() : 0)'
        if self._api.is_handle(kind):
            return f'{name} ? {name}->{kind[0].lower()}{kind[1:]}Ref : NULL'
        enumeration = self._enumeration(kind)
        if enumeration and enumeration.c_type != 'int':
            return f'{enumeration.c_type}({name})'
        return f'handle({name})' if kind == 'ImageRef' else name

    def _value(self, function: Function, call: str) -> str:
        """The result of the method, from that of the C function."""
        kind = function.result.name if function.result else ''
        if kind == 'text':
            return f'text({call})'
        if kind == 'owned_text':
            return f'owned_text({call})'
        if self._enumeration(kind):
            return f'{kind}({call})'
        return f'{kind}::find{kind}({call})' if self._api.is_handle(kind) else call

    # Methods.

    def _method(self, function: Function) -> str:
        return self._owner(function).mapped(self._owner(function).cpp, 'names').get(function.name, camel(function.name))

    def _is_const(self, function: Function) -> bool:
        if self._own.get('no_const') or self._listed(function, 'mutable') or function.static:
            return False
        if self._is_association(function):
            return False
        reads = function.result is not None and re.search(r'(^|_)(get|is|has)(_|$)', function.name)
        return bool(reads) or self._listed(function, 'const')

    def _is_association(self, function: Function) -> bool:
        return function.result is not None and self._api.is_device(function.result.name)

    def _declaration(self, function: Function) -> List[str]:
        mark = 'static ' if function.static else 'virtual ' if self._listed(function, 'virtual') else ''
        line = f'{mark}{self._signature(function, self._method(function), True)};'
        lines = textwrap.wrap(function.details(camel), 112)
        lines = [f'  // {each}' for each in lines] + [f'  {line}']
        if self._is_association(function):
            lines.append(f'  int {self._method(function)}Tag() const;')
        return lines

    def _definition(self, function: Function) -> List[str]:
        declared = self._parameters(function)
        arguments = self._object(function) + [self._argument(*each) for each in zip(function.parameters, declared)]
        call = f'{self._class.c_name(function)}({", ".join(arguments)})'
        const = ' const' if self._is_const(function) else ''
        parameters = ', '.join(each.split(' =')[0] for each in declared)
        result = self._result_type(function)
        kind = function.result.name if function.result else ''
        scope = f'{self._name}::' if self._class.enumeration(kind) else ''
        head = f'{scope}{result} {self._name}::{self._method(function)}'
        if self._is_association(function):
            member = kind[0].lower() + kind[1:]
            return [f'{head}() {{ return associated({member}, {self._method(function)}Tag()); }}',
                    f'int {self._name}::{self._method(function)}Tag() const {{ return {call}; }}']
        returned = f'return {self._value(function, call)}' if function.result else call
        return [f'{head}({parameters}){const} {{ {returned}; }}']

    def _aliases(self) -> List[Tuple[str, str, Function]]:
        """Names of older releases, which go the way of today's: the name, "virtual ", and today's function."""
        aliases = self._own.get('aliases', {})
        assert isinstance(aliases, dict)
        by_name = {self._method(each): each for each in self._functions}
        return [(alias.split()[-1], alias[:-len(alias.split()[-1])], by_name[new]) for alias, new in aliases.items()]

    def _signature(self, function: Function, name: str, with_defaults: bool) -> str:
        parameters = [each if with_defaults else each.split(' =')[0] for each in self._parameters(function)]
        return f'{self._result_type(function)} {name}({", ".join(parameters)}){" const" * self._is_const(function)}'

    @staticmethod
    def _parameter_name(declared: str) -> str:
        name: str = re.findall(r'\w+', declared.split('=')[0].split('[')[0])[-1]
        return name

    # Files.

    def header(self) -> str:
        path = self.path()
        guard = 'WEBOTS_' + re.sub(r'\W', '_', path).upper()
        lines = [f'// {self._class.text} The functions of {c.header(self._class).replace("webots/", "")} as a class.',
                 f'// Generated from controllers/api/{self._class.file.name} by controllers/api/generator.',
                 f'#ifndef {guard}', f'#define {guard}', '']
        base = self.base()
        includes = str(self._own.get('header', '')).split() + ['webots/types.h', 'cstddef', 'string']
        if base:
            includes.append(f'webots/{"vehicle/" if self._api.classes[base].library else ""}{base}.hpp')
        lines += [f'#include <{each}>' for each in includes]
        lines += ['', 'namespace webots {', '']
        lines += [f'class {each};' for each in self._mentioned()] + self._raw('before', '')
        lines += ['', f'class {self._name}{f" : public {base}" if base else ""} {{', ' public:']
        for enumeration in self._class.enumerations:
            lines += self._enumerated(enumeration)
        lines += [f'  enum {{ {name} = {value} }};  // of older releases'
                  for name, value in self._class.old_constants.items()]
        lines += [''] * bool(self._class.enumerations) + self._life() + ['']
        for old in (False, True):
            chosen = [each for each in self._functions if each.old is old]
            if old and chosen:
                lines += ['', '  // Names of older releases.']
            for function in chosen:
                lines += self._declaration(function)
        for alias, mark, function in self._aliases():
            lines.append(f'  {mark}{self._signature(function, alias, True)};')
        lines += self._raw('extra', '  ')
        if self._name == 'Robot':
            lines += self._devices_declared()
        lines += self._private() + ['};', '', '}  // namespace webots', '', '#endif', '']
        return '\n'.join(lines)

    def source(self) -> str:
        lines = [f'// {self._name}: the functions of {c.header(self._class).replace("webots/", "")}.',
                 f'// Generated from controllers/api/{self._class.file.name} by controllers/api/generator.',
                 f'#include <{c.header(self._class)}>', '', f'#include <webots/{self.path()}>']
        lines += [f'#include <webots/{each}.hpp>' for each in self._mentioned()
                  if each != 'Device' and (self._api.is_device(each) or self._api.is_handle(each))]
        if self._name == 'Robot':
            lines += ['#include <webots/device.h>', '#include <webots/nodes.h>'] + [
                f'#include <webots/{each.name}.hpp>' for each in self._api.devices()]
        if self._associated:
            lines.append('#include "controllers/cpp/associated.h"')
        lines += ['#include "controllers/cpp/text.h"', '', 'namespace webots {', '']
        for function in self._functions:
            if function.name not in self._by_hand:
                lines += self._definition(function)
        for alias, _, function in self._aliases():
            names = ', '.join(self._parameter_name(each) for each in self._parameters(function))
            returned = 'return ' if function.result else ''
            lines.append(f'{self._signature(function, f"{self._name}::{alias}", False)} {{ '
                         f'{returned}{self._method(function)}({names}); }}')
        if self._name == 'Robot':
            lines += self._devices_defined()
        return '\n'.join(lines + ['', '}  // namespace webots', ''])

    def path(self) -> str:
        folder = str(self._own.get('folder', 'vehicle/' if self._class.library else ''))
        return f'{folder}{self._name}.hpp'

    def _raw(self, key: str, indent: str) -> List[str]:
        """Lines of C++ that the description has as they are."""
        text = textwrap.dedent(str(self._own.get(key, ''))).strip('\n')
        return [indent + line if line else '' for line in text.splitlines()]

    def _mentioned(self) -> List[str]:
        """Classes that parameters and results point to."""
        found: Set[str] = {'Device'} if self._name == 'Robot' else set()
        for function in self._functions:
            kinds = [each.type for each in function.parameters] + ([function.result] if function.result else [])
            found |= {kind.name for kind in kinds if kind.name in self._api.classes}
        if self._name == 'Robot':
            found |= {each.name for each in self._api.devices()} | {'Joystick', 'Keyboard', 'Mouse', 'Servo'}
        return sorted(found - {self._name})

    def _enumerated(self, enumeration: Enumeration) -> List[str]:
        members = ', '.join(f'{name} = {value}' for name, value in enumeration.members.items())
        lines = textwrap.wrap(members, 110, initial_indent='    ', subsequent_indent='    ')
        if enumeration.c_type == 'int':
            return ['  enum {', *lines, '  };']
        return ['  typedef enum {', *lines, f'  }} {enumeration.name};']

    def _life(self) -> List[str]:
        """Constructors and destructor."""
        if self._own.get('life') is not None:
            return self._raw('life', '  ')
        name = self._name
        if self._class.handle:
            return []
        if not self._is_device():
            base = f' : {self.base()}()' if self.base() else ''
            return [f'  {name}(){base} {{}}', f'  virtual ~{name}() {{}}']
        members = ''.join(f', {each[0].lower()}{each[1:]}(NULL)' for each in self._associated)
        return [f'  explicit {name}(const std::string& deviceName) : Device(deviceName){members} {{}}',
                f'  explicit {name}(WbDeviceTag deviceTag) : Device(deviceTag){members} {{}}',
                f'  virtual ~{name}() {{}}']

    def _private(self) -> List[str]:
        name, handle = self._name, self._class.handle
        if handle and self._own.get('life') is None:
            member = f'{name[0].lower()}{name[1:]}Ref'
            virtual = 'virtual ' if self._own.get('virtual_destructor') else ''
            return ['', '  // The object of a handle; NULL for NULL.', f'  static {name}* find{name}({handle} ref);',
                    '  static void cleanup();', '', ' private:', f'  {name}({handle} ref) : {member}(ref) {{}}',
                    f'  {virtual}~{name}() {{}}', f'  {handle} {member};']
        lines = [f'  {each}* {each[0].lower()}{each[1:]};' for each in self._associated] + self._raw('private', '  ')
        return ['', ' private:'] * bool(lines) + lines

    # What stands for the kinds of devices in the class Robot.

    def _devices_declared(self) -> List[str]:
        names = [each.name for each in self._api.devices()]
        lines = ['', '  // Devices by type: NULL if there is none of that name, or if it is of another type.']
        lines += [f'  {name}* get{name}(const std::string& name);' for name in names]
        lines += ['', ' protected:', '  // A subclass makes its own objects of devices by these.']
        lines += [f'  virtual {name}* create{name}(WbDeviceTag tag) const;' for name in names]
        lines += ['', '  // Those of releases before R2023a. NULL: there are none of its own.']
        return lines + [f'  virtual {name}* create{name}(const std::string& name) const;' for name in names]

    def _devices_defined(self) -> List[str]:
        by_hand = str(self._own.get('devices_by_hand', '')).split()
        lines = ['']
        for each in self._api.devices():
            name = each.name
            if f'get{name}' not in by_hand:
                lines.append(f'{name}* Robot::get{name}(const std::string& name) {{ '
                             f'return dynamic_cast<{name}*>(getDevice(name)); }}')
            lines += [f'{name}* Robot::create{name}(WbDeviceTag tag) const {{',
                      f'  {name}* own = create{name}(std::string(wb_device_get_name(tag)));',
                      f'  return own ? own : new {name}(tag);', '}',
                      f'{name}* Robot::create{name}(const std::string&) const {{ return NULL; }}']
        lines += ['', 'Device* Robot::createDevice(WbDeviceTag tag) const {',
                  '  switch (wb_device_get_node_type(tag)) {']
        for each in self._api.devices():
            lines += [f'    case WB_NODE_{constant_name(node_type)}:' for node_type in each.node_types]
            lines.append(f'      return create{each.name}(tag);')
        return lines + ['    default:', '      return NULL;', '  }', '}']


def modules(api: Api) -> Tuple[Dict[str, str], Dict[str, str]]:
    """The headers, by path below webots/, and the sources, by name."""
    headers: Dict[str, str] = {}
    sources: Dict[str, str] = {}
    for described in api.classes.values():
        if described.cpp.get('class_by_hand') or described.cpp.get('each'):
            continue
        module = Module(api, described)
        headers[module.path()] = module.header()
        sources[f'{described.name}.cpp'] = module.source()
    return headers, sources
