# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The classes of Java over native functions (jni.py). A class that controllers/java has by hand stands on the generated
<Class>Functions."""

import ast
import pathlib
import textwrap
from typing import Dict, List, Tuple

import jni
from model import Api, Class, Function, Parameter, Type, camel, constant_name, signature, snake

PACKAGE = 'com.cyberbotics.webots.controller'
_KEYWORDS = {'default', 'class', 'new', 'double', 'int', 'float', 'boolean', 'switch', 'case', 'do', 'for', 'if'}


def java_name(name: str) -> str:
    return camel(name) + '_' * (camel(name) in _KEYWORDS)


def _parameter_name(parameter: Parameter) -> str:
    return java_name(parameter.name)


class Module:
    """The text of one class."""

    def __init__(self, api: Api, described: Class, hand: bool):
        self._api, self._class, self._hand = api, described, hand
        self._name = described.name
        self._functions = [*self._inherited(), *described.functions]

    def _inherited(self) -> List[Function]:
        """Functions of bases that Java has in each class, as C has."""
        return [function for base in reversed(self._api.lineage(self._class)[1:]) if base.cpp.get('each')
                for function in base.functions if function.name not in {each.name for each in self._class.functions}]

    def _owner(self, function: Function) -> Class:
        return next(each for each in self._api.lineage(self._class) if function in each.functions)

    def _base(self) -> str:
        return next((each.name for each in self._api.lineage(self._class)[1:] if not each.cpp.get('each')), '')

    def _is_device(self) -> bool:
        return self._api.is_device(self._name)

    def method(self, function: Function) -> str:
        """Its name in Java: that of C++."""
        owner = self._owner(function)
        return owner.mapped(owner.cpp, 'names').get(function.name, camel(function.name))

    # Types.

    def _type(self, kind: 'Type | None') -> str:
        if kind and kind.name in ('text', 'owned_text'):
            return 'String'
        if kind and (kind.name == 'ImageRef' or self._api.is_device(kind.name) or self._api.is_handle(kind.name)):
            return kind.name
        return jni.types(self._api, kind)[0]

    def _argument(self, parameter: Parameter) -> str:
        name, kind = _parameter_name(parameter), parameter.type
        if kind.name == 'text':
            return f'Native.bytes({name})'
        if kind.name == 'doubles':
            return f'Native.numbers({name}, {kind.count})'
        if self._api.is_device(kind.name):
            return f'Device.tagOf({name})'
        is_handle = kind.name == 'ImageRef' or self._api.is_handle(kind.name)
        return f'{kind.name}.handleOf({name})' if is_handle else name

    def _value(self, kind: Type, call: str) -> str:
        if kind.name in ('text', 'owned_text'):
            return f'Native.text({call})'
        if self._api.is_device(kind.name):
            return f'Robot.device({call}, {kind.name}.class)'
        if kind.name == 'ImageRef' or self._api.is_handle(kind.name):
            return f'{kind.name}.find({call})'
        return call

    # Methods.

    def _method(self, function: Function) -> List[str]:
        own = function.c_name == '{prefix}_' + function.name and not function.static
        object_of = ['handle'] if own and self._class.handle else ['getTag()'] if own and self._is_device() else []
        arguments = object_of + [self._argument(each) for each in function.parameters]
        call = f'Native.{self._class.c_name(function)}({", ".join(arguments)})'
        body = f'return {self._value(function.result, call)};' if function.result else f'{call};'
        parameters = ', '.join(f'{self._type(each.type)} {_parameter_name(each)}' for each in function.parameters)
        static = 'static ' * function.static
        head = f'  public {static}{self._type(function.result)} {self.method(function)}({parameters})'
        lines = _comment(_details(function), '  ') + [f'{head} {{', f'    {body}', '  }', '']
        return lines + self._shorter(function)

    def _defaults(self, function: Function) -> List[str]:
        """Of the last parameters, as Java writes them: those that Python has."""
        owner = self._owner(function)
        text = owner.mapped(owner.python, 'arguments').get(function.name, '')
        values = [ast.literal_eval(each) for each in signature(text).defaults]
        return [_literal(each, parameter.type) for each, parameter in
                zip(values, function.parameters[len(function.parameters) - len(values):])]

    def _shorter(self, function: Function) -> List[str]:
        """The same with fewer arguments."""
        lines: List[str] = []
        defaults, names = self._defaults(function), [_parameter_name(each) for each in function.parameters]
        returned, static = 'return ' * (function.result is not None), 'static ' * function.static
        for count in range(len(names) - 1, len(names) - len(defaults) - 1, -1):
            parameters = ', '.join(f'{self._type(each.type)} {name}'
                                   for each, name in zip(function.parameters[:count], names))
            passed = ', '.join(names[:count] + defaults[count - len(names):])
            method = self.method(function)
            lines += [f'  public {static}{self._type(function.result)} {method}({parameters}) {{',
                      f'    {returned}{method}({passed});', '  }', '']
        return lines

    def _aliases(self) -> List[str]:
        """Names of older releases, which go the way of today's."""
        aliases = self._class.cpp.get('aliases', {})
        assert isinstance(aliases, dict)
        by_name = {self.method(each): each for each in self._functions}
        lines: List[str] = []
        for old, new in aliases.items():
            function = by_name[new]
            parameters = ', '.join(f'{self._type(each.type)} {_parameter_name(each)}' for each in function.parameters)
            passed = ', '.join(_parameter_name(each) for each in function.parameters)
            returned = 'return ' * (function.result is not None)
            lines += [f'  /** The name that older releases have for {new}. */',
                      f'  public {self._type(function.result)} {old.split()[-1]}({parameters}) {{',
                      f'    {returned}{new}({passed});', '  }', '']
        return lines

    # The class.

    def text(self) -> str:
        package = PACKAGE + '.vehicle' * bool(self._class.library)
        name = self._name + 'Functions' * self._hand
        base, access = self._base(), 'abstract ' if self._hand else 'public '
        lines = [f'// Generated from controllers/api/{self._class.file.name} by controllers/api/generator.',
                 f'package {package};', '']
        if self._class.library and base and not self._api.classes[base].library:
            lines += [f'import {PACKAGE}.{base};', '']
        lines += _comment(self._class.text, '')
        lines += [f'{access}class {name}{f" extends {base}" if base else ""} {{']
        lines += self._constants() + self._life(name)
        for function in self._functions:
            if not jni.is_by_hand(function):
                lines += self._method(function)
        lines += self._aliases()
        if self._name == 'Robot':
            lines += self._devices()
        if not lines[-1]:
            lines.pop()
        return '\n'.join(lines + ['}', ''])

    def _constants(self) -> List[str]:
        numbers = {name: value for each in self._class.enumerations for name, value in each.members.items()}
        numbers.update(self._class.old_constants)
        if self._name == 'Robot':  # before there was a class Keyboard
            numbers.update({f'KEYBOARD_{name}': value for each in self._api.classes['Keyboard'].enumerations
                            for name, value in each.members.items()})
        lines = [f'  public static final int {name} = {value};' for name, value in numbers.items()]
        return lines + [''] * bool(lines)

    def _life(self, name: str) -> List[str]:
        """Constructors; those of a class that is by hand are there."""
        if self._class.handle:
            return self._handled(name)
        if self._is_device() and self._name != 'Device':
            access = '' if self._hand else 'public '
            return [f'  {access}{name}(String name) {{', '    super(name);', '  }', '',
                    f'  protected {name}(int tag) {{', '    super(tag);', '  }', '']
        return []

    def _handled(self, name: str) -> List[str]:
        """An object stands for a handle: the same for the same."""
        own = self._name
        lines = ['  /** Of C. */', '  final long handle;', '', f'  {name}(long handle) {{', '    this.handle = handle;',
                 '  }', '', f'  static long handleOf({own} {snake(own)}) {{',
                 f'    return {snake(own)} == null ? 0 : {snake(own)}.handle;', '  }', '']
        if own == 'Motion':
            return lines
        return [f'  private static final java.util.HashMap<Long, {own}> known = new java.util.HashMap<>();', ''] + lines + [
            f'  static synchronized {own} find(long handle) {{',
            f'    return handle == 0 ? null : known.computeIfAbsent(handle, {own}::new);', '  }', '']

    # What stands for the kinds of devices in the class Robot.

    def _devices(self) -> List[str]:
        lines: List[str] = []
        for each in self._api.devices():
            name = each.name
            if f'get{name}' not in str(self._class.cpp.get('devices_by_hand', '')).split():
                lines += [f'  /** The {name} of that name; null if there is none, or if it is another kind of device. */',
                          f'  public {name} get{name}(String name) {{', f'    return deviceOf(name, {name}.class);', '  }',
                          '']
            lines += [f'  protected {name} create{name}(int tag) {{', f'    return new {name}(tag);', '  }', '']
        lines += ['  abstract <T> T deviceOf(String name, Class<T> kind);', '',
                  '  /** The object of a device by its type; null for types without a class. */',
                  '  Device createDevice(int tag, int type) {', '    switch (type) {']
        for each in self._api.devices():
            lines += [f'      case Node.{constant_name(node_type)}:' for node_type in each.node_types]
            lines.append(f'        return create{each.name}(tag);')
        return lines + ['      default:', '        return null;', '    }', '  }', '']


