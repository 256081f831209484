# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The description of the API is understood or refused with its place, and Python comes of it as its README says."""

import pathlib
import shutil
import sys
import tempfile
import textwrap
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / 'controllers' / 'api' / 'generator'))
import c  # noqa: E402
import cpp  # noqa: E402
import headers  # noqa: E402
import layout  # noqa: E402
import model  # noqa: E402
import python  # noqa: E402
import reference  # noqa: E402
import remote  # noqa: E402

NOWHERE = pathlib.Path('/nonexistent')


def described(text):
    with tempfile.TemporaryDirectory() as folder:
        base = 'class Device:\n    "A device."\n    cpp(class_by_hand=True)\n    python(class_by_hand=True)\n'
        (pathlib.Path(folder) / 'device.pyi').write_text(base)
        (pathlib.Path(folder) / 'winch.pyi').write_text(textwrap.dedent(text))
        return model.read(pathlib.Path(folder))


WINCH = '''
    class Winch(Device):
        """Pulls a rope."""
        kind = 40

        class Gear(WbWinchGear):
            "How fast it can be."
            c(names='WB_WINCH_{}_GEAR', only=dict(NO=-1))
            LOW = 0
            HIGH = 1

        def set_speed(speed: double['m/s', '-1..1']): "How fast it pulls."
        def get_speed() -> double['m/s']: "How fast it was told to pull."
        def get_ends() -> doubles[2, 'm']: "Where the rope's ends are."
        @since('R2020b')
        def is_tight() -> bool: "Whether the rope is tight."
        def get_other() -> Winch: "The winch at the other end."
        def pull(length: cut['mm'], note: text): "Pulls so much."
        @c_only
        @old
        @deprecated
        def get_hook() -> Winch: "What hangs on it, if there is one."
        c(includes='<math.h> types.h', head='Ropes in m.', aliases={'wb_hoist_pull': 'pull'},
          macros=dict(set_speed='#define wb_winch_set_speed(...) wb_winch_set_speed(__VA_ARGS__)'),
          before="""
              #define WB_WINCH_MAX 7
          """)
        cpp(virtual='pull', arguments={'pull': 'int length, const std::string& note = ""'},
            aliases={'virtual heave': 'pull'})
        python(property={'get_ends': 'ends'}, plain='is_tight', arguments={'pull': "length, note=''"})
'''

EXPECTED = '''\
# Generated from controllers/api/winch.pyi by controllers/api/generator.
"""Pulls a rope."""

from __future__ import annotations

from .device import Device
from .wb import boolean, encoded, function, integer, numbers, real, reals, tag, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List, Optional

_set_speed = function('wb_winch_set_speed', None, tag, real)
_get_speed = function('wb_winch_get_speed', real, tag)
_get_ends = function('wb_winch_get_ends', reals, tag)
_is_tight = function('wb_winch_is_tight', boolean, tag)
_get_other = function('wb_winch_get_other', tag, tag)
_pull = function('wb_winch_pull', None, tag, integer, text)


class Winch(Device):
    """Pulls a rope."""

    LOW = 0
    HIGH = 1

    @property
    def speed(self) -> float:
        """How fast it was told to pull. Unit: m/s."""
        return _get_speed(self._tag)

    @speed.setter
    def speed(self, value: float) -> None:
        _set_speed(self._tag, value)

    def getSpeed(self) -> float:
        """How fast it was told to pull. Unit: m/s."""
        return self.speed

    def setSpeed(self, speed: float) -> None:
        """How fast it pulls.

        speed: m/s, -1..1
        """
        self.speed = speed

    @property
    def ends(self) -> List[float]:
        """Where the rope's ends are. Unit: m."""
        return numbers(_get_ends(self._tag), 2)

    def getEnds(self) -> List[float]:
        """Where the rope's ends are. Unit: m."""
        return self.ends

    def isTight(self) -> bool:
        """Whether the rope is tight. Since R2020b."""
        return _is_tight(self._tag)

    @property
    def other(self) -> Optional[Winch]:
        """The winch at the other end."""
        other = _get_other(self._tag)
        return Winch(other) if other else None

    def getOther(self) -> Optional[Winch]:
        """The winch at the other end."""
        return self.other

    def pull(self, length: float, note: str = '') -> None:
        """Pulls so much.

        length: mm
        """
        _pull(self._tag, int(length), encoded(note))
'''


