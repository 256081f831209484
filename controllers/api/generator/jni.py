# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What stands between Java and the C library: the class of native functions, and their bodies over JNI. A native function is
called as the C function; what JNI makes awkward (structs, bytes of any length) is by hand in controllers/java."""

import textwrap
from typing import Iterator, List, Optional, Tuple

import c
from model import Api, Class, Function, Type
from shapes import shape

# Values that C answers or takes in a way of its own: by hand.
BY_HAND = {'struct', 'structs', 'own_structs', 'data', 'ints', 'int_out'}

# Types of Java, and their names in JNI.
_PLAIN = {'int': ('int', 'jint'), 'cut': ('int', 'jint'), 'node_type': ('int', 'jint'), 'double': ('double', 'jdouble'),
          'bool': ('boolean', 'jboolean'), 'float': ('float', 'jfloat')}
_COPIED = {'text': ('byte[]', 'jbyteArray'), 'owned_text': ('byte[]', 'jbyteArray'), 'table': ('double[]', 'jdoubleArray'),
           'doubles': ('double[]', 'jdoubleArray'), 'bytes_of': ('int[]', 'jintArray'),
           'floats_of': ('float[]', 'jfloatArray')}
_HANDLE = ('long', 'jlong')


def types(api: Api, kind: Optional[Type]) -> Tuple[str, str]:
    """In Java and in JNI."""
    if kind is None:
        return 'void', 'void'
    known = _PLAIN.get(kind.name) or _COPIED.get(kind.name)
    if known:
        return known
    if kind.name == 'ImageRef' or api.is_handle(kind.name):
        return _HANDLE
    return 'int', 'jint'  # a tag, or a number of an enumeration


def is_by_hand(function: Function) -> bool:
    kinds = [each.type.name for each in function.parameters] + ([function.result.name] if function.result else [])
    return any(kind in BY_HAND for kind in kinds)


def wanted(api: Api, described: Class) -> Iterator[Function]:
    """The functions of C that the class of Java calls."""
    c_only = described.java.get('c_functions', '')
    names = str(c_only).split()
    for function in c.functions(api, described):
        if (function not in described.c_functions or function.name in names) and not is_by_hand(function):
            yield function


def classes(api: Api, library: bool) -> List[Class]:
    """Those that Java has; `library`: of the vehicle library."""
    return [each for each in api.classes.values()
            if not each.cpp.get('each') and bool(each.library) is library
            and (not each.cpp.get('class_by_hand') or each.name == 'Device')]


class Native:
    """A native function."""

    def __init__(self, api: Api, described: Class, function: Function):
        self._api, self._class, self.function = api, described, function
        self.name = described.c_name(function)
        self.parameters: List[Tuple[str, Type]] = []
        for kind, name in c.parameters(api, described, function)[:-len(function.parameters) or None]:
            self.parameters.append((name, Type('int' if kind == 'WbDeviceTag' else described.name)))
        self.parameters += [(each.name, each.type) for each in function.parameters]

    def declaration(self) -> str:
        told = ', '.join(f'{types(self._api, kind)[0]} {name}' for name, kind in self.parameters)
        return f'  static native {types(self._api, self.function.result)[0]} {self.name}({told});'

    def definition(self) -> str:
        jni = types(self._api, self.function.result)[1]
        told = ''.join(f', {types(self._api, kind)[1]} {name}' for name, kind in self.parameters)
        declared = c.parameters(self._api, self._class, self.function)
        arguments = [self._argument(kind, name, of_c) for (name, kind), (of_c, _) in zip(self.parameters, declared)]
        call = f'{self.name}({", ".join(arguments)})'
        body = self._returned(call) if self.function.result else call + ';'
        used = 'env' if 'env' in body else ''
        return f'NATIVE({jni}, {self.name.replace("_", "_1")})(JNIEnv* {used}, jclass{told}) {{ {body} }}'

    @staticmethod
    def _argument(kind: Type, name: str, of_c: str) -> str:
        if kind.name == 'text':
            return f'Text(env, {name})'
        if kind.name == 'doubles':
            return f'Doubles<{kind.count}>(env, {name})'
        if kind.name in ('double', 'float', 'int', 'cut') and of_c != 'WbDeviceTag':
            return name
        return f'pointer<{of_c}>({name})' if of_c.endswith('Ref') else f'{of_c}({name})'

    def _returned(self, call: str) -> str:
        result = self.function.result
        assert result
        kind = result.name
        if kind in ('text', 'owned_text'):
            return f'return {kind}(env, {call});'
        if kind == 'doubles':
            return f'return doubles(env, {call}, {result.count});'
        if kind in ('table', 'bytes_of', 'floats_of'):
            size = shape(self._class, self.function)
            helper = {'table': 'doubles', 'bytes_of': 'pixels', 'floats_of': 'floats'}[kind]
            return f'return {helper}(env, {call}, {size.columns} * {size.rows});'
        if kind in _PLAIN:
            return f'return {call};'
        return f'return {types(self._api, result)[1]}({call});' if types(self._api, result) != _HANDLE else \
            f'return number({call});'


def natives(api: Api, library: bool) -> List[Native]:
    found = {}
    for described in classes(api, library):
        for function in wanted(api, described):
            native = Native(api, described, function)
            found.setdefault(native.name, native)
    return list(found.values())


def java_text(api: Api, library: bool, by_hand: str) -> str:
    """The class of native functions; `by_hand`: its other members."""
    package = 'com.cyberbotics.webots.controller' + '.vehicle' * library
    lines = ['// Generated from controllers/api by controllers/api/generator.', f'package {package};', '',
             '/** The functions of the C library, as they are called there. Internal. */', 'final class Native {']
    lines += textwrap.indent(textwrap.dedent(by_hand).strip('\n'), '  ').splitlines()
    lines += [''] + [each.declaration() for each in natives(api, library)]
    return '\n'.join(lines + ['}', ''])


def source(api: Api, library: bool) -> str:
    """The bodies."""
    headers = sorted({c.header(each) for each in classes(api, library)})
    lines = ['// The functions of the C library for Java.',
             '// Generated from controllers/api by controllers/api/generator.']
    lines += [f'#include <{each}>' for each in headers] + ['', '#include "controllers/java/marshal.h"', '']
    package = 'com_cyberbotics_webots_controller_' + 'vehicle_' * library
    lines += [f'#define NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_{package}Native_##name', '',
              'using namespace lightsout::java;', '']
    lines += [each.definition() for each in natives(api, library)]
    return '\n'.join(lines + [''])
