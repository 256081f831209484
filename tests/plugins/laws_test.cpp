// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joint callbacks: what they are told, the forms that scripts of CoppeliaSim have, files, joints of several axes.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

void check_says(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
}

struct Law {
  std::string script;
  std::string binding = "joint: HINGE";
  std::string world = "worlds/pendulum.wbt";
  std::string duration = "1s";
};

ProgramResult run_law(const TemporaryFolder& folder, const Law& law, const std::vector<std::string>& more = {}) {
  write_file(folder / "law.lua", law.script);
  write_file(folder / "r.yaml", "joint_callbacks:\n  - lua: law.lua\n    " + law.binding + "\n");
  std::vector<std::string> arguments{"run", law.world, "--duration", law.duration, "--run-file", folder / "r.yaml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_lightsout(arguments, {.timeout = 240});
}

}  // namespace

TEST_CASE("A law's effort is the torque that its motor exerted, with the centre of mass off the axis and moving") {
  // 5 N m towards a velocity that is never reached: the motor exerts just that in each step, whatever the bearing does.
  // (But for the bearing's force times the way by which its two anchors part, some 1e-6 m.) The measured velocity is
  // that which a step of semi-implicit Euler moved by: (q' - q) / h.
  const TemporaryFolder folder;
  const ProgramResult result = run_law(folder, {R"(
    worst, off = 0, 0
    function sysCall_joint(inData)
      if not inData.first then
        worst = math.max(worst, math.abs(inData.effort - 5))
        off = math.max(off, math.abs((inData.pos - before) / inData.dt - inData.vel))
      end
      before = inData.pos
      return {force = 5}
    end
    function sysCall_cleanup()
      print(worst < 1e-4 and 'effort holds' or worst, off < 1e-3 and 'velocity holds' or off)
    end
  )",
                                                "joint: HINGE\n    cyclic: false"});
  CHECK(result.exit_code == 0);
  check_says(result.err, "effort holds\tvelocity holds");
}

TEST_CASE("sysCall_joint gets and gives what CoppeliaSim's manual says of it") {
  // manual.coppeliarobotics.com, "Joint callback functions": modes, names, passes from 1; force and velocity may have
  // one sense.
  const TemporaryFolder folder;
  const ProgramResult result =
      run_law(folder,
              {R"(
    local sim = require 'sim'
    function sysCall_init() calls = 0 end
    function sysCall_joint(inData)
      calls = calls + 1
      if calls == 1 then
        print('form', inData.mode == sim.jointmode_dynamic, inData.revolute, inData.cyclic, inData.handle,
              inData.lowLimit, inData.highLimit, inData.dt, inData.pos, inData.targetPos, inData.error, inData.maxVel,
              inData.force, inData.maxForce, inData.first, inData.passCnt, inData.rk4pass, inData.totalPasses)
      end
      local vel = math.max(-inData.maxVel, math.min(inData.maxVel, 20 * inData.error))
      return {vel = vel, force = vel < 0 and -inData.force or inData.force}
    end
  )",
               "joint: HINGE\n    limits: [-2, 2]\n    max_force: 100\n    velocity_limit: 3\n    target: -0.5",
               "worlds/pendulum.wbt", "2s"},
              {"--passes", "4", "--record", folder / "t.csv"});
  CHECK(result.exit_code == 0);
  // worlds/pendulum.wbt stands at 0.5 rad.
  check_says(result.err, "form\ttrue\ttrue\tfalse\t1\t-2.0\t2.0\t");
  check_says(result.err, "\t0.5\t-0.5\t-1.0\t3.0\t100.0\t100.0\ttrue\t1\t1\t4");
  // Gravity pulls at it: a velocity servo of 20/s and a stiff motor stand where 20 e is what a step of gravity undoes.
  const std::string text = read_file(folder / "t.csv");
  const std::size_t line = text.rfind('\n', text.size() - 2);
  const std::size_t joint = text.rfind(',', text.rfind(',') - 1);  // before the episode
  REQUIRE(joint > line);
  CHECK(std::stod(text.substr(joint + 1)) == Approx(-0.5).margin(1e-3));

  check_says(run_law(folder, {"function sysCall_joint(d) return {} end"}).err, "returned a table without \"vel\"");
  check_says(run_law(folder, {"function sysCall_joint(d) sim.getObject('/a') end"}).err, "sim.getObject is not there");
}

