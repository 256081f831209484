// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The supervisor's functions against a scripted engine: which of them ask at once, which wait for the step, and what is
// answered without asking.
#include "controllers/wire/supervisor.h"

#include <webots/robot.h>
#include <webots/supervisor.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/controllers/lib/fake_engine.h"

// controllers/lib/session.h, which is C alone.
extern "C" void lo_warn_reason(const char* function, const char* text, std::size_t size);

using lightsout::testing::FakeEngine;
using lightsout::testing::stderr_of;

namespace {

// A world of one box: id 7, a Solid, DEF BOX, with translation (3), name (string) and points (MFVec3f), id 8 its child.
class World {
 public:
  World() {
    engine_.on_turn = [this] { answer(); };
  }

  FakeEngine& engine() { return engine_; }
  // Operations that were asked for at once since the last call.
  std::vector<int> asked() { return std::exchange(asked_, {}); }
  // Sets that came, as "field[index]=x y z".
  std::vector<std::string> sets() { return std::exchange(sets_, {}); }
  double position = 1;
  bool gone = false;  // all its nodes

 private:
  void answer() {
    for (const auto& record : engine_.received) {
      if (record.kind != LO_MESSAGE_SUPERVISOR) continue;
      const auto request = record.head<lo_supervisor_request>();
      const std::string text = record.tail(sizeof request);
      REQUIRE(text.size() == request.text_size);
      if (request.operation == LO_SUPERVISOR_FIELD_SET) {
        sets_.push_back(std::to_string(request.field) + "[" + std::to_string(request.index) +
                        "]=" + std::to_string(int(request.numbers[0])) + text);
        continue;
      }
      asked_.push_back(request.operation);
      reply(request, text);
    }
  }

  void node(int id) {
    lo_supervisor_node answer{};
    answer.status.ok = 1;
    answer.id = id;
    answer.parent = id == 7 ? 0 : 7;
    answer.type = WB_NODE_SOLID;
    answer.field_count = answer.base_field_count = 3;
    engine_.send(LO_MESSAGE_ANSWER, 0, answer, std::string_view("Solid\0Solid\0BOX\0", 16));
  }

  void field(int index) {
    static const struct {
      const char* name;
      int type;
    } fields[] = {{"translation", WB_SF_VEC3F}, {"name", WB_SF_STRING}, {"points", WB_MF_VEC3F}};
    lo_supervisor_field answer{};
    answer.status.ok = 1;
    answer.node = 7;
    answer.level = LO_LEVEL_BASE;
    answer.field = index;
    answer.type = fields[index].type;
    engine_.send(LO_MESSAGE_ANSWER, 0, answer, std::string_view(fields[index].name, strlen(fields[index].name) + 1));
  }

  void value(double number, int integer = 0, std::string_view data = {}) {
    lo_supervisor_value answer{};
    answer.status.ok = 1;
    answer.numbers[0] = number;
    answer.integer = integer;
    answer.data_size = std::uint32_t(data.size());
    engine_.send(LO_MESSAGE_ANSWER, 0, answer, data);
  }

  void no(const std::string& reason, std::size_t struct_size) {
    std::string answer(struct_size, '\0');
    const lo_supervisor_status status{0, std::uint32_t(reason.size())};
    std::memcpy(answer.data(), &status, sizeof status);
    engine_.send(LO_MESSAGE_ANSWER, 0, answer.data(), answer.size(), reason);
  }

