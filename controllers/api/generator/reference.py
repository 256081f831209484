# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The pages docs/api: a table of members for each class of C, C++, Python and Java, and of functions of MATLAB."""

import ast
import itertools
import re
from typing import Dict, List, Tuple

import c
import cpp
import java
import jni
import matlab
import model
import python
from model import Api, Class

Row = Tuple[str, str]
SETTABLE = ' Can be set.'

HEAD = '''# The controller API in {language}

<!-- Generated from controllers/api by controllers/api/generator; a test keeps it fresh. -->

{text}
[controller_functions.md](../controller_functions.md) says what functions do not do in this program.'''


def _table(heading: str, text: str, constants: str, rows: List[Row]) -> List[str]:
    lines = ['', f'## {heading}', '', text]
    if constants:
        lines += ['', constants]
    if rows:
        lines += ['', '| | |', '|---|---|']
        for told, alike in itertools.groupby(rows, lambda row: row[1].replace(SETTABLE, '')):
            members = list(alike)
            can_be_set = SETTABLE if any(each.endswith(SETTABLE) for _, each in members) else ''
            lines.append(f'| {", ".join(f"`{member}`" for member, _ in members)} | {told}{can_be_set} |')
    return lines


def _constants(described: Class) -> str:
    if described.name == 'Node':
        return 'Constants: the types of nodes, `PBR_APPEARANCE` for PBRAppearance.'
    members = {name: value for each in described.enumerations for name, value in each.members.items()}
    members.update(described.old_constants)
    return 'Constants: ' + ', '.join(f'`{name}` {value}' for name, value in members.items()) if members else ''


def c_page(api: Api) -> str:
    lines = [HEAD.format(language='C', text='A device is known by its tag, which `wb_robot_get_device(name)` answers.')]
    for described in api.classes.values():
        if described.cpp.get('each'):
            continue
        rows = [(c.declaration(api, described, each), each.details()) for each in c.functions(api, described)]
        rows += [(alias.declaration, f'The name of {alias.call.split("(")[0].split()[-1]} in older releases.')
                 for alias in c.aliases(api, described)]
        header = c.header(described)
        lines += _table(header, described.text, '', rows)
    return '\n'.join(lines) + '\n'


def cpp_page(api: Api) -> str:
    lines = [HEAD.format(language='C++', text='Namespace `webots`, a header `webots/<class>.hpp` for each class.')]
    for described in api.classes.values():
        if described.cpp.get('class_by_hand') or described.cpp.get('each'):
            continue
        module = cpp.Module(api, described)
        text = module.header().split('\n\nclass ' + described.name, 1)[1].split(' private:')[0].split(' protected:')[0]
        lines += _table(described.name, described.text + (f' A {module.base()}.' if module.base() else ''),
                        _constants(described), _cpp_rows(text))
    return '\n'.join(lines) + '\n'


def _cpp_rows(text: str) -> List[Row]:
    rows: List[Row] = []
    told: List[str] = []
    for line in re.sub(r'(typedef )?enum {.*?};?\n', '', text, flags=re.S).splitlines()[1:]:
        line = line.strip()
        if line.startswith('//'):
            told.append(line[2:].strip())
        elif line.endswith((';', '}')) and '(' in line and '~' not in line:
            member = re.sub(r'\s*(\{.*\}|;)$', '', line).replace('virtual ', '').replace('explicit ', '')
            rows.append((member.split(' : ')[0], ' '.join(told)))
            told = []
        elif not line:
            told = []
    return [row for row in rows if row[1]]


def python_page(api: Api, files: Dict[str, str]) -> str:
    lines = [HEAD.format(language='Python', text='From the modules `controller` and `vehicle`.')]
    for described in api.classes.values():
        package = 'vehicle' if described.library else 'controller'
        module = described.file.stem
        rows: List[Row] = []
        for name in (f'{package}/{module}_functions.py', f'{package}/{module}.py'):
            for node in ast.parse(files.get(name, '')).body:
                if isinstance(node, ast.ClassDef) and node.name in (described.name, described.name + 'Functions'):
                    rows += _python_rows(node)
        base = f' A {described.base}.' if described.base else ''
        if not rows and not described.enumerations:
            continue
        lines += _table(described.name, described.text + base, _constants(described), rows)
    return '\n'.join(lines) + '\n'


