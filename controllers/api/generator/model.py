# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the description of the controller API: the files controllers/api/*.pyi, whose form ../README.md tells."""

import ast
import dataclasses
import pathlib
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

DESCRIPTIONS = pathlib.Path(__file__).resolve().parent.parent


class DescriptionError(Exception):
    """Something in a description that is not understood, with its place."""


def snake(name: str) -> str:
    """DistanceSensor: distance_sensor."""
    return re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name).lower()


# Words that are not written with one capital in the names of methods.
_CAPITALS = {'sf': 'SF', 'mf': 'MF', 'pid': 'PID'}


def camel(name: str) -> str:
    """get_sampling_period: getSamplingPeriod."""
    first, *others = name.split('_')
    return first + ''.join(_CAPITALS.get(word, word[:1].upper() + word[1:]) for word in others)


def signature(text: str) -> ast.arguments:
    """Of parameters as Python writes them: names and defaults."""
    parsed = ast.parse(f'lambda {text}: 0', mode='eval').body
    assert isinstance(parsed, ast.Lambda)
    return parsed.args


@dataclass(frozen=True)
class Type:
    name: str  # of a kind of value, or of a class or enumeration of the descriptions
    count: Optional[int] = None  # of `doubles`
    unit: str = ''
    range: str = ''
    struct: str = ''  # of `struct`, `structs` and `own_structs`


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type


@dataclass(frozen=True)
class Function:
    name: str
    parameters: Tuple[Parameter, ...]
    result: Optional[Type]
    text: str
    c_name: str  # with {prefix} where it is the class's own
    static: bool = False
    old: bool = False  # a name of older releases
    cpp_only: bool = False  # Python has it otherwise
    deprecated: bool = False  # compilers of C say so
    reading: Optional[int] = None  # C answers this of the values that the sensor's struct holds, or all from there
    recorded: Optional[int] = None  # the same of a function that C has by hand: recordings have it

    @property
    def is_getter(self) -> bool:
        return self.result is not None and re.match(r'(get|is|has)_|get$', self.name) is not None

    def details(self, name: Callable[[str], str] = str) -> str:
        """What it does, with units and ranges; `name`: what a language calls a parameter."""
        told = [f'{name(each.name)}: ' + ', '.join(filter(None, (each.type.unit, each.type.range)))
                for each in self.parameters if each.type.unit or each.type.range]
        if self.result and self.result.unit:
            told.append(f'result: {self.result.unit}')
        return self.text + (f' [{"; ".join(told)}]' if told else '')

    @property
    def subject(self) -> str:
        """What a getter gets and a setter sets: get_fov, set_fov: fov."""
        return re.sub(r'^(get|set|is|has)_', '', self.name)


@dataclass
class Enumeration:
    name: str
    c_type: str  # "int": numbers without a type of their own
    members: Dict[str, int]
    text: str = ''
    c_names: str = ''  # of the members in C, "WB_GPS_{}"; empty: no header of the class has them
    c_remove: str = ''  # what the names of C do not begin with
    c_header: str = ''  # what has them in place of the header of the class
    c_macros: bool = False  # whether they are macros
    c_only: Dict[str, int] = field(default_factory=dict)  # members that other languages do not have


@dataclass
class Class:
    name: str
    base: str
    text: str
    file: pathlib.Path
    settings: Dict[str, object] = field(default_factory=dict)
    enumerations: List[Enumeration] = field(default_factory=list)
    old_constants: Dict[str, int] = field(default_factory=dict)
    functions: List[Function] = field(default_factory=list)
    c_functions: List[Function] = field(default_factory=list)  # those that C alone has
    c: Dict[str, object] = field(default_factory=dict)
    cpp: Dict[str, object] = field(default_factory=dict)
    python: Dict[str, object] = field(default_factory=dict)
    java: Dict[str, object] = field(default_factory=dict)
    matlab: Dict[str, object] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        return str(self.settings.get('prefix', 'wb_' + snake(self.name)))

    @property
    def handle(self) -> Optional[str]:
        """The C type by which the functions know the object, if it is no device."""
        handle = self.settings.get('handle')
        return None if handle is None else str(handle)

    @property
    def kind(self) -> Optional[int]:
        """Number of the kind of device in the shared memory."""
        kind = self.settings.get('kind')
        return kind if isinstance(kind, int) else None

    @property
    def node_types(self) -> List[str]:
        return str(self.settings.get('node_types', self.name if self.kind else '')).split()

    @property
    def library(self) -> str:
        return str(self.settings.get('library', ''))

    def c_name(self, function: Function) -> str:
        return function.c_name.format(prefix=self.prefix)

    def enumeration(self, name: str) -> Optional[Enumeration]:
        return next((each for each in self.enumerations if each.name == name), None)

    def listed(self, language: Dict[str, object], key: str) -> Set[str]:
        """The functions that a language's setting names; "*" is all."""
        names = str(language.get(key, '')).split()
        known = {function.name for function in self.functions}
        if names == ['*']:
            return known
        for name in names:
            if name not in known:
                raise DescriptionError(f'{self.file}: {self.name} has no function {name}, which {key} names')
        return set(names)

    def mapped(self, language: Dict[str, object], key: str) -> Dict[str, str]:
        """A setting by function."""
        mapping = language.get(key, {})
        assert isinstance(mapping, dict)
        known = {function.name for function in self.functions}
        for name in mapping:
            if name not in known:
                raise DescriptionError(f'{self.file}: {self.name} has no function {name}, which {key} names')
        return mapping


