// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The node types against the facts of the reference manual, and the reader of types.
#include "world_format/nodes/schema.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"
#include "world_format/value_check.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

class NoProtos : public TypeScope {
 public:
  const NodeType* find(std::string_view, Span, Diagnostics&) override { return nullptr; }
  void extern_proto(ExternProto) override {}
  void proto(Parser&) override {}
};

struct Fact {
  std::string type, name, value;
};
struct NodeFacts {
  std::string base;
  bool is_abstract = false;
  std::vector<Fact> fields;
};

std::map<std::string, NodeFacts> read_facts() {
  std::map<std::string, NodeFacts> facts;
  std::ifstream file(LIGHTSOUT_SOURCE_DIR "/tests/world_format/nodes/node_facts.txt");
  REQUIRE(file);
  std::string line;
  NodeFacts* node = nullptr;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string first, second, third;
    words >> first;
    if (line[0] != ' ') {
      const bool is_abstract = first == "abstract";
      if (is_abstract) words >> first;
      words >> second >> third;
      node = &facts[first];
      node->base = third;
      node->is_abstract = is_abstract;
    } else {
      words >> second;
      std::getline(words, third);
      REQUIRE(node);
      node->fields.push_back({first, second, third});
    }
  }
  return facts;
}

Value read(std::string text, FieldType type) {
  static std::vector<SourcePtr> sources;
  sources.push_back(std::make_shared<const Source>("facts", std::move(text)));
  NoProtos no_protos;
  Diagnostics diagnostics;
  const Source& source = *sources.back();
  Parser parser(source, 0, static_cast<std::uint32_t>(source.text().size()), 999999, no_protos, diagnostics);
  auto value = parser.read_value(type, "fact");
  REQUIRE(value);
  REQUIRE(parser.at(Token::Kind::End));
  return std::move(*value);
}

}  // namespace

// resources/nodes/*.wrl of Webots.
TEST_CASE("fields are counted in the order of Webots' type files") {
  const auto counted = [](std::string_view type) {
    std::string names;
    for (const FieldIndex field : find_node_type(type)->counted())
      names += (names.empty() ? "" : " ") + find_node_type(type)->field(field).name;
    return names;
  };
  const std::string solid =
      "translation rotation children name model description contactMaterial immersionProperties boundingObject physics "
      "locked ";
  CHECK(counted("Group") == "children");
  CHECK(counted("Pose") == "translation rotation children translationStep rotationStep");
  CHECK(counted("Transform") == "translation rotation scale children translationStep rotationStep");
  CHECK(counted("Solid") == solid +
                                "radarCrossSection recognitionColors translationStep rotationStep linearVelocity "
                                "angularVelocity");
  const std::string device = solid + "translationStep rotationStep radarCrossSection recognitionColors ";
  CHECK(counted("Accelerometer") == device + "lookupTable xAxis yAxis zAxis resolution linearVelocity angularVelocity");
  CHECK(counted("Robot") == device +
                                "controller controllerArgs customData supervisor synchronization battery "
                                "cpuConsumption selfCollision window remoteControl linearVelocity "
                                "angularVelocity");
  CHECK(counted("HingeJoint") == "jointParameters device endPoint position");
  CHECK(counted("HingeJointParameters") ==
        "position axis anchor minStop maxStop springConstant dampingConstant staticFriction suspensionSpringConstant "
        "suspensionDampingConstant suspensionAxis stopERP stopCFM");
  CHECK(counted("RotationalMotor") ==
        "name acceleration consumptionFactor controlPID maxVelocity minPosition "
        "maxPosition maxTorque multiplier sound muscles");
  CHECK(counted("Cylinder") == "bottom height radius side top subdivision");
}

TEST_CASE("node types agree with the manual's tables") {
  const auto facts = read_facts();
  std::set<std::string> names;
  for (const std::string_view name : node_type_names()) names.emplace(name);
  for (const auto& [name, node] : facts) {
    INFO(name);
    const NodeType* type = find_node_type(name);
    REQUIRE(type);
    names.erase(name);
    CHECK((type->base() ? type->base()->name() : "-") == node.base);
    CHECK(type->is_abstract() == node.is_abstract);
    std::set<std::string> own;
    for (const Fact& fact : node.fields) {
      INFO(fact.name);
      own.insert(fact.name);
      const FieldIndex index = type->find(fact.name);
      REQUIRE(index != no_field);
      const FieldDescription& field = type->field(index);
      CHECK(to_string(field.type) == fact.type);
      INFO(write_value(field.default_value) << " against" << fact.value);
      CHECK(field.default_value.equals(read(fact.value, field.type)));
    }
    // What the manual does not list is inherited.
    for (const FieldDescription& field : type->fields()) {
      INFO(field.name);
      CHECK((own.contains(field.name) || (type->base() && type->base()->find(field.name) != no_field)));
    }
  }
  // Every type has facts, but for those that only files of older releases have: they become Focus, Lens and Zoom.
  for (const char* old : {"CameraFocus", "CameraLensDistortion", "CameraZoom"}) CHECK(names.erase(old) == 1);
  CHECK(names == std::set<std::string>());
}

TEST_CASE("defaults are within their ranges and choices") {
  for (const std::string_view name : node_type_names())
    for (const FieldDescription& field : find_node_type(name)->fields()) {
      INFO(name << "." << field.name);
      CHECK(value_problem(field, field.default_value) == "");
      CHECK(!field.documentation.empty());
      CHECK(field.documentation.find('\n') == std::string::npos);
    }
}

TEST_CASE("an axis must have a direction") {
  const NodeType& parameters = *find_node_type("HingeJointParameters");
  const FieldDescription& axis = parameters.field(parameters.find("axis"));
  CHECK(value_problem(axis, Value(Vec3{0, 0, 0})) == "`axis` must not be 0 0 0");
  CHECK(value_problem(axis, Value(Vec3{0, 0, -1e-9})) == "");
}

TEST_CASE("a derived type has the fields of its base first") {
  const NodeType* solid = find_node_type("Solid");
  const NodeType* robot = find_node_type("Robot");
  REQUIRE(robot->fields().size() > solid->fields().size());
  for (std::size_t i = 0; i < solid->fields().size(); ++i) CHECK(robot->fields()[i].name == solid->fields()[i].name);
  CHECK(robot->is_a("Pose"));
  CHECK(!solid->is_a("Robot"));
  CHECK(robot->field(robot->find("name")).default_value.as<std::string>() == "robot");
}

TEST_CASE("a retired field is known to older files, next to today's field of the same name") {
  const NodeType* info = find_node_type("WorldInfo");
  const FieldIndex now = info->find("gravity");
  const FieldIndex then = info->find_retired("gravity", 202001);
  REQUIRE(then != no_field);
  CHECK(info->field(now).type == FieldType::SFFloat);
  CHECK(info->field(then).type == FieldType::SFVec3f);
  CHECK(then >= info->fields().size());
  CHECK(info->find_retired("gravity", 202002) == no_field);
  CHECK(info->find("northDirection") == no_field);
}

TEST_CASE("types are found by their exact name") {
  CHECK(find_node_type("Solid") == find_node_type("Solid"));
  CHECK(find_node_type("solid") == nullptr);
  CHECK(find_node_type("") == nullptr);
  CHECK(find_node_type("Zzz") == nullptr);
}

TEST_CASE("the names of the types are sorted: they are looked up by halving") {
  CHECK(std::is_sorted(node_type_names().begin(), node_type_names().end()));
}