  void reply(const lo_supervisor_request& request, const std::string& text) {
    switch (request.operation) {
      case LO_SUPERVISOR_FROM_DEF:
        return text == "BOX" ? node(7) : no("", sizeof(lo_supervisor_node));
      case LO_SUPERVISOR_FROM_ID:
        return gone ? no("", sizeof(lo_supervisor_node)) : node(request.node);
      case LO_SUPERVISOR_FIELD_BY_NAME:
        if (text == "translation") return field(0);
        if (text == "name") return field(1);
        if (text == "points") return field(2);
        return no("Solid has no field \"" + text + "\"", sizeof(lo_supervisor_field));
      case LO_SUPERVISOR_FIELD_COUNT:
        return value(0, 4);
      case LO_SUPERVISOR_FIELD_GET:
        return request.field == 1 ? value(0, 0, "the box") : value(10 + request.index);
      case LO_SUPERVISOR_POSITION:
      case LO_SUPERVISOR_POSE:
        return value(position);
      case LO_SUPERVISOR_CONTACT_POINTS: {
        const WbContactPoint points[2] = {{{1, 2, 3}, 8, 0}, {{4, 5, 6}, 7, 0}};
        return value(0, 2, std::string_view(reinterpret_cast<const char*>(points), sizeof points));
      }
      case LO_SUPERVISOR_FIELD_IMPORT:
        return no("import: unknown node type \"" + text.substr(0, text.find(' ')) + "\"", sizeof(lo_supervisor_value));
      default:
        return value(0);
    }
  }

  FakeEngine engine_{{}, true};
  std::vector<int> asked_;
  std::vector<std::string> sets_;
};

TEST_CASE("nodes and fields are found, and known afterwards") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  REQUIRE(box);
  CHECK(wb_supervisor_node_get_id(box) == 7);
  CHECK(std::string(wb_supervisor_node_get_def(box)) == "BOX");
  CHECK(std::string(wb_supervisor_node_get_type_name(box)) == "Solid");
  CHECK(wb_supervisor_node_get_from_id(7) == box);
  CHECK(wb_supervisor_node_get_from_def("NOBODY") == nullptr);
  world.asked();

  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  REQUIRE(translation);
  CHECK(wb_supervisor_field_get_type(translation) == WB_SF_VEC3F);
  CHECK(std::string(wb_supervisor_field_get_type_name(translation)) == "SFVec3f");
  CHECK(std::string(wb_supervisor_field_get_name(translation)) == "translation");
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_FIELD_BY_NAME});
  CHECK(wb_supervisor_node_get_field(box, "translation") == translation);
  CHECK(world.asked().empty());
  const std::string said = stderr_of([&] { CHECK(wb_supervisor_node_get_field(box, "color") == nullptr); });
  CHECK(said.find("Solid has no field \"color\"") != std::string::npos);
  const std::string no_device = stderr_of([] { CHECK(wb_supervisor_node_get_from_device(99) == nullptr); });
  CHECK(no_device.find("99") != std::string::npos);
}

TEST_CASE("sets wait for the step, gets of what waits are answered here") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  WbFieldRef points = wb_supervisor_node_get_field(box, "points");
  WbFieldRef name = wb_supervisor_node_get_field(box, "name");
  CHECK(wb_supervisor_field_get_sf_vec3f(translation)[0] == 10);
  CHECK(wb_supervisor_field_get_mf_vec3f(points, -1)[0] == 13);  // the last of four
  world.asked();

  const double first[3] = {1, 0, 0}, second[3] = {2, 0, 0}, third[3] = {3, 0, 0};
  wb_supervisor_field_set_sf_vec3f(translation, first);
  wb_supervisor_field_set_mf_vec3f(points, 2, third);
  wb_supervisor_field_set_sf_string(name, "mine");
  wb_supervisor_field_set_sf_vec3f(translation, second);  // overwrites, keeps its place
  CHECK(world.asked().empty());
  CHECK(world.sets().empty());
  CHECK(wb_supervisor_field_get_sf_vec3f(translation)[0] == 2);
  CHECK(std::string(wb_supervisor_field_get_sf_string(name)) == "mine");
  CHECK(world.asked().empty());
  // Other requests do not take the sets along.
  wb_supervisor_node_get_position(box);
  CHECK(world.sets().empty());
  wb_robot_step(32);
  CHECK(world.sets() == std::vector<std::string>{"0[0]=2", "2[2]=3", "1[0]=0mine"});
  wb_robot_step(32);
  CHECK(world.sets().empty());
  world.asked();
  CHECK(wb_supervisor_field_get_sf_vec3f(translation)[0] == 10);
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_FIELD_GET});
  CHECK(std::string(wb_supervisor_field_get_sf_string(name)) == "the box");
}