class Api:
    """All classes, by name, in the order of their files."""

    def __init__(self, classes: List[Class]):
        self.classes = {each.name: each for each in classes}

    def lineage(self, each: Class) -> List[Class]:
        """The class and what it stands on, nearest first."""
        result = [each]
        while result[-1].base:
            result.append(self.classes[result[-1].base])
        return result

    def is_device(self, name: str) -> bool:
        return name in self.classes and self.lineage(self.classes[name])[-1].name == 'Device'

    def is_handle(self, name: str) -> bool:
        return name in self.classes and self.classes[name].handle is not None

    def devices(self) -> List[Class]:
        """The classes that a robot's devices have today, in the order of their names."""
        return [each for each in self.classes.values()
                if each.kind and self.is_device(each.name) and each.name != 'Servo'
                and not each.python.get('class_by_hand')]

    def kinds(self) -> List[Class]:
        """The kinds of devices in the shared memory, by their numbers; the robot is one."""
        found = sorted((each for each in self.classes.values() if each.kind is not None), key=lambda each: each.kind or 0)
        for before, after in zip(found, found[1:]):
            if before.kind == after.kind:
                raise DescriptionError(f'{after.file}: {before.name} and {after.name} are both of kind {after.kind}')
        return found


class _Substitution(ast.NodeTransformer):
    def __init__(self, values: Dict[str, ast.expr]):
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._values.get(node.id, node)


class _Reader:
    def __init__(self, file: pathlib.Path):
        self._file = file
        self._kinds: Dict[str, ast.expr] = {}  # of `each`

    def classes(self) -> List[Class]:
        tree = ast.parse(self._file.read_text(), str(self._file))
        return [self._class(node) for node in tree.body if isinstance(node, ast.ClassDef)]

    def _fail(self, node: ast.AST, message: str) -> DescriptionError:
        return DescriptionError(f'{self._file}:{getattr(node, "lineno", 0)}: {message}')

    def _class(self, node: ast.ClassDef) -> Class:
        result = Class(node.name, self._name(node.bases[0]) if node.bases else '', self._text(node), self._file)
        self._kinds = {}
        for statement in node.body[1:]:
            if isinstance(statement, ast.FunctionDef):
                of_c = any(isinstance(each, ast.Name) and each.id == 'c_only' for each in statement.decorator_list)
                (result.c_functions if of_c else result.functions).extend(self._functions(statement))
            elif isinstance(statement, ast.ClassDef):
                result.enumerations.append(self._enumeration(statement))
            elif isinstance(statement, ast.Assign):
                result.settings[self._name(statement.targets[0])] = ast.literal_eval(statement.value)
                if 'since' in result.settings:
                    result.text += f' Since {result.settings.pop("since")}.'
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                self._call(result, statement.value)
            else:
                raise self._fail(statement, 'this is no part of a class')
        return result

    def _call(self, result: Class, call: ast.Call) -> None:
        name = self._name(call.func)
        if name == 'each':
            kinds = call.keywords[0].value if call.keywords else None
            self._kinds = {kind.arg: kind.value for kind in kinds.keywords
                           if kind.arg} if isinstance(kinds, ast.Call) else {}
            return
        known: Dict[str, Dict[str, Any]] = {'c': result.c, 'cpp': result.cpp, 'python': result.python,
                                            'java': result.java, 'matlab': result.matlab,
                                            'old_constants': result.old_constants}
        settings = known.get(name)
        if settings is None:
            raise self._fail(call, f'{name} is not known')
        for keyword in call.keywords:
            value = keyword.value
            assert keyword.arg
            if isinstance(value, ast.Call):  # dict(name=...)
                settings[keyword.arg] = {each.arg: ast.literal_eval(each.value) for each in value.keywords}
            else:
                settings[keyword.arg] = ast.literal_eval(value)

    def _functions(self, node: ast.FunctionDef) -> List[Function]:
        if 'KIND' not in node.name:
            return [self._function(node)]
        result = []
        for kind, value in self._kinds.items():
            copy = ast.parse(ast.unparse(node)).body[0]
            assert isinstance(copy, ast.FunctionDef)
            copy.name = node.name.replace('KIND', kind)
            function = self._function(_Substitution({'VALUE': value}).visit(copy))
            result.append(dataclasses.replace(function, text=function.text.replace('KIND', kind)))
        return result

    def _function(self, node: ast.FunctionDef) -> Function:
        marks = {self._name(each) for each in node.decorator_list if isinstance(each, ast.Name)}
        c_name = '{prefix}_' + node.name
        reading = None
        recorded = None
        text = self._text(node)
        for each in node.decorator_list:
            if isinstance(each, ast.Call) and self._name(each.func) == 'c':
                c_name = ast.literal_eval(each.args[0])
            elif isinstance(each, ast.Call) and self._name(each.func) == 'reading':
                reading = ast.literal_eval(each.args[0])
            elif isinstance(each, ast.Call) and self._name(each.func) == 'recorded':
                recorded = ast.literal_eval(each.args[0])
            elif isinstance(each, ast.Call) and self._name(each.func) == 'since':
                text += f' Since {ast.literal_eval(each.args[0])}.'
            elif isinstance(each, ast.Call):
                raise self._fail(node, f'{self._name(each.func)} is not known')
        if unknown := marks - {'staticmethod', 'old', 'cpp_only', 'c_only', 'deprecated'}:
            raise self._fail(node, f'{unknown.pop()} is not known')
        parameters = tuple(Parameter(each.arg, self._type(each.annotation, node)) for each in node.args.args)
        return Function(node.name, parameters, self._type(node.returns, node) if node.returns else None,
                        text, c_name, 'staticmethod' in marks, 'old' in marks, 'cpp_only' in marks,
                        'deprecated' in marks, reading, recorded)

    def _type(self, node: Optional[ast.expr], where: ast.AST) -> Type:
        if isinstance(node, ast.Name):
            return Type(node.id)
        if not isinstance(node, ast.Subscript):
            raise self._fail(where, 'a parameter has no type')
        name = self._name(node.value)
        details = ast.literal_eval(node.slice)
        details = list(details) if isinstance(details, tuple) else [details]
        if name in ('struct', 'structs', 'own_structs'):
            return Type(name, struct=details[0])
        count = details.pop(0) if isinstance(details[0], int) else None
        unit, limits = (details + ['', ''])[:2]
        return Type(name, count, unit, limits)

    def _enumeration(self, node: ast.ClassDef) -> Enumeration:
        members = {self._name(each.targets[0]): ast.literal_eval(each.value)
                   for each in node.body if isinstance(each, ast.Assign)}
        if any('node_types()' in ast.unparse(each) for each in node.body):
            members = public_node_types()
        result = Enumeration(node.name, self._name(node.bases[0]), members,
                             ' '.join((ast.get_docstring(node) or '').split()))
        if result.c_type == 'WbNodeType':
            result.c_only = {name: number for name, number in all_node_types().items() if name not in members}
        for each in node.body:
            if not isinstance(each, ast.Expr) or not isinstance(each.value, ast.Call):
                continue
            for keyword in each.value.keywords if self._name(each.value.func) == 'c' else []:
                if keyword.arg == 'only' and isinstance(keyword.value, ast.Call):
                    result.c_only = {str(member.arg): ast.literal_eval(member.value)
                                     for member in keyword.value.keywords}
                else:
                    setattr(result, f'c_{keyword.arg}', ast.literal_eval(keyword.value))
        return result

    def _name(self, node: ast.expr) -> str:
        if not isinstance(node, ast.Name):
            raise self._fail(node, 'a name is needed')
        return node.id

    def _text(self, node: 'ast.FunctionDef | ast.ClassDef') -> str:
        text = ast.get_docstring(node)
        if not text:
            raise self._fail(node, f'{node.name} has no sentence that tells what it does')
        return ' '.join(text.split())


