# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Installs into a fresh prefix, moves it, hides the checkout with its build folder, and works with what is left as users do.
installation_test.py BUILD_DIR. Exit code 77 where nothing can hide a folder from a process (bubblewrap, or root)."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
SKIPPED = 77

WORLD = '''#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 %s }
Robot { name "robot" controller "%s" }
'''
C_CONTROLLER = '''#include <stdio.h>
#include <webots/robot.h>
int main() {
  wb_robot_init();
  wb_robot_step(16);
  printf("said by %s\\n", wb_robot_get_name());
  wb_robot_cleanup();
  return 0;
}
'''
CPP_CONTROLLER = '''#include <iostream>
#include <webots/Robot.hpp>
int main() {
  webots::Robot robot;
  robot.step(16);
  std::cout << "said by " << robot.getName() << std::endl;
}
'''
PYTHON_CONTROLLER = '''from controller import Robot
robot = Robot()
robot.step(16)
print("said by", robot.getName())
'''
PLUGIN = '''#include <plugins/physics.h>
void webots_physics_init(void) { dWebotsConsolePrintf("plugin %d\\n", dWebotsGetBodyFromDEF("NONE") == NULL); }
void webots_physics_step(void) {}
void webots_physics_cleanup(void) {}
'''
# As the Makefiles of these years begin.
# GNU make from 4.3 on makes no blank of the first two lines, so that the third one is right only where the caller says it.
PROLOGUE = 'space :=\nspace +=\nWEBOTS_HOME_PATH=$(subst $(space),\\ ,$(strip $(subst \\,/,$(WEBOTS_HOME))))\n'
INCLUDES = {
    'year_2009': '$(WEBOTS_HOME_PATH)/resources/projects/default/controllers/Makefile.include',
    'year_2012': '$(WEBOTS_HOME)/projects/default/controllers/Makefile.include',
    'year_2021': '$(WEBOTS_HOME_PATH)/resources/Makefile.include',
}
COLLIDER = '''#include <lightsout/collider.h>
#include <lightsout/collider_c.h>
#include <lightsout/planning_c.h>
#include <lightsout/planning_scene.h>
#include <cstdio>
int main() {
  lightsout::ColliderOptions options;
  options.static_groups = {1};
  lightsout::SyncCollider pool(2, options);
  lightsout::Collider& collider = pool;
  if (const auto loaded = collider.init({{"box:1,1,1"}, {"box:1,1,1"}}, true); !loaded) return std::puts(loaded.error().c_str());
  std::vector<Eigen::Matrix4d> matrices(2, Eigen::Matrix4d::Identity());
  const bool touch = collider.isCollided(matrices);
  matrices[1](0, 3) = 1.5;
  lightsout::CollisionRequest request;
  request.distance = true;
  lightsout::CollisionResult result;
  if (!collider.check(matrices, nullptr, request, result)) return 1;
  lightsout::PlanningScene scene;
  if (lightsout::RobotModel::load("none.urdf") || !scene.add_object("ball", {{"sphere:1", {}, {}}})) return 1;
  lightsout::MotionResult motion;
  const std::vector<Eigen::Matrix4d> start(2, Eigen::Matrix4d::Identity());
  if (!collider.check_motion(lightsout::StraightMotion(start, matrices), nullptr, {}, motion) || motion.time != 0) return 1;
  std::printf("%d %.3f\\n", touch, result.nearest->distance);
  lightsout_collider_close(nullptr);
  lightsout_scene_close(nullptr);
}
'''


def hiding(folder):
    """The words before a command by which it does not see a folder."""
    if shutil.which('bwrap'):
        words = ['bwrap', '--dev-bind', '/', '/', '--tmpfs', str(folder)]
        if subprocess.run([*words, 'true'], capture_output=True, check=False).returncode == 0:
            return words
    words = ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"', str(folder)]
    if subprocess.run([*words, 'true'], capture_output=True, check=False).returncode == 0:
        return words
    return None


