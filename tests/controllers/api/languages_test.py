# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Every function of the description is in the Java classes and in the module for MATLAB and Octave, or stands here with the
reason why not. What was built is looked at, where it was: languages_test.py HOME."""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / 'controllers' / 'api' / 'generator'))
import c  # noqa: E402
import java  # noqa: E402
import jni  # noqa: E402
import matlab  # noqa: E402
import model  # noqa: E402
import release5  # noqa: E402

HOME = pathlib.Path(sys.argv.pop()) if len(sys.argv) > 1 else None
API = model.read()

NOT_IN_JAVA = {
    'Microphone': 'has no class in C++, Python and Java', 'Radio': 'has no class in C++, Python and Java',
    'RemoteControl': 'for libraries in C',
}
# Functions of C alone, and what Java has in their place.
OTHERWISE_IN_JAVA = {
    'wb_robot_init': 'new Robot()', 'wb_robot_cleanup': 'Robot.delete', 'wb_robot_get_device': 'Robot.getDevice',
    'wb_robot_get_device_by_index': 'Robot.getDeviceByIndex', 'wb_robot_keyboard_enable': 'Robot.keyboardEnable',
    'wb_robot_keyboard_disable': 'Robot.keyboardDisable', 'wb_robot_keyboard_get_key': 'Robot.keyboardGetKey',
    'wb_supervisor_node_get_from_device': 'Supervisor.getFromDevice',
    'wb_supervisor_movie_get_status': 'Supervisor.movieGetStatus',
    'wb_supervisor_get_movie_status': 'Supervisor.getMovieStatus',
    'wb_supervisor_start_movie': 'Supervisor.startMovie',
    'wb_camera_recognition_get_object': 'Camera.getRecognitionObjects', 'wb_lidar_get_point': 'Lidar.getPoint',
    'wb_radar_get_target': 'Radar.getTargets', 'wb_range_finder_get_image': 'RangeFinder.getRangeImage',
    'wb_inertial_unit_get_values': 'InertialUnit.getRollPitchYaw', 'wb_mouse_get_state_pointer': 'Mouse.getState',
    'wb_camera_range_image_get_value': 'Camera.rangeImageGetDepth', 'wb_device_get_type': 'Device.getNodeType',
    'wb_differential_wheels_get_left_encoders': 'DifferentialWheels.getLeftEncoder',
    'wb_differential_wheels_get_right_encoders': 'DifferentialWheels.getRightEncoder',
    'wb_supervisor_node_enable_contact_point_tracking': 'Node.enableContactPointsTracking',
    'wb_supervisor_node_disable_contact_point_tracking': 'Node.disableContactPointsTracking',
    'wbu_driver_init': 'new Driver()', 'wbu_driver_cleanup': 'Driver.delete',
    'wbu_driver_initialization_is_possible': 'Driver.isInitialisationPossible',
    'wbu_driver_get_brake': 'Driver.getBrakeIntensity',
}
# These are in none of the languages beyond C.
C_ALONE = {
    'wb_robot_pin_to_static_environment': 'C++ and Python have it not either',
    'wb_camera_get_far': 'of older releases: Camera.getMaxRange', 'wb_camera_move_window': 'there is no window',
    'wb_speaker_emit_sample': 'nobody hears samples',
    'wb_inertial_unit_get_lookup_table_size': 'none since R2021a', 'wb_inertial_unit_get_lookup_table': 'none since R2021a',
    'wb_distance_sensor_get_min_range': 'C++ and Python have it not either',
    'wb_distance_sensor_get_max_range': 'C++ and Python have it not either',
    'wbu_car_init': 'the driver calls it', 'wbu_car_cleanup': 'the driver calls it',
}
SOURCES = java.modules(API, ROOT / 'controllers' / 'java')


def methods_of(name, library):
    """The methods of a class of Java and of those that it stands on."""
    folder = 'vehicle' if library else 'controller'
    text = SOURCES.get(f'{folder}/{name}.java', '') + SOURCES.get(f'{folder}/{name}Functions.java', '')
    return set(re.findall(r'^  public (?:static |synchronized )*[\w\[\]]+ (\w+)\(', text, re.M))


class Java(unittest.TestCase):
    def test_every_function_has_a_method(self):
        for described in API.classes.values():
            if described.cpp.get('each') or described.name in NOT_IN_JAVA:
                continue
            methods = methods_of(described.name, bool(described.library))
            for base in API.lineage(described)[1:]:
                methods |= methods_of(base.name, bool(base.library))
            module = java.Module(API, described, False)
            for function in c.functions(API, described):
                name = described.c_name(function)
                if function not in described.c_functions:
                    self.assertIn(module.method(function), methods, f'{described.name} in Java')
                    continue
                self.assertTrue(name in OTHERWISE_IN_JAVA or name in C_ALONE, f'{name} is neither in Java nor in a list')
                place, _, method = OTHERWISE_IN_JAVA.get(name, '').partition('.')
                if method:
                    library = bool(API.classes[place].library)
                    self.assertIn(method, methods_of(place, library), f'{place} in Java, for {name}')

    def test_the_lists_name_what_there_is(self):
        known = {each.c_name(function) for each in API.classes.values() for function in c.functions(API, each)}
        for name in [*OTHERWISE_IN_JAVA, *C_ALONE, *matlab.OTHERWISE]:
            self.assertIn(name, known)
        for name in [*NOT_IN_JAVA, *matlab.WITHOUT]:
            self.assertIn(name, API.classes)

    def test_what_is_no_plain_call_is_by_hand(self):
        for described in [each for library in (False, True) for each in jni.classes(API, library)]:
            by_hand = [each for each in described.functions if jni.is_by_hand(each)]
            folder = 'vehicle' if described.library else 'controller'
            text = SOURCES.get(f'{folder}/{described.name}.java', '')
            for function in by_hand:
                self.assertIn(f' {java.Module(API, described, True).method(function)}(', text)

    def test_the_class_of_webots_5_has_the_functions_of_c(self):
        by_hand = (ROOT / 'controllers/java/release5/Release5.txt').read_text()
        text = release5.java_text(API, by_hand)
        names = re.findall(r'^  public static [\w\[\]]+ (\w+)\(', text, re.M)
        self.assertEqual(len(names), len(set(names)))
        # Of a public archive of 2008, nao_soccer_player_red.jar: names and types that its classes are linked to.
        for declared in ('int robot_step(int ', 'int robot_get_device(String ', 'String robot_get_name(', 'int[] camera_get_image(int ',
                         'void servo_set_position(int tag, float ', 'void robot_console_print(String ',
                         'void touch_sensor_enable(int ', 'void receiver_enable(int ', 'void accelerometer_enable(int '):
            self.assertIn(f'  public static {declared}', text)
        self.assertGreater(len(names), 400)

    def test_the_jar_has_the_classes_and_the_library_the_functions(self):
        jar = HOME and HOME / 'lib/controller/java/Controller.jar'
        if not jar or not jar.exists() or not shutil.which('javap'):
            self.skipTest('there is no Controller.jar here')
        package = java.PACKAGE
        shown = subprocess.run(['javap', '-cp', jar, '-package', f'{package}.Native'], capture_output=True, text=True,
                               check=True).stdout
        declared = set(re.findall(r'native .*? (\w+)\(', shown))
        library = jar.with_name('libJavaController.so')
        symbols = subprocess.run(['nm', '-D', '--defined-only', library], capture_output=True, text=True, check=True).stdout
        exported = {name.replace('_1', '_') for name in re.findall(r'controller_Native_(\w+)', symbols)}
        self.assertEqual(declared, exported)
        self.assertGreater(len(declared), 400)


class Matlab(unittest.TestCase):
    def test_every_function_is_called_or_has_a_reason(self):
        calls = matlab.calls(API)
        for described in API.classes.values():
            if described.cpp.get('each') or described.name in matlab.WITHOUT:
                continue
            for function in c.functions(API, described):
                name = described.c_name(function)
                self.assertTrue(name in calls or name in matlab.OTHERWISE, f'{name} is neither in MATLAB nor in a list')
            for alias in described.c.get('aliases', {}):
                self.assertIn(alias.split()[-1], calls)

    def test_what_is_no_plain_call_is_by_hand(self):
        text = (ROOT / 'controllers' / 'matlab' / 'by_hand.c').read_text()
        for call in matlab.calls(API).values():
            if not call.body:
                self.assertIn(f'CALL({call.name})', text)

    def test_the_table_is_in_the_order_of_names(self):
        names = re.findall(r'^  \{"(\w+)"', matlab.source(API), re.M)
        self.assertEqual(names, sorted(names))
        self.assertEqual(names, list(matlab.calls(API)))

    def test_the_constants_are_those_of_the_headers(self):
        if not HOME:
            self.skipTest('no headers are given')
        constants = matlab.constants(API)
        headers = ''.join(path.read_text() for path in (HOME / 'include/controller/c/webots').glob('*.h'))
        for name, value in constants.items():
            if name != 'WB_SUPERVISOR_SIMULATION_MODE_RUN':
                self.assertRegex(headers, rf'\b{name}\b', f'{name} = {value}')


if __name__ == '__main__':
    unittest.main()
