// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/laws/lua_check.h"

#include <new>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/scene/measures.h"
#include "engine/simulation.h"
#include "plugins/host/laws/lua_libraries.h"

namespace lightsout {
namespace {

// Where the functions below find what they are asked about. Lua jumps out of them: no object in them has a destructor.
const Scene& scene_of(lua_State* lua) {
  const auto* simulation = static_cast<const Simulation**>(lua_touserdata(lua, lua_upvalueindex(1)));
  return (*simulation)->scene();
}

const Solid& solid_at(lua_State* lua, int argument) {
  std::size_t length = 0;
  const char* name = luaL_checklstring(lua, argument, &length);
  const Solid* solid = scene_of(lua).find_solid({name, length});
  if (!solid) luaL_error(lua, "the world has no solid of the DEF or path '%s'", name);
  return *solid;
}

int push(lua_State* lua, const Vector3d& vector) {
  for (int axis = 0; axis < 3; ++axis) lua_pushnumber(lua, vector[axis]);
  return 3;
}

int push(lua_State* lua, double number) {
  lua_pushnumber(lua, number);
  return 1;
}

int time_of(lua_State* lua) {
  const auto* simulation = static_cast<const Simulation**>(lua_touserdata(lua, lua_upvalueindex(1)));
  return push(lua, (*simulation)->total_seconds());
}

int joint_of(lua_State* lua) {
  std::size_t length = 0;
  const char* name = luaL_checklstring(lua, 1, &length);
  const lua_Integer axis = luaL_optinteger(lua, 2, 1);
  const Joint* joint = find_joint(scene_of(lua), {name, length});
  if (!joint) luaL_error(lua, "the world has no joint '%s'", name);
  if (axis < 1 || axis > lua_Integer(joint->axes().size())) luaL_error(lua, "the joint %s has no axis %I", name, axis);
  const JointAxis& found = joint->axes()[std::size_t(axis - 1)];
  return push(lua, found.position) + push(lua, found.velocity);
}

constexpr luaL_Reg lua_functions[] = {
    {"time", time_of},
    {"joint", joint_of},
    {"position", [](lua_State* lua) { return push(lua, solid_at(lua, 1).pose().position); }},
    {"velocity", [](lua_State* lua) { return push(lua, solid_at(lua, 1).linear_velocity()); }},
    {"speed", [](lua_State* lua) { return push(lua, solid_at(lua, 1).linear_velocity().norm()); }},
    {"turn_rate", [](lua_State* lua) { return push(lua, solid_at(lua, 1).angular_velocity().norm()); }},
    {"tilt", [](lua_State* lua) { return push(lua, tilt_of(solid_at(lua, 1), scene_of(lua).axes())); }},
    {"distance",
     [](lua_State* lua) {
       return push(lua, (solid_at(lua, 1).pose().position - solid_at(lua, 2).pose().position).norm());
     }},
    {"touches",
     [](lua_State* lua) {
       lua_pushboolean(lua, touch(scene_of(lua), solid_at(lua, 1), solid_at(lua, 2)));
       return 1;
     }},
};

}  // namespace

// The bottom of the stack holds the handler of messages and the function that is called.
struct LuaCheck::Interpreter {
  explicit Interpreter(Log& log, std::string who) : sink{&log, std::move(who)}, state(luaL_newstate()) {
    if (!state) throw std::bad_alloc();
  }
  ~Interpreter() { end_lua(state, abandoned); }

  bool load(const LuaCheckSetup& setup) {
    lua_settop(state, 0);
    lua_pushcfunction(state, lua_with_traceback);
    const std::string chunk = "return " + setup.expression;
    const int read = setup.script.empty() ? luaL_loadbuffer(state, chunk.data(), chunk.size(), "=holds")
                                          : luaL_loadfile(state, setup.script.c_str());
    if (read != LUA_OK) return false;
    if (setup.script.empty()) return true;
    if (lua_pcall(state, 0, 0, 1) != LUA_OK) return false;
    if (lua_getglobal(state, "holds") == LUA_TFUNCTION) return true;
    lua_pushfstring(state, "%s defines no function holds()", setup.script.c_str());
    return false;
  }

  // What Lua says is wrong stands on top of its stack.
  std::string message() const {
    const char* text = lua_tostring(state, -1);
    return text ? text : "failed";
  }

  LuaSink sink;
  lua_State* state;
  const Simulation* simulation = nullptr;
  bool abandoned = false;
};

LuaCheck::LuaCheck(LuaCheckSetup setup, Log& log) : setup_(std::move(setup)), log_(log), guard_(setup_.timeout_s) {}

LuaCheck::~LuaCheck() = default;

void LuaCheck::read(const Simulation& simulation) {
  if (!lua_ && error_.empty()) (void)load(simulation);
}

bool LuaCheck::load(const Simulation& simulation) {
  lua_ = std::make_unique<Interpreter>(log_, setup_.script.empty() ? "holds" : setup_.script.filename().string());
  lua_->simulation = &simulation;
  lua_State* state = lua_->state;
  bool good = false;
  const auto prepare = [&] {
    open_lua_libraries(state, {simulation.seed(), 0, &lua_->sink});
    for (const luaL_Reg& function : lua_functions) {
      lua_pushlightuserdata(state, &lua_->simulation);
      lua_pushcclosure(state, function.func, 1);
      lua_setglobal(state, function.name);
    }
    for (const auto& [name, value] : setup_.parameters) {
      lua_pushnumber(state, value);
      lua_setglobal(state, name.c_str());
    }
    good = lua_->load(setup_);
  };
  if (!guard_.run("a Lua script's first run", prepare)) {
    lua_->abandoned = true;
    error_ = guard_.failure().what();
    return false;
  }
  if (!good) error_ = lua_->message();
  return good;
}

LuaCheck::Answer LuaCheck::ask(const Simulation& simulation) {
  if (!error_.empty() || (!lua_ && !load(simulation))) return {};
  lua_->simulation = &simulation;
  Answer answer;
  if (guard_.run("holds", [&] { answer = call(); })) return answer;
  lua_->abandoned = true;
  error_ = guard_.failure().what();
  return {};
}

LuaCheck::Answer LuaCheck::call() {
  lua_State* state = lua_->state;
  lua_settop(state, 2);
  lua_pushvalue(state, 2);
  if (lua_pcall(state, 0, 2, 1) != LUA_OK) {
    error_ = lua_->message();
    return {};
  }
  if (!lua_isboolean(state, 3)) {
    error_ = std::string("returned ") + luaL_typename(state, 3) + " instead of true or false";
    return {};
  }
  const bool holds = lua_toboolean(state, 3) != 0;
  return {holds, lua_type(state, 4) == LUA_TNUMBER ? lua_tonumber(state, 4) : double(holds)};
}

}  // namespace lightsout