class Installation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix='lightsout_installation_'))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.before = cls.folder / 'before'
        subprocess.run(['cmake', '--install', BUILD, '--prefix', cls.before], check=True, capture_output=True)
        cls.prefix = cls.folder / 'moved'
        cls.before.rename(cls.prefix)
        cls.home = cls.prefix / 'lib' / 'lightsout'
        cls.project = cls.folder / 'project'
        (cls.project / 'worlds').mkdir(parents=True)

    def run_hidden(self, *words, folder=None, **variables):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(('LIGHTSOUT_', 'WEBOTS_')) and name not in ('PYTHONPATH', 'MAKEFLAGS')}
        environment['PATH'] = f'{self.prefix}/bin:{environment["PATH"]}'
        environment.update(variables)
        done = subprocess.run([*HIDING, *map(str, words)], cwd=folder or self.project, env=environment, text=True,
                              capture_output=True, timeout=280, check=False)
        self.assertEqual(done.returncode, 0, f'{words}\n{done.stdout}{done.stderr}')
        return done.stdout + done.stderr

    def write(self, place, text):
        path = self.project / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_world(self, controller, *options, physics=''):
        world = self.write(f'worlds/{controller}.wbt', WORLD % (physics, controller))
        said = self.run_hidden('lightsout', 'run', world, '--duration', '100ms', *options)
        self.assertIn('said by robot', said)
        return said

    def test_nothing_installed_knows_where_it_was(self):
        for path in self.prefix.rglob('*'):
            if path.is_file() and not path.is_symlink() and path.suffix in ('.cmake', '.pc', '.include', '.h', '.hpp', '.py'):
                text = path.read_text(errors='replace')
                self.assertNotIn(str(ROOT), text, path)
                self.assertNotIn(str(self.before), text, path)
            elif path.is_symlink():
                inside = self.prefix in path.resolve().parents or path.resolve().is_relative_to('/usr/share/fonts')
                self.assertTrue(path.exists() and inside, path)
        programs = [self.prefix / 'bin' / 'lightsout', *self.home.rglob('*.so')]
        for program in programs:
            dynamic = subprocess.run(['readelf', '-d', program], capture_output=True, text=True, check=True).stdout
            for path in re.findall(r'(?:RPATH|RUNPATH).*\[(.*)\]', dynamic):
                self.assertTrue(all(part.startswith('$ORIGIN') for part in path.split(':') if part), f'{program}: {path}')

    def test_doctor_finds_the_moved_home(self):
        self.assertEqual(self.run_hidden('lightsout', 'doctor', '--home').strip(), str(self.home))
        page = json.loads(self.run_hidden('lightsout', 'doctor', '--json'))
        self.assertEqual(page['missing_files'], [])
        link = self.folder / 'link'
        link.symlink_to(self.prefix / 'bin' / 'lightsout')
        self.assertEqual(self.run_hidden(link, 'doctor', '--home').strip(), str(self.home))

    def test_doctor_says_where_make_cannot_use_the_home(self):
        odd = self.folder / 'my prefix'
        (odd / 'bin').mkdir(parents=True)
        shutil.copy2(self.prefix / 'bin' / 'lightsout', odd / 'bin')
        (odd / 'lib').symlink_to(self.prefix / 'lib')
        words = [odd / 'bin' / 'lightsout', 'doctor', '--home']
        # No folder can be made there, so neither can a link without a blank.
        done = subprocess.run(words, env={**os.environ, 'XDG_CACHE_HOME': '/proc/none'}, text=True, capture_output=True,
                              check=False)
        self.assertEqual((done.returncode, done.stdout), (9, f'{odd}/lib/lightsout\n'), done.stderr)
        self.assertIn('make cannot cope with where lightsout is installed', done.stderr)
        done = subprocess.run(words, env={**os.environ, 'XDG_CACHE_HOME': str(self.folder)}, text=True,
                              capture_output=True, check=True)
        self.assertNotIn(' ', done.stdout)
        self.assertEqual(pathlib.Path(done.stdout.strip()).resolve(), self.home)

    def test_demo_moves_as_in_the_build_folder(self):
        words = ('run', '--duration', '2s', '--seed', '1', '--hash')
        here = self.run_hidden('lightsout', *words, self.prefix / 'share/lightsout/samples/worlds/demo.wbt')
        there = subprocess.run([BUILD / 'bin/lightsout', *words, ROOT / 'worlds/demo.wbt'], check=True, text=True,
                               capture_output=True).stdout
        self.assertRegex(here, r'\b' + there.strip().splitlines()[-1] + r'\b')

    def test_sample_worlds_have_their_plugins(self):
        for world in sorted((self.home / 'projects/samples/worlds').glob('*.wbt')):
            with self.subTest(world=world.name):
                said = self.run_hidden('lightsout', 'run', world, '--duration', '50ms', '--no-build')
                self.assertNotIn('warning', said)

    def test_e_puck(self):
        world = self.write('worlds/e-puck.wbt', '#VRML_SIM R2025a utf8\n'
                           'EXTERNPROTO "webots://projects/objects/floors/protos/RectangleArena.proto"\n'
                           'EXTERNPROTO "webots://projects/robots/gctronic/e-puck/protos/E-puck.proto"\n'
                           'WorldInfo { basicTimeStep 16 }\nRectangleArena { }\n'
                           'DEF PUCK E-puck { controller "e-puck_avoid_obstacles" }\n')
        self.run_hidden('lightsout', 'run', world, '--duration', '2s', '--record', self.project / 'puck.csv')
        rows = (self.project / 'puck.csv').read_text().splitlines()
        names = next(row for row in rows if not row.startswith('#')).split(',')
        x = [float(row.split(',')[names.index('PUCK.x')]) for row in (rows[-1], next(
            row for row in rows if row[0].isdigit()))]
        self.assertGreater(abs(x[0] - x[1]), 0.01)

    def test_controllers_by_make(self):
        for name, include in INCLUDES.items():
            with self.subTest(name=name):
                self.write(f'controllers/{name}/{name}.c', C_CONTROLLER)
                self.write(f'controllers/{name}/Makefile', PROLOGUE + f'include {include}\n')
                self.run_hidden('make', f'WEBOTS_HOME_PATH={self.home}', folder=self.project / 'controllers' / name,
                                WEBOTS_HOME=str(self.home))
                self.run_world(name, '--no-build')

    def test_library_by_make(self):
        self.write('libraries/shared/shared.c', 'int seven(void) { return 7; }\n')
        self.write('libraries/shared/Makefile', 'include $(WEBOTS_HOME)/projects/default/libraries/Makefile.include\n')
        self.run_hidden('make', folder=self.project / 'libraries/shared', WEBOTS_HOME=str(self.home))
        self.assertTrue((self.project / 'libraries/shared/libshared.so').exists())
        # As the libraries of the other simulator are made: names of systems first, and a target of their own.
        self.write('libraries/named/named.c', 'int eight(void) { return 8; }\n')
        self.write('libraries/named/Makefile', 'include $(WEBOTS_HOME)/resources/Makefile.os.include\n'
                   'MAIN_TARGET = $(LIB_PREFIX)other$(SHARED_LIB_EXTENSION)\n'
                   'include $(WEBOTS_HOME)/resources/Makefile.include\n')
        self.run_hidden('make', folder=self.project / 'libraries/named', WEBOTS_HOME=str(self.home))
        self.write('controllers/links/links.c', C_CONTROLLER.replace(
            '  wb_robot_cleanup', '  printf("sum %d\\n", seven() + eight());\n  wb_robot_cleanup').replace(
            'int main', 'int seven(void), eight(void);\nint main'))
        self.write('controllers/links/Makefile', 'LIBRARIES = -L../../libraries/shared -lshared -L../../libraries/named -lother\n'
                   'include $(WEBOTS_HOME)/resources/Makefile.include\n')
        self.assertIn('sum 15', self.run_world('links'))

    def test_controllers_by_cmake(self):
        self.write('controllers/by_cmake/by_cmake.cpp', CPP_CONTROLLER)
        self.write('controllers/by_cmake/CMakeLists.txt', 'cmake_minimum_required(VERSION 3.13)\nproject(by_cmake CXX)\n'
                   'find_package(lightsout 0.1 REQUIRED)\nlightsout_controller(by_cmake by_cmake.cpp)\n')
        self.build_by_cmake(self.project / 'controllers/by_cmake', f'-DCMAKE_PREFIX_PATH={self.prefix}')
        self.run_world('by_cmake', '--no-build')
        # Where there is no Eigen, which the collider alone needs, and by a generator of several configurations.
        self.write('controllers/by_many/by_many.c', C_CONTROLLER)
        self.write('controllers/by_many/many_plugin.c', PLUGIN)
        folder = self.project / 'controllers/by_many'
        self.write('controllers/by_many/CMakeLists.txt', 'cmake_minimum_required(VERSION 3.13)\nproject(by_many C)\n'
                   'find_package(lightsout REQUIRED)\nlightsout_controller(by_many by_many.c)\n'
                   'lightsout_physics_plugin(many many_plugin.c)\n')
        self.build_by_cmake(folder, f'-DCMAKE_PREFIX_PATH={self.prefix}', '-DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON',
                            *(['-G', 'Ninja Multi-Config'] if shutil.which('ninja') else []))
        self.run_world('by_many', '--no-build')
        self.assertTrue((folder / 'libmany.so').exists())
        # As the manual of Webots has it.
        self.write('controllers/by_hand/by_hand.c', C_CONTROLLER)
        self.write('controllers/by_hand/CMakeLists.txt', '''cmake_minimum_required(VERSION 3.0)
get_filename_component(PROJECT ${CMAKE_SOURCE_DIR} NAME)
project(${PROJECT} C)
link_directories($ENV{WEBOTS_HOME}/lib/controller)
include_directories($ENV{WEBOTS_HOME}/include/controller/c)
add_executable(${PROJECT} by_hand.c)
target_link_libraries(${PROJECT} ${CMAKE_SHARED_LIBRARY_PREFIX}Controller${CMAKE_SHARED_LIBRARY_SUFFIX})
add_custom_command(TARGET ${PROJECT} POST_BUILD COMMAND ${CMAKE_COMMAND} -E copy
  ${CMAKE_BINARY_DIR}/${PROJECT} ${CMAKE_SOURCE_DIR})
''')
        self.build_by_cmake(self.project / 'controllers/by_hand')
        self.run_world('by_hand', '--no-build')

    def build_by_cmake(self, folder, *options):
        variables = {'WEBOTS_HOME': str(self.home)}
        self.run_hidden('cmake', '-B', folder / 'out', '-S', folder, *options, folder=folder, **variables)
        self.run_hidden('cmake', '--build', folder / 'out', folder=folder, **variables)

    def test_tests_by_cmake(self):
        self.write('tested/worlds/ball.wbt', '#VRML_SIM R2025a utf8\nWorldInfo { }\n')
        for name in ('ball.test.yaml', 'a ball.test.yaml'):
            self.write(f'tested/{name}', 'world: worlds/ball.wbt\nduration: 0.1 s\n')
        folder = self.project / 'tested'
        self.write('tested/CMakeLists.txt', 'cmake_minimum_required(VERSION 3.16)\nproject(tested NONE)\n'
                   'find_package(lightsout REQUIRED)\nenable_testing()\n'
                   'lightsout_add_test("worlds: " FILES ball.test.yaml "a ball.test.yaml")\n')
        self.run_hidden('cmake', '-B', folder / 'out', '-S', folder, f'-DCMAKE_PREFIX_PATH={self.prefix}', folder=folder)
        self.assertIn('100% tests passed', self.run_hidden('ctest', folder=folder / 'out'))

    def test_controllers_by_lightsout(self):
        self.write('controllers/built/built.cpp', CPP_CONTROLLER)
        self.run_hidden('lightsout', 'build', self.project / 'controllers/built')
        self.run_world('built', '--no-build')
        self.write('controllers/found/found.c', C_CONTROLLER)
        self.run_world('found')
        self.write('controllers/script/script.py', PYTHON_CONTROLLER)
        self.run_world('script')

    def test_sandbox(self):
        if HIDING[0] == 'bwrap' or not shutil.which('bwrap'):
            self.skipTest('a sandbox in a sandbox')
        self.write('controllers/inside/inside.py', PYTHON_CONTROLLER)
        self.run_world('inside', '--sandbox')

    def test_plugins(self):
        self.write('controllers/spoken/spoken.py', PYTHON_CONTROLLER)
        for name, rules in (('own', None), ('year_2010', '$(WEBOTS_HOME)/resources/projects/default/plugins/physics')):
            with self.subTest(name=name):
                self.write(f'plugins/physics/{name}/{name}.c', PLUGIN)
                if rules:
                    self.write(f'plugins/physics/{name}/Makefile', f'include {rules}/Makefile.include\n')
                self.assertIn('plugin 1', self.run_world('spoken', physics=f'physics "{name}"'))

    def test_prefix_with_a_blank(self):
        odd = self.folder / 'a prefix, with blanks'
        shutil.copytree(self.prefix, odd, symlinks=True)
        self.addCleanup(shutil.rmtree, odd)
        variables = {'PATH': f'{odd}/bin:{os.environ["PATH"]}', 'XDG_CACHE_HOME': str(self.folder / 'cache')}
        self.write('controllers/odd_found/odd_found.cpp', CPP_CONTROLLER)
        world = self.write('worlds/odd_found.wbt', WORLD % ('physics "odd_plugin"', 'odd_found'))
        self.write('plugins/physics/odd_plugin/odd_plugin.c', PLUGIN)
        said = self.run_hidden('lightsout', 'run', world, '--duration', '100ms', **variables)
        self.assertIn('said by robot', said)
        self.assertIn('plugin 1', said)
        # By hand: doctor names what make can include from, and the program is linked by it.
        home = self.run_hidden('lightsout', 'doctor', '--home', **variables).strip()
        self.assertNotIn(' ', home)
        self.assertEqual(pathlib.Path(home).resolve(), (odd / 'lib/lightsout').resolve())
        for name, include in INCLUDES.items():
            self.write(f'controllers/odd_{name}/odd_{name}.c', C_CONTROLLER)
            self.write(f'controllers/odd_{name}/Makefile', PROLOGUE + f'include {include}\n')
            folder = self.project / 'controllers' / f'odd_{name}'
            self.run_hidden('make', f'WEBOTS_HOME_PATH={home}', folder=folder, WEBOTS_HOME=home)
            needed = self.run_hidden('ldd', folder / 'build/release' / f'odd_{name}', LD_LIBRARY_PATH='')
            self.assertNotIn('not found', needed)

    def test_plugin_by_cmake_where_the_home_has_a_blank(self):
        link = self.folder / 'with a blank'
        link.symlink_to(self.home)
        self.write('plugins/physics/blank/blank.c', PLUGIN)
        folder = self.project / 'plugins/physics/blank'
        self.write('plugins/physics/blank/CMakeLists.txt', 'cmake_minimum_required(VERSION 3.13)\nproject(blank C)\n'
                   'include($ENV{WEBOTS_HOME}/resources/lightsout_plugin.cmake)\nlightsout_physics_plugin(blank blank.c)\n')
        self.run_hidden('cmake', '-B', folder / 'out', '-S', folder, folder=folder, WEBOTS_HOME=str(link))
        self.run_hidden('cmake', '--build', folder / 'out', folder=folder)
        self.assertTrue((folder / 'libblank.so').exists())

    def test_modules(self):
        self.write('protos/Row.proto', '#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO Row [\n'
                   '  field SFInt32 n 3\n]\n{\n  Group { children [\n%< for (let i = 0; i < fields.n.value; ++i) { >%\n'
                   '    Solid { translation %<= i >% 0 0 name "s%<= i >%" boundingObject Mesh { url "cube.obj" } }\n'
                   '%< } >%\n  ] }\n}\n')
        self.write('protos/cube.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n')
        world = self.write('worlds/row.wbt', '#VRML_SIM R2025a utf8\nEXTERNPROTO "../protos/Row.proto"\n'
                           'WorldInfo { }\nRow { }\nRow { n 2 }\n')
        self.run_hidden('lightsout', 'check', world)

    def test_collider_by_cmake(self):
        self.write('outside/main.cpp', COLLIDER)
        self.write('outside/CMakeLists.txt', 'cmake_minimum_required(VERSION 3.13)\nproject(outside CXX)\n'
                   'set(CMAKE_CXX_STANDARD 17)\nfind_package(lightsout REQUIRED)\nadd_executable(outside main.cpp)\n'
                   'target_link_libraries(outside PRIVATE lightsout::collider)\n')
        self.build_by_cmake(self.project / 'outside', f'-DCMAKE_PREFIX_PATH={self.prefix}')
        self.assertEqual(self.run_hidden(self.project / 'outside/out/outside').strip(), '1 0.500')

    def test_collider_by_pkg_config(self):
        main = self.write('by_flags/main.cpp', COLLIDER)
        flags = self.run_hidden('pkg-config', '--cflags', '--libs', 'lightsout-collider',
                                PKG_CONFIG_PATH=str(self.prefix / 'lib/pkgconfig')).split()
        self.run_hidden('g++', '-std=c++17', '-pedantic-errors', '-Wall', '-Wextra', '-Werror', main, '-o',
                        main.parent / 'main', *flags)
        said = self.run_hidden(main.parent / 'main', LD_LIBRARY_PATH=str(self.prefix / 'lib'))
        self.assertEqual(said.strip(), '1 0.500')

    def test_collider_in_python(self):
        script = self.write('collides.py', 'import numpy\nfrom lightsout import Collider, PlanningScene\n'
                            'with PlanningScene() as scene: scene.add_object("ball", "sphere:1")\n'
                            'm = numpy.tile(numpy.eye(4), (2, 1, 1))\nm[1, 0, 3] = 1.5\n'
                            'with Collider([["box:1,1,1"], ["box:1,1,1"]]) as c: print(c.is_collided(m), c.distance(m))\n')
        said = self.run_hidden('/usr/bin/python3', script,
                               PYTHONPATH=str(self.prefix / 'lib/python3/dist-packages'))
        self.assertEqual(said.strip(), 'False 0.5')

    def test_share(self):
        share = self.prefix / 'share'
        for file in ('man/man1/lightsout-run.1', 'man/man1/webots.1', 'man/man1/webots-controller.1',
                     'doc/lightsout/README.md', 'doc/lightsout/LICENSE', 'doc/lightsout/third_party/README.md',
                     'lightsout/protos/Ball.proto', 'lightsout/resources/Makefile.include', 'lightsout/samples/worlds/demo.wbt',
                     'lightsout/samples/worlds/sockets/tcp_robot.wbt', 'lightsout/samples/controllers/serves_tcp/client.py',
                     'lightsout/samples/controllers/serves_tcp/serves_tcp',
                     'lightsout/editors/webots.tmLanguage.json'):
            self.assertTrue((share / file).exists(), file)
        for program in (self.prefix / 'bin').iterdir():
            page = (share / f'man/man1/{program.name}.1').read_text().replace('\\-', '-')
            for option in re.findall(r'^ +(?:-\w,)?(--[\w-]+)', self.run_hidden(program, '--help'), re.M):
                self.assertIn(option, page, program)
        script = share / 'bash-completion/completions/lightsout'
        said = self.run_hidden('bash', '-c', f'. {script}; COMP_WORDS=(lightsout che) COMP_CWORD=1; _lightsout; '
                               'echo "${COMPREPLY[@]}"')
        self.assertEqual(said.strip(), 'check')


HIDING = hiding(ROOT)
if HIDING is None:
    print('neither bubblewrap nor unshare hides a folder here')
    sys.exit(SKIPPED)
unittest.main(verbosity=2)
