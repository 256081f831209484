# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The functions of the API for MATLAB and GNU Octave: one compiled module (MEX) over the C library, with a small m-file for
each function and each constant. What C has structs or memory for is by hand in controllers/matlab."""

import ast
import textwrap
from typing import Dict, Iterator, List, Optional, Tuple

import c
import jni
from model import Api, Class, Function, Parameter, Type, signature
from shapes import shape

# Classes that the language does not have, and why.
WITHOUT = {
    'Driver': 'the vehicle library has no functions in MATLAB', 'Car': 'the vehicle library has no functions in MATLAB',
    'Radio': 'an experiment of C', 'RemoteControl': 'for libraries in C',
}
# Functions of C that it does not have, and why.
OTHERWISE = {
    'wb_mouse_get_state_pointer': 'wb_mouse_get_state answers a struct',
    'wb_camera_recognition_get_object': 'wb_camera_recognition_get_objects answers them all',
    'wb_lidar_get_point': 'wb_lidar_get_point_cloud answers them all',
    'wb_radar_get_target': 'wb_radar_get_targets answers them all',
    'wb_camera_range_image_get_value': 'a range image is a matrix',
    'wb_speaker_emit_sample': 'nobody hears samples',
}
# Functions that no description has: arguments, and what they do. By hand, as those that the module `by_hand` names.
EXTRA = {
    'wb_console_print': ('text, stream', 'Writes a text to the log: to WB_STDOUT or WB_STDERR.'),
    'wbu_motion_new': ('filename', 'Reads a motion file; 0 if it is missing or wrong.'),
    'wbu_motion_delete': ('motion', 'Frees a motion.'),
    'wb_robot_wwi_send_text': ('text', 'Sends a message to the robot window.'),
    'wb_robot_wwi_receive_text': ('', 'A message of the robot window; empty if there is none.'),
    'wbu_system_getenv': ('variable', 'A variable of the environment.'),
    'wbu_system_short_path': ('path', 'The path itself, except on Windows.'),
    'wbu_system_tmpdir': ('', 'Folder for files that are not kept.'),
    'wbu_system_webots_instance_path': ('refresh=True', 'Folder of this simulation.'),
}
_CONSTANTS = {'WB_CHANNEL_BROADCAST': -1, 'WB_STDOUT': 1, 'WB_STDERR': 2, 'WB_ROTATIONAL': 0, 'WB_LINEAR': 1,
              'WB_ANGULAR': 0, 'WB_SUPERVISOR_SIMULATION_MODE_RUN': 2, 'WB_CAMERA_COLOR': 99,
              'WB_CAMERA_RANGE_FINDER': 114, 'WB_CAMERA_BOTH': 98}
_NUMBERS = {'double', 'float'}


def parameters(text: str) -> List[Tuple[str, Optional[object]]]:
    """Names and defaults of what is written as Python writes parameters; without a default: None and not there."""
    parsed = signature(text)
    names = [each.arg for each in parsed.args]
    defaults: List[Optional[object]] = [ast.literal_eval(each) for each in parsed.defaults]
    return [(name, ...) for name in names[:len(names) - len(defaults)]] + list(
        zip(names[len(names) - len(defaults):], defaults))


class Call:
    """A function as the language has it."""

    def __init__(self, name: str, told: List[Tuple[str, object]], text: str, answers: bool, body: str = ''):
        self.name, self.told, self.text, self.answers, self.body = name, told, text, answers, body

    def usage(self) -> str:
        return f'{self.name}({", ".join(name for name, _ in self.told)})'

    def entry(self) -> str:
        least = sum(default is ... for _, default in self.told)
        return f'  {{"{self.name}", call_{self.name}, "{self.usage()}", {least}, {len(self.told)}}},'

    def file(self) -> str:
        lines = [f'function {"result = " * self.answers}{self.name}(varargin)']
        lines += textwrap.wrap(f'{self.usage()}: {self.text}', 116, initial_indent='  % ', subsequent_indent='  % ')
        lines.append(f"  {'result = ' * self.answers}lightsout_call('{self.name}', varargin{{:}});")
        return '\n'.join(lines + ['end', ''])


class Writer:
    """The calls of one class."""

    def __init__(self, api: Api, described: Class):
        self._api, self._class = api, described

    def calls(self) -> Iterator[Call]:
        by_name = {}
        for function in c.functions(self._api, self._class):
            name = self._class.c_name(function)
            if name not in OTHERWISE:
                by_name[function.name] = self._call(function, name)
                yield by_name[function.name]
        aliases = self._class.c.get('aliases', {})
        assert isinstance(aliases, dict)
        for alias, today in aliases.items():
            name = alias.split()[-1]
            call = by_name[today]
            body = call.body.replace(f'call_{call.name}(', f'call_{name}(', 1)
            if not body:
                body = f'static mxArray* call_{name}(const mxArray* const* in, int count) {{\n' \
                       f'  return call_{call.name}(in, count);\n}}'
            yield Call(name, call.told, f'The name of {call.name} in older releases.', call.answers, body)

    def _call(self, function: Function, name: str) -> Call:
        own = self._class.matlab.get('arguments', {})
        assert isinstance(own, dict)
        declared = c.parameters(self._api, self._class, function)
        extra = declared[:len(declared) - len(function.parameters)]
        told: List[Tuple[str, object]] = [(each, ...) for _, each in extra]
        if function.name in own:
            told += parameters(own[function.name])
        else:
            told += self._with_defaults(function)
        by_hand = jni.is_by_hand(function)
        body = '' if by_hand else self._body(function, name, declared, told)
        return Call(name, told, function.details().replace('None', '0'), function.result is not None, body)

    def _with_defaults(self, function: Function) -> List[Tuple[str, object]]:
        """Names of C, defaults of Python."""
        described = self._class.python.get('arguments', {})
        assert isinstance(described, dict)
        defaults = [default for _, default in parameters(described.get(function.name, ''))]
        names = [each.name for each in function.parameters]
        if len(defaults) != len(names):
            defaults = [...] * len(names)
        return list(zip(names, defaults))

    def _body(self, function: Function, name: str, declared: List[Tuple[str, str]],
              told: List[Tuple[str, object]]) -> str:
        types = [Type('tag' if of_c == 'WbDeviceTag' else 'handle')
                 for of_c, _ in declared[:len(declared) - len(function.parameters)]]
        types += [each.type for each in function.parameters]
        arguments = []
        for index, (kind, (of_c, _), (given, default)) in enumerate(zip(types, declared, told)):
            value = self._argument(kind, of_c, f'in[{index}], "{given}"')
            arguments.append(value if default is ... else f'count > {index} ? {value} : {_literal(default)}')
        lines = [f'static mxArray* call_{name}(const mxArray* const* in, int count) {{']
        uses_tag = function.result is not None and function.result.name in ('table', 'bytes_of', 'floats_of')
        if uses_tag:
            lines.append('  const WbDeviceTag tag = lo_tag(in[0], "tag");')
            arguments[0] = 'tag'
        call = f'{name}({", ".join(arguments)})'
        unused = [each for each in ('in', 'count') if not any(each in argument.split('"')[0] for argument in arguments)]
        lines += [f'  (void){each};' for each in unused if not (each == 'in' and uses_tag)]
        lines += [f'  {call};', '  return NULL;'] if function.result is None else [
            f'  return {self._value(function, call)};']
        return '\n'.join(lines + ['}'])

    def _argument(self, kind: Type, of_c: str, passed: str) -> str:
        if kind.name == 'text':
            return f'lo_text({passed})'
        if kind.name == 'doubles':
            return f'lo_numbers({passed}, {kind.count})'
        if kind.unit == '0xRRGGBB':
            return f'lo_color({passed})'
        if kind.name == 'bool':
            return f'lo_truth({passed})'
        if of_c == 'WbDeviceTag':
            return f'lo_tag({passed})'
        if of_c.endswith('Ref'):
            return f'({of_c})lo_handle({passed})'
        return f'lo_number({passed})' if kind.name in _NUMBERS else f'({of_c})lo_whole({passed})'

    def _value(self, function: Function, call: str) -> str:
        result = function.result
        assert result
        kind = result.name
        if kind in ('text', 'owned_text'):
            return f'lo_string({call}, {"true" if kind == "owned_text" else "false"})'
        if kind == 'doubles':
            side = {9: 3, 16: 4}.get(result.count or 0)  # matrices, as they lie in memory
            return f'lo_doubles({call}, {side or 1}, {side or result.count})'
        if kind in ('table', 'bytes_of', 'floats_of'):
            size = shape(self._class, function)
            helper = {'table': 'lo_table', 'bytes_of': 'lo_image', 'floats_of': 'lo_ranges'}[kind]
            return f'{helper}({call}, {size.columns}, {size.rows})'
        if kind == 'bool':
            return f'mxCreateLogicalScalar({call})'
        is_handle = kind == 'ImageRef' or self._api.is_handle(kind)
        return f'lo_reference({call})' if is_handle else f'mxCreateDoubleScalar({call})'


def _literal(value: object) -> str:
    if value is None:
        return 'NULL'
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def classes(api: Api) -> List[Class]:
    return [each for each in api.classes.values() if not each.cpp.get('each') and each.name not in WITHOUT]


def calls(api: Api) -> Dict[str, Call]:
    """All functions, by name, in their order."""
    found: Dict[str, Call] = {}
    for described in classes(api):
        for call in Writer(api, described).calls():
            found.setdefault(call.name, call)
    for name, (arguments, text) in EXTRA.items():
        answers = name not in ('wb_console_print', 'wbu_motion_delete', 'wb_robot_wwi_send_text')
        found[name] = Call(name, parameters(arguments), text, answers)
    return dict(sorted(found.items()))


def constants(api: Api) -> Dict[str, str]:
    """Their values as the language writes them."""
    numbers = dict(_CONSTANTS)
    for described in classes(api):
        for each in described.enumerations:
            if each.c_names:
                numbers.update({each.c_names.format(name.removeprefix(each.c_remove)): value
                                for name, value in {**each.members, **each.c_only}.items()})
    return {name: str(value) for name, value in numbers.items()}


def source(api: Api) -> str:
    """The functions of the module, and their table in the order of names."""
    every = calls(api)
    headers = sorted({c.header(each) for each in classes(api)})
    lines = ['/* The functions of the C library for MATLAB and Octave.',
             ' * Generated from controllers/api by controllers/api/generator. */']
    lines += [f'#include <{each}>' for each in headers] + ['', '#include "marshal.h"', '']
    lines += [f'mxArray* call_{each.name}(const mxArray* const* in, int count);' for each in every.values()
              if not each.body]
    lines += [each.body for each in every.values() if each.body]
    lines += ['', 'const lo_call lo_calls[] = {'] + [each.entry() for each in every.values()]
    return '\n'.join(lines + ['};', 'const int lo_call_count = sizeof lo_calls / sizeof *lo_calls;', ''])


def files(api: Api) -> Dict[str, str]:
    """The m-files, by name."""
    found = {f'{name}.m': call.file() for name, call in calls(api).items()}
    for name, value in constants(api).items():
        found[f'{name}.m'] = f'function value = {name}()\n  value = {value};\nend\n'
    return found
