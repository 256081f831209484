// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A URDF, a byte 0, and an SRDF. What was read is placed, and asked whether it touches itself.
#include "engine/planning/robot_model.h"

#include "engine/planning/planning_scene.h"
#include "tests/fuzz/target.h"

namespace lightsout::fuzz {

void fuzz_robot_model(std::string_view bytes) {
  const std::size_t end = bytes.find('\0');
  RobotModelOptions options;
  if (end != std::string_view::npos) options.srdf = write_file("r.srdf", bytes.substr(end + 1));
  const auto model = RobotModel::load(write_file("r.urdf", bytes.substr(0, end)), options);
  if (!model) {
    require(!model.error().empty(), "an error says something");
    return;
  }
  std::vector<double> positions;
  for (const RobotVariable& variable : (*model)->variables()) positions.push_back(variable.start);
  const auto placed = (*model)->place(positions);
  require(placed && placed->size() == (*model)->links().size(), "each link stands somewhere");
  for (const RobotState& state : (*model)->states())
    require(state.positions.size() == positions.size(), "a state is of all variables");
  PlanningScene scene({.checkers = 1});
  if (!scene.add_robot(*model)) return;
  SceneResult result;
  CollisionRequest request;
  request.pairs = request.contacts = request.distance = true;
  (void)scene.check(positions, request, result);
}

}  // namespace lightsout::fuzz
