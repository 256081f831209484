"""liblightsout_collider.so shows what its public headers say and nothing else: exports_test.py LIBRARY"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBRARY = sys.argv.pop(1)
CLASSES = ('Collider', 'MeshCollider', 'SyncCollider')


def exported():
    text = subprocess.run(['nm', '-DC', '--defined-only', LIBRARY], capture_output=True, text=True, check=True).stdout
    return {line.split(' ', 2)[2] for line in text.splitlines()}


class Exports(unittest.TestCase):
    def setUp(self):
        self.shown = exported()
        header = (ROOT / 'engine/collider/collider.h').read_text()
        self.methods = {}
        for name in CLASSES:
            body = re.search(rf'class LIGHTSOUT_PUBLIC {name} .*?\n}};', header, re.S)[0].split(' private:')[0]
            self.methods[name] = set(re.findall(r'(\w+)\([^()]*\)(?: const)?(?: override)?;', re.sub(r'//.*', '', body))) | {f'~{name}'}
        self.functions = set(re.findall(r'LIGHTSOUT_PUBLIC [\w* ]*?(\w+)\(', (
            ROOT / 'engine/collider/shared/c_interface.h').read_text()))

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
        for name in CLASSES[1:]:
            self.assertIn(f'typeinfo for lightsout::{name}', self.shown)
            for method in self.methods[name]:
                self.assertTrue(any(f'lightsout::{name}::{method}(' in symbol for symbol in self.shown), f'{name}::{method}')

    def test_the_interface_is_purely_virtual(self):
        header = (ROOT / 'engine/collider/collider.h').read_text()
        body = re.sub(r'//.*', '', re.search(r'class LIGHTSOUT_PUBLIC Collider .*?\n};', header, re.S)[0])
        declared = [part.strip() for part in body.split('public:')[1].rsplit('}', 1)[0].split(';') if '(' in part]
        self.assertGreaterEqual(len(declared), 7)
        for method in declared:
            self.assertRegex(method, r'(?s)^virtual .*= (0|default)$')


unittest.main()
