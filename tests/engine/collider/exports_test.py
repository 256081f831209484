# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""liblightsout_collider.so shows what its public headers say and nothing else: exports_test.py LIBRARY"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBRARY = sys.argv.pop(1)
HEADERS = ('engine/collider/collider.h', 'engine/planning/robot_model.h', 'engine/planning/planning_scene.h')
INTERFACES = ('Collider', 'LinkMotion')
# With virtual methods, and without.
CLASSES = INTERFACES + ('MeshCollider', 'SyncCollider', 'StraightMotion')
PLAIN = ('RobotModel', 'PlanningScene')


def exported():
    text = subprocess.run(['nm', '-DC', '--defined-only', LIBRARY], capture_output=True, text=True, check=True).stdout
    return {line.split(' ', 2)[2].replace('[abi:cxx11]', '') for line in text.splitlines()}


class Exports(unittest.TestCase):
    def setUp(self):
        self.shown = exported()
        self.header = ''.join((ROOT / name).read_text() for name in HEADERS)
        self.methods = {}
        for name in CLASSES + PLAIN:
            body = re.search(rf'class LIGHTSOUT_PUBLIC {name} .*?\n}};', self.header, re.S)[0].split(' private:')[0]
            # Defaults of arguments may have brackets of their own.
            body = re.sub(r'::Identity\(\)', '', re.sub(r'//.*', '', body))
            self.methods[name] = set(re.findall(r'(?<![~\w])(\w+)\([^()]*\)(?: const)?(?: override)?;', body)) | {f'~{name}'}
        self.functions = {name for file in ('engine/collider/shared/c_interface.h', 'engine/planning/shared/scene_interface.h')
                          for name in re.findall(r'LIGHTSOUT_PUBLIC [\w* ]*?(\w+)\(', (ROOT / file).read_text())}

    def test_what_is_shown_is_said(self):
        allowed = self.functions | {f'{kind} for lightsout::{name}' for name in CLASSES
                                    for kind in ('vtable', 'typeinfo', 'typeinfo name')}
        for symbol in self.shown - allowed:
            method = re.fullmatch(r'lightsout::(\w+)::(~?\w+)\(.*\)(?: const)?', symbol)
            free = re.match(r'lightsout::read_pair_rules\(', symbol)
            self.assertTrue(free or method and method[2] in self.methods.get(method[1], ()), symbol)

    def test_what_is_said_is_shown(self):
        self.assertGreaterEqual(len(self.functions), 5)
        self.assertLessEqual(self.functions, self.shown)
        for name in CLASSES[len(INTERFACES):]:
            self.assertIn(f'typeinfo for lightsout::{name}', self.shown)
        for name in CLASSES[len(INTERFACES):] + PLAIN:
            for method in self.methods[name]:
                self.assertTrue(any(f'lightsout::{name}::{method}(' in symbol for symbol in self.shown), f'{name}::{method}')

    def test_interfaces_are_purely_virtual(self):
        for name in INTERFACES:
            body = re.sub(r'//.*', '', re.search(rf'class LIGHTSOUT_PUBLIC {name} .*?\n}};', self.header, re.S)[0])
            declared = [part.strip() for part in body.split('public:')[1].rsplit('}', 1)[0].split(';') if '(' in part]
            self.assertGreaterEqual(len(declared), 4)
            for method in declared:
                self.assertRegex(method, r'(?s)^virtual .*= (0|default)$')


unittest.main()