def _python_rows(node: ast.ClassDef) -> List[Row]:
    members = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    settable = {each.name for each in members for mark in each.decorator_list if ast.unparse(mark).endswith('.setter')}
    rows: List[Row] = []
    for member in members:
        marks = [ast.unparse(mark) for mark in member.decorator_list]
        text = ' '.join((ast.get_docstring(member) or '').replace('\n\n', ' ').split())
        if member.name.startswith('_') or any(mark.endswith('.setter') for mark in marks):
            continue
        result = ast.unparse(member.returns) if member.returns else 'None'
        if 'property' in marks or 'coverable' in marks:
            rows.append((f'{member.name}: {result}', text + (SETTABLE if member.name in settable else '')))
        else:
            arguments = ast.unparse(member.args)
            arguments = re.sub(r'^self(, )?', '', arguments)
            rows.append((f'{member.name}({arguments})' + (f' -> {result}' if result != 'None' else ''), text))
    return rows


def java_page(api: Api, files: Dict[str, str]) -> str:
    text = f'Package `{java.PACKAGE}`; `Driver` and `Car` are in `{java.PACKAGE}.vehicle`.'
    lines = [HEAD.format(language='Java', text=text)]
    for described in api.classes.values():
        package = 'vehicle' if described.library else 'controller'
        rows: List[Row] = []
        for name in (f'{package}/{described.name}Functions.java', f'{package}/{described.name}.java'):
            rows += _java_rows(files.get(name, ''))
        if rows:
            base = re.search(r'class \w+ extends (\w+?)(Functions)? {', files.get(f'{package}/{described.name}Functions.java', '')
                             or files[f'{package}/{described.name}.java'])
            lines += _table(described.name, described.text + (f' A {base[1]}.' if base else ''),
                            _constants(described), rows)
    # Those that no device or node is described by: what functions answer.
    for path in sorted(files):
        text = files[path]
        told = re.search(r'/\*\* ([^*]*?) \*/\npublic (final )?class (\w+) {', text)
        if path.startswith('controller/') and told and told[3] not in api.classes and _java_rows(text):
            lines += _table(told[3], told[1], '', _java_rows(text))
    return '\n'.join(lines) + '\n'


def _java_rows(text: str) -> List[Row]:
    """What has no comment is another way to call what stands before it; constants are listed elsewhere."""
    rows: List[Row] = []
    told = ''
    text = re.sub(r'(/\*\*[^*]*\*/\n)?  public static final [^\n]*\n', '', text)
    for found in re.finditer(r'/\*\*(.*?)\*/|^  public (?!abstract|class)(.*?) {$', text, re.S | re.M):
        if found[1]:
            told = ' '.join(re.sub(r'^ *\* ', '', found[1], flags=re.M).split())
            told = told.replace('&lt;', '<').replace('&amp;', '&')
        elif found[2]:
            rows.append((' '.join(found[2].split()), told))
    return [row for row in rows if row[1] and not re.match(r'\w+\(', row[0])]


def matlab_page(api: Api) -> str:
    lines = [HEAD.format(language='MATLAB and GNU Octave', text='A device is known by its tag, which '
                         '`wb_robot_get_device(name)` answers. Nodes and fields are numbers too; `isNull(node)` says whether '
                         'there is none.')]
    for described in matlab.classes(api):
        calls = list(matlab.Writer(api, described).calls())
        constants = ', '.join(f'`{each.c_names.format(name.removeprefix(each.c_remove))}`'
                              for each in described.enumerations if each.c_names and described.name != 'Node'
                              for name in each.members)
        lines += _table(described.name, described.text, f'Constants: {constants}' if constants else '',
                        [(('result = ' if each.answers else '') + each.usage(), each.text) for each in calls])
    lines += _table('Others', 'What belongs to none of them.', '',
                    [(f'{name}({arguments.replace("=True", "")})', text) for name, (arguments, text) in matlab.EXTRA.items()])
    return '\n'.join(lines) + '\n'


def pages(api: Api, package: Dict[str, str]) -> Dict[str, str]:
    """By name; `package` has the files of the Python packages."""
    of_java = java.modules(api, model.DESCRIPTIONS.parent / 'java')
    return {'c.md': c_page(api), 'cpp.md': cpp_page(api), 'python.md': python_page(api, package),
            'java.md': java_page(api, of_java), 'matlab.md': matlab_page(api)}