TEST_CASE("A law writes files below --law-files, and nowhere else") {
  const TemporaryFolder folder;
  const std::string script = R"(
    function sysCall_init()
      file = io.open('deep/log.csv', 'w')
      file:write('time of ', handle or 'nothing', '\n')
    end
    function sysCall_joint(inData)
      if inData.first then file:write(inData.pos, ' at first\n') end
      return {vel = 0}
    end
  )";
  const Law law{script, "joint: HINGE", "worlds/pendulum.wbt", "50ms"};
  const ProgramResult none = run_law(folder, law);
  CHECK(none.exit_code == 5);
  check_says(none.err, "the run was given no --law-files DIR");
  for (int run = 0; run < 2; ++run) {
    const ProgramResult result = run_law(folder, law, {"--law-files", folder / "files"});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(read_file(folder / "files/deep/log.csv") == "time of nothing\n0.5 at first\n");
  }
  const auto refused = [&](const std::string& call) {
    const ProgramResult result =
        run_law(folder, {"function sysCall_joint(d) " + call + " end"}, {"--law-files", folder / "files"});
    CHECK(result.exit_code == 5);
    return result.err;
  };
  check_says(refused("io.open('../log.csv', 'w')"), "is no name of a file in the folder of --law-files");
  check_says(refused("io.open('/tmp/log.csv', 'w')"), "is no name of a file in the folder of --law-files");
  check_says(refused("io.open('deep/log.csv')"), "writes files (modes w and a) and reads none");
  check_says(refused("io.popen('ls')"), "popen");
  // Repeated runs have nothing more to write.
  const ProgramResult repeated = run_law(folder, law, {"--law-files", folder / "again", "--verify", "--repeat", "2"});
  INFO(repeated.err);
  CHECK(repeated.exit_code == 0);
  CHECK(read_file(folder / "again/deep/log.csv") == "time of nothing\n0.5 at first\n");
}

TEST_CASE("A law drives one axis of a hinge-2, another the other") {
  const TemporaryFolder folder;
  write_file(folder / "two.wbt", R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 8 gravity 0 }
Viewpoint { position 0 -5 1 }
DEF STAND Solid { name "stand" children [
  DEF GIMBAL Hinge2Joint {
    jointParameters HingeJointParameters { axis 1 0 0 }
    jointParameters2 JointParameters { axis 0 0 1 }
    endPoint DEF TOP Solid { name "top" boundingObject Box { size 0.1 0.2 0.3 } physics Physics { density -1 mass 1 } } } ] }
)");
  write_file(folder / "law.lua", R"(
    function sysCall_joint(inData)
      if inData.first then print('axis told', inData.targetPos) end
      return {vel = 10 * inData.error, force = 10}
    end
  )");
  write_file(folder / "r.yaml",
             "joint_callbacks:\n"
             "  - {joint: GIMBAL, axis: 1, lua: law.lua, target: 0.3}\n"
             "  - {joint: GIMBAL, axis: 2, lua: law.lua, target: -0.7}\n");
  const ProgramResult result = run_lightsout(
      {"run", folder / "two.wbt", "--duration", "2s", "--run-file", folder / "r.yaml", "--record", folder / "t.csv"},
      {.timeout = 240});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  check_says(result.err, "STAND.GIMBAL (axis 2): axis told\t-0.7");
  const std::string text = read_file(folder / "t.csv");
  const std::size_t second = text.rfind(',', text.rfind(',') - 1), first = text.rfind(',', second - 1);
  // Errors shrink by exp(-10 t).
  CHECK(std::stod(text.substr(first + 1)) == Approx(0.3).margin(1e-4));
  CHECK(std::stod(text.substr(second + 1)) == Approx(-0.7).margin(1e-4));

  const ProgramResult wrong =
      run_law(folder, {"function sysCall_joint(d) return {vel = 0} end", "joint: HINGE\n    axis: 2"});
  CHECK(wrong.exit_code == 2);
  check_says(wrong.err, "has 1 axis, not 2");
}