TEST_CASE("an import or removal takes the waiting sets along, before it") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  WbFieldRef points = wb_supervisor_node_get_field(box, "points");
  const double value[3] = {5, 0, 0};
  wb_supervisor_field_set_sf_vec3f(translation, value);
  wb_supervisor_field_insert_mf_vec3f(points, -1, value);
  CHECK(world.sets() == std::vector<std::string>{"0[0]=5"});
  CHECK(world.engine().received.size() == 2);
  CHECK(world.engine().received[1].head<lo_supervisor_request>().operation == LO_SUPERVISOR_FIELD_INSERT);
  CHECK(world.engine().received[1].head<lo_supervisor_request>().index == 4);

  wb_supervisor_node_remove(box);
  const std::string said = stderr_of([&] { CHECK(wb_supervisor_node_get_id(box) == -1); });
  CHECK_FALSE(said.empty());
}

TEST_CASE("handles of nodes that have gone are looked up again when nodes have gone") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  world.asked();
  CHECK(wb_supervisor_node_get_id(box) == 7);
  CHECK(world.asked().empty());
  world.engine().robot().departures = 1;
  CHECK(wb_supervisor_node_get_id(box) == 7);
  CHECK(wb_supervisor_node_get_id(box) == 7);
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_FROM_ID});

  world.gone = true;
  world.engine().robot().departures = 2;
  const std::string said = stderr_of([&] {
    CHECK(wb_supervisor_node_get_id(box) == -1);
    CHECK(std::string(wb_supervisor_node_get_def(box)).empty());
    CHECK(wb_supervisor_field_get_type(translation) == WB_NO_FIELD);
  });
  CHECK(std::count(said.begin(), said.end(), '\n') == 3);
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_FROM_ID});
  // A reset brings it back.
  world.gone = false;
  world.engine().robot().departures = 3;
  CHECK(wb_supervisor_node_get_id(box) == 7);
}

TEST_CASE("wrong arguments of sets change nothing") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  WbFieldRef points = wb_supervisor_node_get_field(box, "points");
  const double nan[3] = {0, std::nan(""), 0}, huge[3] = {1e300, 0, 0}, good[3] = {1, 2, 3};
  const std::string said = stderr_of([&] {
    wb_supervisor_field_set_sf_vec3f(translation, nan);
    wb_supervisor_field_set_sf_vec3f(translation, huge);
    wb_supervisor_field_set_sf_vec3f(translation, nullptr);
    wb_supervisor_field_set_sf_vec3f(nullptr, good);
    wb_supervisor_field_set_sf_vec3f(reinterpret_cast<WbFieldRef>(box), good);
    wb_supervisor_field_set_sf_float(translation, 1);
    wb_supervisor_field_set_mf_vec3f(points, 4, good);
    wb_supervisor_field_set_mf_vec3f(points, -5, good);
    wb_supervisor_field_import_mf_node_from_string(points, 0, "Boxx { }");
    CHECK(wb_supervisor_field_get_sf_vec3f(points) == nullptr);
    CHECK(wb_supervisor_field_get_count(translation) == -1);
  });
  wb_robot_step(32);
  CHECK(world.sets().empty());
  CHECK(std::count(said.begin(), said.end(), '\n') == 9);  // the two bad indices are told once
}

TEST_CASE("each reason why something failed is said once, and not without end") {
  World world;
  const auto fail = [](const std::string& reason) { lo_warn_reason("wb_f", reason.data(), reason.size()); };
  const std::string said = stderr_of([&] {
    for (const char* reason : {"one", "another", "one"}) fail(reason);
  });
  CHECK(said.find(": one") < said.find(": another"));
  CHECK(said.find(": another") != std::string::npos);
  CHECK(std::count(said.begin(), said.end(), '\n') == 2);
  const std::string more = stderr_of([&] {
    for (int i = 0; i < 100; ++i) fail(std::to_string(i));
  });
  // 20 of a function, and that there are others.
  CHECK(std::count(more.begin(), more.end(), '\n') == 19);
  CHECK(more.find("it failed for other reasons too") != std::string::npos);
}

