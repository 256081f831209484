# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The Python packages of the build: every public member says what it does, takes and answers, and mypy agrees.
Arguments: the folder of the packages, one for mypy's cache."""

import importlib
import importlib.util
import inspect
import os
import pathlib
import pkgutil
import subprocess
import sys
import tempfile
import typing
import unittest

PACKAGES = pathlib.Path(sys.argv.pop(1))
CACHE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(PACKAGES))

# What a user's program may write, and what mypy finds in it, by line.
PROGRAM = '''\
from typing import List, Optional
from controller import GPS, Motor, Robot, Supervisor

robot = Robot()
gps: Optional[GPS] = robot.getGPS('gps')
assert gps
place: List[float] = gps.getValues()
speed: float = gps.speed
robot.getDevice('whatever').whatever()
motor = Motor('motor')
motor.setVelocity('fast')
motor.target_velocity = 1
motor.multiplier = 2.0
brake: str = motor.getBrake()
Supervisor().getSelf().getPosition()
'''
FOUND = {
    11: 'Argument 1 to "setVelocity" of "Motor" has incompatible type "str"; expected "float"',
    13: 'Property "multiplier" defined in "Motor" is read-only',
    14: 'Incompatible types in assignment (expression has type "Optional[Brake]", variable has type "str")',
    15: 'Item "None" of "Optional[Node]" has no attribute "getPosition"',
}


def classes():
    for package in ('controller', 'vehicle'):
        folder = importlib.import_module(package)
        for module in pkgutil.iter_modules(folder.__path__, package + '.'):
            for described in vars(importlib.import_module(module.name)).values():
                pointer = getattr(described, '__name__', '').startswith('LP_')  # ctypes makes classes of them
                if inspect.isclass(described) and described.__module__ == module.name and not pointer:
                    yield module.name, described


def members(described):
    """Public methods and properties, as functions."""
    for name, member in vars(described).items():
        if not name.startswith('_') or name == '__init__':
            for function in (member, getattr(member, 'fget', None), getattr(member, '__func__', None),
                             getattr(member, '_get', None)):
                if inspect.isfunction(function):
                    yield f'{described.__qualname__}.{name}', function


class HintsTest(unittest.TestCase):
    def test_every_member_says_what_it_does_and_answers(self):
        count = 0
        for module, described in classes():
            self.assertTrue(described.__doc__, f'{module}.{described.__qualname__}')
            for name, function in members(described):
                count += 1
                with self.subTest(name):
                    self.assertTrue(function.__doc__)
                    hints = function.__annotations__
                    named = [each for each in inspect.signature(function).parameters if each != 'self']
                    self.assertEqual([each for each in named if each not in hints], [])
                    if function.__name__ != '__init__' or named == []:
                        self.assertIn('return', hints)
        self.assertGreater(count, 700)  # 746 when it was written: nothing is left out by a mistake of this test

    def test_units_are_told(self):
        from controller import DistanceSensor, Motor
        self.assertEqual(Motor.setVelocity.__doc__.split('\n')[-2].strip(),
                         'velocity: rad/s or m/s, -maxVelocity..maxVelocity')
        self.assertIn('Unit: rad.', DistanceSensor.aperture.__doc__)

    def test_packages_are_typed(self):
        for package in ('controller', 'vehicle'):
            self.assertTrue((PACKAGES / package / 'py.typed').exists())

    def test_hints_are_those_of_the_values(self):
        from controller import Field, Keyboard, Node, Robot
        self.assertEqual(typing.get_type_hints(Robot.getTime), {'return': float})
        self.assertEqual((Field.MF_VEC3F, Node.HINGE_2_JOINT, Keyboard.CONTROL), (0x15, 71, 0x20000))

    @unittest.skipUnless(importlib.util.find_spec('mypy'), 'there is no mypy')
    def test_mypy_finds_nothing_in_the_packages(self):
        self.assertEqual(self.mypy('-p', 'controller', '-p', 'vehicle'), '')

    @unittest.skipUnless(importlib.util.find_spec('mypy'), 'there is no mypy')
    def test_mypy_finds_what_is_wrong_in_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / 'program.py'
            program.write_text(PROGRAM)
            lines = self.mypy(str(program)).splitlines()
        found = {int(line.split(':')[1]): line.split('error: ')[1].rsplit('  [', 1)[0] for line in lines}
        self.assertEqual(found, FOUND)

    def mypy(self, *arguments):
        run = subprocess.run([sys.executable, '-m', 'mypy', '--strict', '--no-error-summary', '--cache-dir', str(CACHE),
                              *arguments], cwd=PACKAGES, env={**os.environ, 'MYPYPATH': str(PACKAGES)},
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.stderr, '')
        return run.stdout


if __name__ == '__main__':
    unittest.main()
