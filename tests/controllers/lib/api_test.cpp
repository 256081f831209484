// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The names that compiled controllers and other languages look up by themselves. (That every function of c_api.txt is
// declared and exported is checked by building this program, see api_names.cmake.)
#include <dlfcn.h>
#include <webots/keyboard.h>
#include <webots/nodes.h>
#include <webots/supervisor.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <string>

namespace {

void* symbol(const char* name) { return dlsym(RTLD_DEFAULT, name); }

TEST_CASE("constants are data symbols with the numbers of the headers") {
  // Numbers of the R2025a release, which compiled controllers carry.
  const struct {
    const char* name;
    int value;
  } constants[] = {{"wb_NODE_NO_NODE", 0},
                   {"wb_NODE_ROBOT", 34},
                   {"wb_NODE_DISTANCE_SENSOR", 42},
                   {"wb_NODE_VACUUM_GRIPPER", 61},
                   {"wb_NODE_WORLD_INFO", 84},
                   {"wb_NODE_RADIO", 87},
                   {"wb_KEYBOARD_END", 312},
                   {"wb_KEYBOARD_NUMPAD_END", 382},
                   {"wb_KEYBOARD_ALT", 0x40000},
                   {"wb_SF_NODE", 9},
                   {"wb_MF_NODE", 0x19},
                   {"wb_LINEAR", 1},
                   {"wb_ROTATIONAL", 0}};
  for (const auto& constant : constants) {
    INFO(constant.name);
    const int* value = static_cast<const int*>(symbol(constant.name));
    REQUIRE(value);
    CHECK(*value == constant.value);
  }
  const char* const* red = static_cast<const char* const*>(symbol("wb_ANSI_RED_FOREGROUND"));
  REQUIRE(red);
  CHECK(std::string(*red) == "\x1b[31m");
}

TEST_CASE("node types have names") {
  CHECK(std::string(wb_node_get_name(WB_NODE_DISTANCE_SENSOR)) == "DistanceSensor");
  CHECK(std::string(wb_node_get_name(WB_NODE_HINGE_2_JOINT)) == "Hinge2Joint");
  CHECK(std::string(wb_node_get_name(WB_NODE_LED)) == "LED");
  CHECK(std::string(wb_node_get_name(WB_NODE_NO_NODE)) == "");
  CHECK(wb_node_get_name(WbNodeType(12345)) == nullptr);
  std::set<std::string> names;
  for (int type = WB_NODE_APPEARANCE; type <= WB_NODE_RADIO; ++type) {
    INFO(type);
    REQUIRE(wb_node_get_name(WbNodeType(type)) != nullptr);
    CHECK(names.insert(wb_node_get_name(WbNodeType(type))).second);
  }
}

}  // namespace