TEST_CASE("tracked values come with the step and cost no request") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  WbFieldRef translation = wb_supervisor_node_get_field(box, "translation");
  wb_supervisor_node_enable_pose_tracking(box, 32, nullptr);
  wb_supervisor_field_enable_sf_tracking(translation, 32);
  wb_supervisor_node_enable_contact_points_tracking(box, 32, true);
  CHECK(world.asked().size() == 5);
  CHECK(wb_supervisor_node_get_pose(box, nullptr)[0] == 1);  // nothing has come yet
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_POSE});

  const auto serve = world.engine().on_turn;
  world.engine().on_turn = [&] {
    serve();
    if (world.engine().request != LO_REQUEST_STEP) return;
    lo_supervisor_value value{};
    value.status.ok = 1;
    value.numbers[0] = 42;
    const std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
    world.engine().send(LO_MESSAGE_TRACKED, 0, lo_supervisor_tracked{LO_SUPERVISOR_POSE, 7, 0, 0, LO_NO_NODE, 0},
                        bytes);
    world.engine().send(LO_MESSAGE_TRACKED, 0,
                        lo_supervisor_tracked{LO_SUPERVISOR_FIELD_GET, 7, LO_LEVEL_BASE, 0, 0, 0}, bytes);
    world.engine().send(LO_MESSAGE_TRACKED, 0, lo_supervisor_tracked{LO_SUPERVISOR_CONTACT_POINTS, 7, 0, 0, 0, 1},
                        bytes);
  };
  wb_robot_step(32);
  CHECK(wb_supervisor_node_get_pose(box, nullptr)[0] == 42);
  CHECK(wb_supervisor_field_get_sf_vec3f(translation)[0] == 42);
  int size = -1;
  wb_supervisor_node_get_contact_points(box, true, &size);
  CHECK(size == 0);
  CHECK(world.asked().empty());
  // A step that brings no values, of a longer period: they are asked for.
  world.engine().on_turn = serve;
  wb_robot_step(32);
  CHECK(wb_supervisor_node_get_pose(box, nullptr)[0] == 1);
  CHECK(wb_supervisor_field_get_sf_vec3f(translation)[0] == 10);
  wb_supervisor_node_get_contact_points(box, true, &size);
  CHECK(size == 2);
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_POSE, LO_SUPERVISOR_FIELD_GET, LO_SUPERVISOR_CONTACT_POINTS});
  wb_supervisor_node_disable_pose_tracking(box, nullptr);
  world.asked();
  CHECK(wb_supervisor_node_get_pose(box, nullptr)[0] == 1);
  CHECK(world.asked() == std::vector<int>{LO_SUPERVISOR_POSE});
}

TEST_CASE("contact points are handed out with the nodes that touch") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  int size = 0;
  const WbContactPoint* points = wb_supervisor_node_get_contact_points(box, true, &size);
  REQUIRE(size == 2);
  CHECK(points[1].point[2] == 6);
  CHECK(wb_supervisor_node_get_number_of_contact_points(box, true) == 2);
  CHECK(wb_supervisor_node_get_contact_point(box, 0)[0] == 1);
  CHECK(wb_supervisor_node_get_id(wb_supervisor_node_get_contact_point_node(box, 0)) == 8);
  CHECK(std::isnan(wb_supervisor_node_get_contact_point(box, 2)[0]));
}

TEST_CASE("a robot that is no supervisor is told so") {
  FakeEngine engine({}, false);
  const std::string said = stderr_of([] {
    CHECK(wb_supervisor_node_get_root() == nullptr);
    wb_supervisor_simulation_quit(0);
  });
  CHECK(engine.turns == 0);
  CHECK(said.find("supervisor") != std::string::npos);
}

TEST_CASE("between step_begin and step_end nothing is asked") {
  World world;
  WbNodeRef box = wb_supervisor_node_get_from_def("BOX");
  world.asked();
  CHECK(wb_robot_step_begin(32) == 0);
  const std::string said = stderr_of([&] { CHECK(std::isnan(wb_supervisor_node_get_position(box)[0])); });
  CHECK_FALSE(said.empty());
  CHECK(wb_robot_step_end() == 0);
  CHECK(world.asked().empty());
  CHECK(wb_supervisor_node_get_position(box)[0] == 1);
}

}  // namespace
