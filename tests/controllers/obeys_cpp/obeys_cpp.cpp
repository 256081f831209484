// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The same as obeys by the C++ classes.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#include <webots/Supervisor.hpp>

using namespace webots;

static std::FILE* results;

static void write_numbers(const std::string& what, const double* numbers, int count) {
  std::fprintf(results, "%s", what.c_str());
  for (int i = 0; i < count; ++i) std::fprintf(results, " %.17g", numbers ? numbers[i] : NAN);
  std::fprintf(results, "\n");
}

static void set(Field* field, const double* numbers) {
  switch (field->getType()) {
    case Field::SF_FLOAT:
      return field->setSFFloat(numbers[0]);
    case Field::SF_VEC3F:
      return field->setSFVec3f(numbers);
    case Field::SF_ROTATION:
      return field->setSFRotation(numbers);
    default:
      return field->setMFFloat(0, numbers[0]);
  }
}

static void get(const std::string& what, Field* field) {
  switch (field->getType()) {
    case Field::SF_FLOAT: {
      const double number = field->getSFFloat();
      return write_numbers(what, &number, 1);
    }
    case Field::MF_FLOAT: {
      const double number = field->getMFFloat(0);
      return write_numbers(what, &number, 1);
    }
    case Field::SF_VEC3F:
      return write_numbers(what, field->getSFVec3f(), 3);
    default:
      return write_numbers(what, field->getSFRotation(), 4);
  }
}

static void obey(Supervisor& robot, const std::string& line) {
  std::istringstream words(line);
  std::string verb, def, name;
  words >> verb >> def;
  Node* node = def == "-" ? robot.getRoot() : robot.getFromDef(def);
  if (verb == "set" || verb == "get") words >> name;
  words >> std::ws;
  const std::string rest = words.eof() ? "" : line.substr(static_cast<std::size_t>(words.tellg()));
  std::istringstream values(rest);
  double numbers[6] = {0};
  for (double& number : numbers)
    if (!(values >> number)) break;
  if (verb == "set") set(node->getField(name), numbers);
  if (verb == "get") get(line, node->getField(name));
  if (verb == "position") write_numbers(line, node->getPosition(), 3);
  if (verb == "orientation") write_numbers(line, node->getOrientation(), 9);
  if (verb == "count") {
    const double count = node->getField("children")->getCount();
    write_numbers(line, &count, 1);
  }
  if (verb == "import") node->getField("children")->importMFNodeFromString(-1, rest);
  if (verb == "physics") node->getField("physics")->importSFNodeFromString(rest);
  if (verb == "remove") node->remove();
  if (verb == "velocity") node->setVelocity(numbers);
  if (verb == "force") node->addForce(numbers, false);
  if (verb == "joint") node->setJointPosition(numbers[0], 1);
  if (verb == "save") node->saveState(rest);
  if (verb == "load") node->loadState(rest);
  if (verb == "stop") node->resetPhysics();
  if (verb == "export") node->exportString();
  if (verb == "reset") robot.simulationReset();
}

int main(int, char** argv) {
  Supervisor robot;
  std::ifstream plan(argv[1]);
  results = std::fopen(argv[2], "w");
  if (!plan || !results) return 1;
  for (std::string line; std::getline(plan, line);) {
    if (line == "step") {
      if (robot.step(8) == -1) return 1;
    } else if (line[0] == argv[3][0]) {
      obey(robot, line.substr(3));
    }
  }
  std::fclose(results);
  return 0;
}
