// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `--hash` sees what a last state forgets: what was edited, said, told and measured on the way. `--trace` and
// `--against` name where two runs part.
#include <catch2/catch.hpp>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// A supervisor that does one thing in its third step, as the variable DOES says.
struct Project {
  TemporaryFolder temporary;
  std::filesystem::path folder;

  // In a folder of this name.
  explicit Project(const std::string& name = "project") : folder(temporary / name) {
    std::filesystem::create_directories(folder / "worlds");
    std::filesystem::create_directories(folder / "controllers/boss");
    write_file(folder / "worlds/w.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF WALL Solid { name "wall" boundingObject Box { size 1 1 1 } }
Robot { name "boss" controller "boss" supervisor TRUE children [ Emitter { } Speaker { } DistanceSensor { lookupTable [ 0 0 0, 9 9 0 ] } ] translation 5 0 0 rotation 0 0 1 3.14159 }
)");
    write_file(folder / "controllers/boss/boss.py", R"(import os
from controller import Speaker, Supervisor
robot = Supervisor()
does = os.environ.get('DOES', '')
wall = robot.getFromDef('WALL')
eye = robot.getDevice('distance sensor')
for step in range(10):
    robot.step(10)
    if step == 3:
        if does == 'places':
            wall.getField('translation').setSFVec3f([0, 3, 0])
        if does == 'names':
            wall.getField('name').setSFString('fence')
        if does == 'imports':
            robot.getRoot().getField('children').importMFNodeFromString(-1, 'Pose { }')
        if does == 'prints':
            print('here', flush=True)
        if does == 'sends':
            robot.getDevice('emitter').send('hello')
        if does == 'looks':
            eye.enable(10)
        if does == 'places at random':
            wall.getField('translation').setSFVec3f([0, int.from_bytes(os.urandom(6), 'big') / 2 ** 48, 0])
        if does.startswith('writes '):
            robot.getSelf().getField('customData').setSFString(does)
        if does == 'names paths':
            here = os.getcwd()
            Speaker.playSound(robot.getDevice('speaker'), robot.getDevice('speaker'), 'step.wav', 1, 1, 0, True)
            data = robot.getSelf().getField('customData')
            data.setSFString(here + '/data')
            print(data.getSFString(), robot.getProjectPath())
            wall.getField('name').setSFString(here)
            wall.exportString()
            robot.setLabel(1, here, 0, 0, 0.1, 0, 0)
            robot.worldSave(here + '/none/w.wbt')
            robot.getRoot().getField('children').importMFNodeFromString(-1, 'Solid { name "%s" }' % here)
    if step == 7 and does in ('places', 'names'):
        if does == 'places':
            wall.getField('translation').setSFVec3f([0, 0, 0])
        else:
            wall.getField('name').setSFString('wall')
    if step == 7 and does == 'looks':
        eye.disable()
)");
    std::filesystem::copy_file(LIGHTSOUT_SOURCE_DIR "/tests/device_worlds/controllers/sound/step.wav",
                               folder / "controllers/boss/step.wav");
  }

  ProgramResult run(const std::string& does, std::vector<std::string> more = {"--hash"}) const {
    std::vector<std::string> arguments = {"run", folder / "worlds/w.wbt", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_lightsout(arguments, {.environment = {"DOES=" + does}});
  }
};

}  // namespace

TEST_CASE("The hash of a run sees edits, messages, readings and what was printed, though the end is the same") {
  const Project project;
  const std::string nothing = project.run("").out;
  REQUIRE(nothing.size() == 17);
  CHECK(project.run("").out == nothing);
  for (const char* does : {"places", "names", "imports", "prints", "sends", "looks"}) {
    INFO(does);
    const ProgramResult result = project.run(does);
    INFO(result.err);
    CHECK(result.out.size() == 17);
    CHECK(result.out != nothing);
    CHECK(project.run(does).out == result.out);
  }
}

TEST_CASE("Where the project lies makes no difference to the hash of a run that names its files") {
  const Project here, there("another folder, of a longer name");
  std::filesystem::create_directory_symlink(here.folder, here.temporary / "link");
  Project linked;
  linked.folder = here.temporary / "link";
  const ProgramResult result = here.run("names paths");
  INFO(result.err);
  CHECK(result.err.find("cannot write") != std::string::npos);
  CHECK(result.out.size() == 17);
  CHECK(result.out != here.run("").out);
  CHECK(there.run("names paths").out == result.out);
  CHECK(linked.run("names paths").out == result.out);
  const std::string trace = here.folder / "first.trace";
  REQUIRE(here.run("names paths", {"--trace", trace}).exit_code == 0);
  CHECK(there.run("names paths", {"--against", trace}).exit_code == 0);
}