def _literal(value: object, kind: Type) -> str:
    """A default of Python as Java has it."""
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return str(float(str(value))) if kind.name == 'double' else str(value)


def _details(function: Function) -> str:
    return function.details(java_name).replace('None', 'null')


def _comment(text: str, indent: str) -> List[str]:
    text = text.replace('&', '&amp;').replace('<', '&lt;').replace('*/', '')
    whole = f'{indent}/** {text} */'
    if len(whole) <= 120:
        return [whole]
    return [f'{indent}/**', *(f'{indent} * {each}' for each in textwrap.wrap(text, 114)), f'{indent} */']


def modules(api: Api, by_hand: pathlib.Path) -> Dict[str, str]:
    """The sources, by path below those of the package; `by_hand` has the others."""
    files: Dict[str, str] = {}
    for library in (False, True):
        folder = 'vehicle' if library else 'controller'
        for described in jni.classes(api, library):
            hand = (by_hand / folder / f'{described.name}.java').exists()
            name = described.name + 'Functions' * hand
            if described.name != 'Device':
                files[f'{folder}/{name}.java'] = Module(api, described, hand).text()
        natives = (by_hand / folder / 'Native.txt').read_text()
        files[f'{folder}/Native.java'] = jni.java_text(api, library, natives)
        for path in sorted((by_hand / folder).glob('*.java')):
            files[f'{folder}/{path.name}'] = path.read_text()
    return files