def read(folder: pathlib.Path = DESCRIPTIONS) -> Api:
    """All descriptions of a folder."""
    classes: List[Class] = []
    for file in sorted(folder.glob('*.pyi')):
        classes += _Reader(file).classes()
    return Api(classes)


def _node_types(file: pathlib.Path = DESCRIPTIONS.parent / 'wire' / 'node_types.def') -> Dict[str, int]:
    """Node types and their numbers, as the engine knows them."""
    return {name: int(number) for name, number in re.findall(r'^NODE_TYPE\((\w+), (\d+)\)', file.read_text(), re.M)}


# Types of files alone: the engine tells them from others, the classes of controllers have no constants of them.
PRIVATE_NODE_TYPES = {'Extrusion', 'Slider', 'HyperGate'}


def all_node_types() -> Dict[str, int]:
    """The constants of node types in C."""
    return {'NO_NODE': 0, **{constant_name(name): number for name, number in _node_types().items()}}


def public_node_types() -> Dict[str, int]:
    """The constants of node types that controllers know."""
    return {'NO_NODE': 0, **{constant_name(name): number for name, number in _node_types().items()
                             if name not in PRIVATE_NODE_TYPES}}


def constant_name(node_type: str) -> str:
    """CadShape: CAD_SHAPE; PBRAppearance: PBR_APPEARANCE; Hinge2Joint: HINGE_2_JOINT; GPS: GPS."""
    if node_type == 'HyperGate':  # the nodes of old files spell it as one word
        return 'HYPERGATE'
    words: List[str] = []
    for character, after in zip(node_type, node_type[1:] + ' '):
        starts = character.isupper() and (not words or words[-1][-1].islower() or after.islower()
                                          or words[-1][-1].isdigit())
        if not words or starts or character.isdigit():
            words.append(character)
        else:
            words[-1] += character
    return '_'.join(words).upper()