TEST_CASE("Runs in which a supervisor puts a wall at a random place are not reproducible") {
  const ProgramResult result = Project().run("places at random", {"--repeat", "2", "--verify"});
  INFO(result.err);
  CHECK(result.exit_code == 7);
  CHECK(result.err.find("at step 5 (0.05 s): WALL \"wall\", translation[1]: ") != std::string::npos);
}

TEST_CASE("Texts that differ are shown as texts") {
  const Project project;
  const std::string trace = project.folder / "first.trace";
  REQUIRE(project.run("writes a red apple", {"--trace", trace}).exit_code == 0);
  for (const std::string other : {"writes a red maple", "writes a reddish apple", "writes a red"}) {
    const ProgramResult result = project.run(other, {"--against", trace});
    INFO(result.err);
    CHECK(result.exit_code == 7);
    CHECK(result.err.find("customData: \"writes a red apple\" in " + trace + ", \"" + other + "\" here") !=
          std::string::npos);
  }
}

TEST_CASE("A run is compared with the trace of another, and the first difference is named") {
  const Project project;
  const std::string first = project.folder / "first.trace", second = project.folder / "second.trace";
  REQUIRE(project.run("", {"--trace", first}).exit_code == 0);
  const ProgramResult equal = project.run("", {"--against", first, "--trace", second});
  INFO(equal.err);
  CHECK(equal.exit_code == 0);
  const ProgramResult same = run_lightsout({"trace", first, second});
  CHECK(same.exit_code == 0);
  CHECK(same.out.find("equal in all 1") != std::string::npos);

  const std::string third = project.folder / "third.trace";
  const ProgramResult different = project.run("places", {"--against", first});
  INFO(different.err);
  CHECK(different.exit_code == 7);
  // What is set in the fourth turn is seen after the fifth step.
  CHECK(different.err.find("at step 5 (0.05 s)") != std::string::npos);
  CHECK(different.err.find("WALL") != std::string::npos);
  REQUIRE(project.run("places", {"--trace", third}).exit_code == 0);
  const ProgramResult both = run_lightsout({"trace", first, third});
  CHECK(both.exit_code == 7);
  CHECK(both.out.find("different after 5 equal states: at step 5 (0.05 s)") != std::string::npos);

  // Of another world: what comes first in one state and not in the other, instead of numbers at the same place.
  const std::string demo = project.folder / "demo.trace";
  REQUIRE(run_lightsout({"run", "worlds/demo.wbt", "--duration", "80ms", "--trace", demo}).exit_code == 0);
  const ProgramResult other = run_lightsout({"trace", demo, first});
  CAPTURE(other.out);
  CHECK(other.exit_code == 7);
  CHECK(other.out.find("the states hold different things: ") != std::string::npos);
  CHECK(other.out.find(" in " + demo + ", ") != std::string::npos);

  // Cut off in a chunk, or damaged: equal as far as it goes, which is not equal.
  const std::string whole = read_file(first), cut = project.folder / "cut.trace";
  std::string flipped = whole;
  flipped[whole.size() / 2] = char(flipped[whole.size() / 2] ^ 4);
  for (const std::string& bytes : {whole.substr(0, whole.size() / 2), flipped}) {
    write_file(cut, bytes);
    const ProgramResult compared = run_lightsout({"trace", first, cut}), run = project.run("", {"--against", cut});
    CAPTURE(compared.out, compared.err, run.err);
    CHECK(compared.exit_code == 9);
    CHECK(compared.err.find(cut + " is cut off or damaged there") != std::string::npos);
    CHECK(run.exit_code == 9);
    CHECK(run.err.find(cut + " is cut off or damaged") != std::string::npos);
    CHECK(run.err.find("not-reproducible") == std::string::npos);
  }

  // Cut off, as by a kill: what was written whole is there.
  const std::string text = read_file(first);
  write_file(first, text.substr(0, text.size() - 10));
  CHECK(run_lightsout({"trace", first}).exit_code == 0);
  write_file(first, "nothing of the kind");
  CHECK(run_lightsout({"trace", first}).exit_code == 2);
  CHECK(project.run("", {"--against", project.folder / "none.trace"}).exit_code == 9);
}