C_HEADER = """\
/* Pulls a rope. Ropes in m. What a function points to is valid until the next step. */
/* Generated from winch.pyi of controllers/api by controllers/api/generator. */
#ifndef WB_WINCH_H
#define WB_WINCH_H

#include <math.h>

#include "types.h"

/* How fast it can be. */
typedef enum { WB_WINCH_NO_GEAR = -1, WB_WINCH_LOW_GEAR = 0, WB_WINCH_HIGH_GEAR = 1 } WbWinchGear;

#define WB_WINCH_MAX 7

#ifdef __cplusplus
extern "C" {
#endif

/* How fast it pulls. [speed: m/s, -1..1] */
void wb_winch_set_speed(WbDeviceTag tag, double speed);
#define wb_winch_set_speed(...) wb_winch_set_speed(__VA_ARGS__)

/* How fast it was told to pull. [m/s] */
double wb_winch_get_speed(WbDeviceTag tag);

/* Where the rope's ends are. [2 numbers, m] */
const double* wb_winch_get_ends(WbDeviceTag tag);

/* Whether the rope is tight. Since R2020b. */
bool wb_winch_is_tight(WbDeviceTag tag);

/* The winch at the other end. */
WbDeviceTag wb_winch_get_other(WbDeviceTag tag);

/* Pulls so much. [length: mm] */
void wb_winch_pull(WbDeviceTag tag, int length, const char* note);

/* Names of older releases. */

/* What hangs on it, 0 if there is none. */
WbDeviceTag wb_winch_get_hook(WbDeviceTag tag) WB_DEPRECATED;

/* Names of older releases, of functions above. */
void wb_hoist_pull(WbDeviceTag tag, int length, const char* note);

#ifdef __cplusplus
}
#endif

#endif
"""
HEADER = """\
class Winch : public Device {
 public:
  typedef enum {
    LOW = 0, HIGH = 1
  } Gear;

  explicit Winch(const std::string& deviceName) : Device(deviceName), winch(NULL) {}
  explicit Winch(WbDeviceTag deviceTag) : Device(deviceTag), winch(NULL) {}
  virtual ~Winch() {}

  // How fast it pulls. [speed: m/s, -1..1]
  void setSpeed(double speed);
  // How fast it was told to pull. [result: m/s]
  double getSpeed() const;
  // Where the rope's ends are. [result: m]
  const double* getEnds() const;
  // Whether the rope is tight. Since R2020b.
  bool isTight() const;
  // The winch at the other end.
  Winch* getOther();
  int getOtherTag() const;
  // Pulls so much. [length: mm]
  virtual void pull(int length, const std::string& note = "");
  virtual void heave(int length, const std::string& note = "");

 private:
  Winch* winch;
};
"""
SOURCE = """\
void Winch::setSpeed(double speed) { wb_winch_set_speed(getTag(), speed); }
double Winch::getSpeed() const { return wb_winch_get_speed(getTag()); }
const double* Winch::getEnds() const { return wb_winch_get_ends(getTag()); }
bool Winch::isTight() const { return wb_winch_is_tight(getTag()); }
Winch* Winch::getOther() { return associated(winch, getOtherTag()); }
int Winch::getOtherTag() const { return wb_winch_get_other(getTag()); }
void Winch::pull(int length, const std::string& note) { wb_winch_pull(getTag(), length, note.c_str()); }
void Winch::heave(int length, const std::string& note) { pull(length, note); }
"""


