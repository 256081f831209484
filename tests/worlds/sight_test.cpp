// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Images by the real executable: what a controller in Python reads of them, and what a run writes.
#include <catch2/catch.hpp>

#include "engine/image/image_file.h"
#include "tests/support/asserting.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

// A wall at 5 m that shows light 1 of green, 207; nothing else is to be seen.
const char world[] = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { position 0 0 0.1 orientation 0 0 1 0 }
DEF WALL Solid { translation 5.5 0 0 name "wall" model "a wall" recognitionColors [ 0 1 0 ] children [ Shape {
  appearance Appearance { material Material { emissiveColor 0 1 0 } } geometry DEF SLAB Box { size 1 4 4 } } ]
  boundingObject USE SLAB }
Robot { name "robot" supervisor TRUE controller "sees" children [
  Camera { width 20 height 10 fieldOfView 0.3 recognition Recognition { segmentation TRUE } }
  RangeFinder { width 7 height 5 fieldOfView 0.3 maxRange 10 }
] }
)";

const char sees[] = R"(
from controller import Supervisor
robot = Supervisor()
camera, finder = robot.getDevice("camera"), robot.getDevice("range-finder")
camera.enable(32)
camera.recognitionEnable(16)
camera.enableRecognitionSegmentation()
finder.enable(16)
robot.step(16)
robot.step(16)
image = camera.getImage()
assert len(image) == 4 * 20 * 10
assert [image[4 * 105 + i] for i in range(4)] == [0, 207, 0, 255], list(image[420:424])
assert camera.imageGetGreen(image, 20, 5, 5) == 207
assert all(abs(d - 5) < 1e-5 for d in finder.getRangeImage())
objects = camera.getRecognitionObjects()
assert len(objects) == 1 and objects[0].getModel() == "a wall", len(objects)
assert list(camera.getRecognitionSegmentationImage()[420:424]) == [0, 255, 0, 255]
robot.exportImage("view.png", 90)
robot.step(16)
robot.step(16)
robot.simulationQuit(0)
robot.step(16)
)";

// Makes the project, runs it, and answers the run's hash.
std::string run(const TemporaryFolder& folder, const std::string& images) {
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/sees");
  write_file(folder / "worlds/sight.wbt", world);
  write_file(folder / "controllers/sees/sees.py", sees);
  const ProgramResult result =
      run_lightsout({"run", (folder / "worlds/sight.wbt").string(), "--duration", "2s", "--images", images, "--hash"});
  CAPTURE(result.out, result.err);
  REQUIRE(result.exit_code == 0);
  return result.out;
}

}  // namespace

TEST_CASE("A Python controller sees, and a run writes what it saw") {
  const TemporaryFolder folder, other;
  const std::string hash = run(folder, (folder / "images").string());
  CHECK(run(other, (other / "images").string()) == hash);
  const auto picture = read_image_file(folder / "images/robot.camera.000032.000.png");
  REQUIRE(picture);
  CHECK(picture->width == 20);
  CHECK(picture->pixel(5, 5)[1] == 207);
  CHECK(picture->pixel(5, 5)[0] == 0);
  CHECK(std::filesystem::exists(folder / "images/robot.camera.000064.000.png"));
  const auto view = read_image_file(folder / "controllers/sees/view.png");
  REQUIRE(view);
  CHECK(view->width == 800);
  CHECK(view->pixel(400, 300)[1] == 207);
}

TEST_CASE("A run from a snapshot writes the pictures that it takes, none that was taken before") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/looks");
  write_file(
      folder / "worlds/look.wbt",
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 }\nRobot { name \"robot\" controller \"looks\" children [ "
      "Camera { width 2 height 2 } ] }\n");
  write_file(folder / "controllers/looks/looks.py",
             "from controller import Robot\nrobot = Robot()\nrobot.getDevice('camera').enable(16)\nwhile robot.step(8) "
             "!= -1: pass\n");
  const auto run = [&](std::vector<std::string> arguments) {
    const ProgramResult result = run_lightsout(arguments);
    CAPTURE(result.out, result.err);
    REQUIRE(result.exit_code == 0);
  };
  const auto pictures = [&](const char* name) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / name))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  };
  const std::string world = (folder / "worlds/look.wbt").string();
  run({"run", world, "--duration", "120ms", "--images", (folder / "whole").string(), "--snapshot-every", "80ms",
       "--snapshots", (folder / "snapshots").string()});
  run({"run", "--from", (folder / "snapshots/step_000000010.snapshot").string(), "--duration", "120ms", "--images",
       (folder / "rest").string()});
  auto whole = pictures("whole");
  // Of 16, 32, ... 112 ms those behind 80 ms.
  CHECK(whole.size() == 7);
  std::erase_if(whole, [](const std::string& name) { return name < "robot.camera.000081"; });
  CHECK(whole.size() == 2);
  CHECK(pictures("rest") == whole);
}