class DescriptionTest(unittest.TestCase):
    maxDiff = None

    def test_a_header_of_c(self):
        api = described(WINCH)
        self.assertEqual(headers.Header(api, 'webots/winch.h', [api.classes['Winch']]).text(), C_HEADER)
        self.assertIn('void wb_hoist_pull(WbDeviceTag tag, int length, const char* note) '
                      '{ wb_winch_pull(tag, length, note); }\n', c.alias_functions(api))
        self.assertNotIn('get_hook', ''.join(cpp.modules(api)[1].values()))

    def test_a_header_is_described_or_by_hand(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / 'webots').mkdir()
            (pathlib.Path(folder) / 'webots' / 'motor.h').touch()
            with self.assertRaisesRegex(model.DescriptionError, 'webots/motor.h is by hand, and is described'):
                headers.modules(model.read(), pathlib.Path(folder))

    def test_what_is_told_a_library_for_remote_control(self):
        api = model.read()
        table = remote.table(api)
        self.assertIn('  void (*wbr_motor_set_velocity)(WbDeviceTag tag, double velocity);', table)
        # Compiled libraries know the places.
        self.assertLess(table.index('  void (*wbr_led_set)(WbDeviceTag tag, int value);'),
                        table.index('  void (*wbr_pen_write)(WbDeviceTag tag, bool write);'))
        self.assertIn('{ lo_report(tag, LO_DEVICE_GPS, values, 3, __func__); }', remote.readings(api))
        self.assertNotIn('altimeter', remote.readings(api))  # the format has no such function

    def test_a_class_of_cpp(self):
        of_cpp, sources = cpp.modules(described(WINCH))
        self.assertEqual((list(of_cpp), list(sources)), (['Winch.hpp'], ['Winch.cpp']))
        self.assertEqual(of_cpp['Winch.hpp'].split('\n\n')[0].splitlines()[2:], [
            '#ifndef WEBOTS_WINCH_HPP', '#define WEBOTS_WINCH_HPP'])
        self.assertIn(HEADER, of_cpp['Winch.hpp'])
        self.assertIn(SOURCE, sources['Winch.cpp'])

    def test_a_module_of_python(self):
        text = python.modules(described(WINCH), NOWHERE)['controller/winch.py']
        self.assertEqual(text, EXPECTED)

    def test_a_class_by_hand_stands_on_its_functions(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / 'controller').mkdir()
            (pathlib.Path(folder) / 'controller' / 'winch.py').touch()
            files = python.modules(described(WINCH), pathlib.Path(folder))
        self.assertNotIn('controller/winch.py', files)
        self.assertIn('class WinchFunctions(Device):', files['controller/winch_functions.py'])
        self.assertIn('from .winch import Winch\n', files['controller/winch_functions.py'])

    def test_kinds_are_each_there(self):
        api = described('''
            class Chest:
                """Holds things."""
                handle = 'WbChestRef'
                prefix = 'wb_store_chest'
                each(KIND=dict(bool=bool, vec2f=doubles[2]))
                def set_mf_KIND(index: int, value: VALUE): "Puts a KIND into it."
                each()
                def empty(): "Empties it."
                python(plain='*')
        ''')
        chest = api.classes['Chest']
        self.assertEqual([each.name for each in chest.functions], ['set_mf_bool', 'set_mf_vec2f', 'empty'])
        self.assertEqual(chest.functions[1].text, 'Puts a vec2f into it.')
        self.assertEqual(chest.functions[1].parameters[1].type, model.Type('doubles', 2))
        self.assertIn('def setMFVec2f(self, index: int, value: Sequence[float]) -> None:',
                      python.modules(api, NOWHERE)['controller/chest.py'])

    def test_what_is_wrong_is_told_with_its_place(self):
        for text, message in (
                ('def go(): pass', 'winch.pyi:4: go has no sentence that tells what it does'),
                ('def go(far): "Goes."', 'winch.pyi:4: a parameter has no type'),
                ('@young\n        def go(): "Goes."', 'winch.pyi:5: young is not known'),
                ('@ruby(1)\n        def go(): "Goes."', 'winch.pyi:5: ruby is not known'),
                ('ruby(names={})', 'winch.pyi:4: ruby is not known'),
                ('import math', 'winch.pyi:4: this is no part of a class'),
                ("def go(): \"Goes.\"\n        python(plain='stop')", 'Winch has no function stop, which plain names')):
            with self.subTest(text), self.assertRaises(model.DescriptionError) as raised:
                api = described(f'''
    class Winch(Device):
        """Pulls a rope."""
        {text}
    ''')
                python.modules(api, NOWHERE)
            self.assertIn(message, str(raised.exception))

    def test_kinds_of_devices_have_numbers_of_their_own(self):
        with self.assertRaisesRegex(model.DescriptionError, 'Winch and Hoist are both of kind 40'):
            described(WINCH + textwrap.dedent("""
                class Hoist(Device):
                    "Lifts things."
                    kind = 40
            """).replace('\n', '\n    ')).kinds()

    def test_the_engine_has_the_devices_that_are_described(self):
        engine = (ROOT / 'engine' / 'robots' / 'devices' / 'devices.def').read_text()
        missing = [node_type for each in model.read().kinds() for node_type in each.node_types
                   if f'DEVICE({node_type}, ' not in engine]
        self.assertEqual(missing, ['Servo'])  # a motor of older files

    def test_a_new_device_is_one_more_description(self):
        with tempfile.TemporaryDirectory() as folder:
            for file in model.DESCRIPTIONS.glob('*.pyi'):
                shutil.copy(file, folder)
            (pathlib.Path(folder) / 'winch.pyi').write_text(textwrap.dedent("""
                class Winch(Sensor):
                    "Pulls a rope, and measures its length."
                    kind = 40
                    @reading(0)
                    def get_value() -> double['m']: "Length of the rope."
                    def pull(): "Pulls."
            """))
            api = model.read(pathlib.Path(folder))
        # Its line in node_types.def.
        types = {**model.all_node_types(), 'WINCH': 99}
        with unittest.mock.patch.object(python, 'all_node_types', lambda: types):
            package = python.modules(api, NOWHERE)
        shared, (of_cpp, sources) = layout.files(api), cpp.modules(api)
        self.assertIn('  LO_DEVICE_WINCH = 40,\n  LO_DEVICE_KIND_COUNT = 41\n', shared['device_kinds.h'])
        self.assertIn('  KIND(WINCH, "Winch", 0)', shared['device_kinds.h'])
        self.assertNotEqual(shared['version.h'], layout.files(model.read())['version.h'])
        self.assertIn('void wb_winch_enable(WbDeviceTag tag, int sampling_period) '
                      '{ lo_sensor_enable(tag, LO_DEVICE_WINCH, sampling_period, __func__); }', c.sensors(api))
        self.assertIn('return lo_sensor_value(tag, LO_DEVICE_WINCH, 0, __func__);', c.sensors(api))
        self.assertIn('void wb_winch_pull(WbDeviceTag tag);\n', headers.modules(api)['webots/winch.h'])
        self.assertNotIn('wb_winch_pull', c.sensors(api))  # that is the device's own: by hand
        self.assertIn('  virtual void enable(int samplingPeriod);\n', of_cpp['Winch.hpp'])
        self.assertIn('  Winch* getWinch(const std::string& name);\n', of_cpp['Robot.hpp'])
        self.assertIn('    case WB_NODE_WINCH:\n      return createWinch(tag);\n', sources['Robot.cpp'])
        self.assertIn("    99: 'Winch',  # WINCH\n", package['controller/robot.py'])
        self.assertIn('    def getWinch(self, name: str) -> Optional[Winch]:\n', package['controller/robot.py'])
        self.assertIn("from .winch import Winch\n", package['controller/__init__.py'])
        for page in reference.pages(api, package).values():
            self.assertIn('Length of the rope.', page)

    def test_names_of_node_types(self):
        names = {'CadShape': 'CAD_SHAPE', 'PBRAppearance': 'PBR_APPEARANCE', 'Hinge2Joint': 'HINGE_2_JOINT', 'GPS': 'GPS',
                 'LED': 'LED', 'InertialUnit': 'INERTIAL_UNIT'}
        self.assertEqual({name: model.constant_name(name) for name in names}, names)


if __name__ == '__main__':
    unittest.main()