TEST_CASE("A camera before a display in the tree sees at a step's end what was drawn for the step") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/draws");
  write_file(folder / "worlds/draw.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Robot { controller "draws" children [
  Camera { width 2 height 2 fieldOfView 1.5 }
  Display { width 2 height 2 children [ Shape { appearance Appearance { texture ImageTexture { filtering 0 } }
    geometry IndexedFaceSet { coord Coordinate { point [ 1 2 -2, 1 -2 -2, 1 -2 2, 1 2 2 ] }
      texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] } coordIndex [ 0 1 2 3 -1 ] texCoordIndex [ 0 1 2 3 -1 ]
    } } ] }
] }
)");
  write_file(folder / "controllers/draws/draws.py", R"(
from controller import Robot
robot = Robot()
camera, display = robot.getDevice("camera"), robot.getDevice("display")
camera.enable(16)
robot.step(16)
robot.step(16)
assert list(camera.getImage()[:3]) == [0, 0, 0], list(camera.getImage())
for color, seen in (0x00ff00, [0, 207, 0]), (0xff0000, [0, 0, 207]), (0, [0, 0, 0]):
    display.setColor(color)
    display.fillRectangle(0, 0, 2, 2)
    robot.step(16)
    assert list(camera.getImage()[:3]) == seen, (color, list(camera.getImage()))
)");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/draw.wbt").string(), "--duration", "2s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
}

// display.md of Webots: what has alpha 0 is seen through, and so is what nobody drew on when a camera is detached.
TEST_CASE("A camera sees through a display where its picture is transparent, as long as it is") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/clears");
  write_file(folder / "worlds/clear.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Background { skyColor [ 0 1 0 ] }
Robot { controller "clears" children [
  Camera { width 2 height 2 fieldOfView 1.5 }
  Camera { name "other" width 2 height 2 fieldOfView 0.1 rotation 0 0 1 3.14159 }
  Display { width 2 height 2 children [ Shape { appearance Appearance { texture ImageTexture { filtering 0 } }
    geometry IndexedFaceSet { coord Coordinate { point [ 1 2 -2, 1 -2 -2, 1 -2 2, 1 2 2 ] }
      texCoord TextureCoordinate { point [ 0 0, 1 0, 1 1, 0 1 ] } coordIndex [ 0 1 2 3 -1 ] texCoordIndex [ 0 1 2 3 -1 ]
    } } ] }
] }
)");
  write_file(folder / "controllers/clears/clears.py", R"(
from controller import Robot
robot = Robot()
camera, other, display = robot.getDevice("camera"), robot.getDevice("other"), robot.getDevice("display")
camera.enable(16)
def expect(seen, steps=1):
    for _ in range(steps):
        robot.step(16)
    assert list(camera.getImage()[:3]) == seen, (seen, list(camera.getImage()))
sky, red, black = [0, 255, 0], [0, 0, 207], [0, 0, 0]
expect(black, 2)
display.setColor(0xff0000)
for alpha, seen in (0, sky), (1, red), (0, sky):
    display.setAlpha(float(alpha))
    display.fillRectangle(0, 0, 2, 2)
    expect(seen)
display.setAlpha(1.0)
display.setColor(0)
display.fillRectangle(0, 0, 2, 2)
expect(black)
display.attachCamera(other)  # nobody enabled it
expect(sky, 2)
display.detachCamera()
expect(sky, 2)
)");
  const ProgramResult result = run_lightsout({"run", (folder / "worlds/clear.wbt").string(), "--duration", "2s"});
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
}

// Public libController, display.c: "a camera is already attached to the display", "no camera to detach".
TEST_CASE("A display keeps its camera until that is detached, also over a reset") {
  const ProgramResult result = run_asserting(R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Solid { translation 5 0 0 name "red" children [ Shape { appearance PBRAppearance { emissiveColor 1 0 0 baseColor 0 0 0 } geometry Box { size 1 9 9 } } ] }
Solid { translation -5 0 0 name "green" children [ Shape { appearance PBRAppearance { emissiveColor 0 1 0 baseColor 0 0 0 } geometry Box { size 1 9 9 } } ] }
Robot { supervisor TRUE controller "asserts" children [
  Camera { name "ahead" width 1 height 1 } Camera { name "back" width 1 height 1 rotation 0 0 1 3.14159 }
  Display { name "display" width 1 height 1 } ] }
)",
                                             R"(
import struct, zlib
ahead, back, display = (s.getDevice(name) for name in ('ahead', 'back', 'display'))
ahead.enable(16)
back.enable(16)
def shown():  # the one pixel of the picture: red, green
    for i in range(3):
        s.step(16)
    display.imageSave(None, 'shown.png')
    data, at, packed = open('shown.png', 'rb').read(), 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b'IDAT' else b''
        at += 12 + size
    red, green = zlib.decompress(packed)[1:3]
    return 'red' if red > 100 > green else 'green' if green > 100 > red else (red, green)
display.detachCamera()
display.attachCamera(ahead)
assert shown() == 'red', shown()
display.attachCamera(back)
assert shown() == 'red', shown()
s.simulationReset()
assert shown() == 'red', shown()
display.detachCamera()
display.attachCamera(back)
assert shown() == 'green', shown()
)");
  CHECK(result.err.find("wb_display_attach_camera(): a camera is already attached") != std::string::npos);
  CHECK(result.err.find("wb_display_detach_camera(): no camera is attached") != std::string::npos);
}
