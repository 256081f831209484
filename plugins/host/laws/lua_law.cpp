// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joint laws in Lua: one interpreter per joint, so that a script's globals are that joint's own. They have what
// lua_libraries.h gives, and files below the folder of --law-files.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <lua.hpp>
#include <new>
#include <span>

#include "plugins/host/guard/callback_guard.h"
#include "plugins/host/laws/joint_law.h"
#include "plugins/host/laws/law_files.h"
#include "plugins/host/laws/lua_libraries.h"

namespace lightsout {
namespace {

using In = lo_joint_in;
constexpr double huge = std::numeric_limits<double>::infinity();
constexpr int dynamic_mode = 5;  // sim.jointmode_dynamic

struct Input {
  const char* name;
  void (*push)(lua_State*, const In&);
};
#define FLAG(name, expression)                                               \
  {                                                                          \
    name, [](lua_State* l, const In& in) { lua_pushboolean(l, expression); } \
  }
#define WHOLE(name, expression)                                                               \
  {                                                                                           \
    name, [](lua_State* l, [[maybe_unused]] const In& in) { lua_pushinteger(l, expression); } \
  }
#define NUMBER(name, expression)                                                             \
  {                                                                                          \
    name, [](lua_State* l, [[maybe_unused]] const In& in) { lua_pushnumber(l, expression); } \
  }

// CoppeliaSim's sysCall_jointCallback: the names of V-REP, and what came later.
constexpr Input callback_inputs[] = {
    FLAG("first", in.first),
    FLAG("revolute", in.revolute),
    FLAG("cyclic", in.cyclic),
    WHOLE("handle", in.handle),
    NUMBER("lowLimit", in.lowLimit),
    NUMBER("highLimit", in.highLimit),
    WHOLE("passCnt", in.passCnt),
    WHOLE("totalPasses", in.totalPasses),
    NUMBER("currentPos", in.currentPos),
    NUMBER("targetPos", in.targetPos),
    NUMBER("errorValue", in.errorValue),
    NUMBER("effort", in.effort),
    NUMBER("dynStepSize", in.dynStepSize),
    NUMBER("targetVel", in.targetVel),
    NUMBER("maxForce", in.maxForce),
    NUMBER("velUpperLimit", in.velUpperLimit),
    NUMBER("currentVel", in.currentVel),
    WHOLE("mode", dynamic_mode),
};
// sysCall_joint, its name and form since CoppeliaSim 4.3. Passes count from 1 here.
constexpr Input joint_inputs[] = {
    WHOLE("mode", dynamic_mode),
    WHOLE("handle", in.handle),
    FLAG("revolute", in.revolute),
    FLAG("cyclic", in.cyclic),
    NUMBER("lowLimit", in.lowLimit),
    NUMBER("highLimit", in.highLimit),
    NUMBER("dt", in.dynStepSize),
    NUMBER("pos", in.currentPos),
    NUMBER("vel", in.currentVel),
    NUMBER("targetPos", in.targetPos),
    NUMBER("targetVel", in.targetVel),
    NUMBER("error", in.errorValue),
    NUMBER("maxVel", in.velUpperLimit),
    NUMBER("maxAccel", huge),
    NUMBER("maxJerk", huge),
    FLAG("first", in.first),
    WHOLE("passCnt", in.passCnt + 1),
    WHOLE("rk4pass", 1),
    WHOLE("totalPasses", in.totalPasses),
    NUMBER("effort", in.effort),
    NUMBER("force", in.maxForce),
    NUMBER("maxForce", in.maxForce),
};
#undef FLAG
#undef WHOLE
#undef NUMBER

struct Form {
  const char* function;
  std::span<const Input> inputs;
  const char* velocity;  // the name of what is to be reached
  // The newer form: a force may have the sense of the velocity, and either may be left out.
  bool lenient;
};
constexpr Form forms[] = {{"sysCall_joint", joint_inputs, "vel", true},
                          {"sysCall_jointCallback", callback_inputs, "velocity", false}};

// Where a law says a force and no velocity the force is what acts: no joint reaches this, in rad/s or m/s.
constexpr double out_of_reach = 1e9;

// sim: the constants of joints' modes, and a clear word for all else.
constexpr const char* sim_table = R"(
sim = setmetatable({jointmode_kinematic = 0, jointmode_dynamic = 5}, {__index = function(_, name)
  error("sim." .. tostring(name) .. " is not there: a joint callback has its inData and its parameters", 2)
end})
function require(name)
  if name == "sim" then return sim end
  error("require: there is no module " .. tostring(name) .. " in joint callbacks", 2)
end
)";

class LuaLaw final : public JointLaw {
 public:
  LuaLaw(const JointLawSetup& setup, CallbackGuard& guard, Log& log)
      : guard_(guard), files_(setup.files), sink_{&log, setup.joint}, lua_(luaL_newstate()) {
    if (!lua_) throw std::bad_alloc();
    // What a call leaves behind is young.
    lua_gc(lua_, LUA_GCGEN, 0, 0);
  }
  ~LuaLaw() override { end_lua(lua_, abandoned_); }

  bool load(const std::filesystem::path& script, const JointLawSetup& setup) {
    bool loaded = false;
    if (!guard_.run("a Lua script's first run", [&] { loaded = load_unguarded(script, setup); })) {
      note_failure();
      return false;
    }
    return loaded;
  }

  bool call(const lo_joint_in& in, lo_joint_out& out) override {
    bool good = false;
    if (!guard_.run(form_->function, [&] { good = call_unguarded(in, out); })) {
      note_failure();
      return false;
    }
    return good;
  }

  bool finish() override {
    bool good = true;
    if (!guard_.run("sysCall_cleanup", [&] { good = call_if_defined("sysCall_cleanup"); })) {
      note_failure();
      return false;
    }
    return good;
  }

 private:
  bool load_unguarded(const std::filesystem::path& script, const JointLawSetup& setup) {
    open_lua_libraries(lua_, {setup.seed, setup.handle, &sink_});
    if (luaL_loadbuffer(lua_, sim_table, std::strlen(sim_table), "=prelude") != LUA_OK) return take_error();
    lua_call(lua_, 0, 0);
    set_io();
    for (const auto& parameter : setup.parameters) {
      lua_pushnumber(lua_, parameter.value);
      lua_setglobal(lua_, parameter.name.c_str());
    }
    lua_settop(lua_, 0);
    lua_pushcfunction(lua_, lua_with_traceback);
    if (luaL_loadfile(lua_, script.c_str()) != LUA_OK || lua_pcall(lua_, 0, 0, 1) != LUA_OK) return take_error();
    lua_settop(lua_, 0);
    for (const Form& form : forms) {
      if (!form_ && lua_getglobal(lua_, form.function) == LUA_TFUNCTION) form_ = &form;
      if (!form_) lua_settop(lua_, 0);
    }
    if (!form_) {
      error_ = fmt::format("{} defines no function sysCall_joint(inData), nor sysCall_jointCallback(inData)",
                           script.string());
      return false;
    }
    for (const Input& input : form_->inputs) lua_pushstring(lua_, input.name);
    lua_pushstring(lua_, "force");
    lua_pushstring(lua_, form_->velocity);
    stack_base_ = lua_gettop(lua_);
    return call_if_defined("sysCall_init");
  }

  // A function without arguments that CoppeliaSim's scripts may have.
  bool call_if_defined(const char* function) {
    lua_settop(lua_, stack_base_);
    if (lua_getglobal(lua_, function) != LUA_TFUNCTION || lua_pcall(lua_, 0, 0, 0) == LUA_OK) return true;
    return take_error();
  }

  // io.open alone, for writing below the folder of --law-files.
  void set_io() {
    luaL_requiref(lua_, LUA_IOLIBNAME, luaopen_io, 0);
    lua_createtable(lua_, 0, 3);
    for (const char* kept : {"type", "close"}) {
      lua_getfield(lua_, -2, kept);
      lua_setfield(lua_, -2, kept);
    }
    lua_pushlightuserdata(lua_, this);
    lua_getfield(lua_, -3, "open");
    lua_pushcclosure(lua_, open_file, 2);
    lua_setfield(lua_, -2, "open");
    lua_setglobal(lua_, "io");
    lua_pop(lua_, 1);
  }

  static int open_file(lua_State* lua) {
    auto* law = static_cast<LuaLaw*>(lua_touserdata(lua, lua_upvalueindex(1)));
    const char* name = luaL_checkstring(lua, 1);
    const char mode = *luaL_optstring(lua, 2, "r");
    lua_settop(lua, 2);
    if (mode != 'w' && mode != 'a')
      return luaL_error(lua, "io.open: a joint callback writes files (modes w and a) and reads none");
    if (!law->open_path(name, mode == 'w')) return luaL_error(lua, "io.open: %s", lua_tostring(lua, -1));
    lua_pushvalue(lua, lua_upvalueindex(2));
    lua_insert(lua, -3);
    lua_call(lua, 2, LUA_MULTRET);
    // What stands is whole lines, however the run ends.
    if (lua_gettop(lua) >= 3 && lua_isuserdata(lua, 3)) {
      lua_getfield(lua, 3, "setvbuf");
      lua_pushvalue(lua, 3);
      lua_pushstring(lua, "line");
      lua_call(lua, 2, 0);
    }
    return lua_gettop(lua) - 2;
  }

  // Pushes path and mode, or else why not. No C++ object lives on when Lua jumps.
  bool open_path(const char* name, bool anew) {
    const auto opening = files_->open(name, sink_.who);
    lua_pushstring(lua_, opening ? opening->path.c_str() : opening.error().c_str());
    if (opening) lua_pushstring(lua_, anew || opening->anew ? "w" : "a");
    return opening.has_value();
  }

  bool take_error() {
    const char* text = lua_tostring(lua_, -1);
    error_ = text ? text : "failed";
    return false;
  }

  bool call_unguarded(const lo_joint_in& in, lo_joint_out& out) {
    lua_settop(lua_, stack_base_);
    lua_pushvalue(lua_, function_at);
    // A new table each time: a script may keep it.
    lua_createtable(lua_, 0, int(form_->inputs.size()));
    const int table = stack_base_ + 2;
    int name = names_at;
    for (const Input& input : form_->inputs) {
      lua_pushvalue(lua_, name++);
      input.push(lua_, in);
      lua_rawset(lua_, table);
    }
    if (lua_pcall(lua_, 1, 1, 0) != LUA_OK) return take_error();
    const int result = stack_base_ + 1;
    if (!lua_istable(lua_, result)) {
      error_ =
          fmt::format("returned {} instead of a table with force and {}", luaL_typename(lua_, result), form_->velocity);
      return false;
    }
    bool has_force = false, has_velocity = false;
    if (!take(result, stack_base_ - 1, "force", out.force, has_force) ||
        !take(result, stack_base_, form_->velocity, out.velocity, has_velocity))
      return false;
    if (!has_velocity && (!form_->lenient || !has_force)) return miss(form_->velocity);
    if (!has_force && !form_->lenient) return miss("force");
    if (!has_velocity) out.velocity = out.force == 0 ? 0 : std::copysign(out_of_reach, out.force);
    if (form_->lenient) out.force = std::abs(out.force);
    return true;
  }

  bool miss(const char* name) {
    error_ = fmt::format("returned a table without \"{}\"", name);
    return false;
  }

  // False: it is no number.
  bool take(int table, int key, const char* name, double& value, bool& is_there) {
    lua_pushvalue(lua_, key);
    const int type = lua_rawget(lua_, table);
    is_there = type != LUA_TNIL;
    if (type == LUA_TNUMBER) value = lua_tonumber(lua_, -1);
    if (type == LUA_TNUMBER || !is_there) return true;
    error_ = fmt::format("returned {} as \"{}\", which must be a number", lua_typename(lua_, type), name);
    return false;
  }

  // After a jump out of the interpreter it is not to be touched.
  void note_failure() {
    abandoned_ = true;
    error_ = guard_.failure().what();
  }

  // The bottom of the stack holds the function, the names of its inputs and of the two outputs, for as long as the law
  // lives.
  static constexpr int function_at = 1, names_at = 2;

  CallbackGuard& guard_;
  LawFiles* files_;
  LuaSink sink_;
  const Form* form_ = nullptr;
  int stack_base_ = 0;
  lua_State* lua_;
  bool abandoned_ = false;
};

}  // namespace

std::expected<std::unique_ptr<JointLaw>, std::string> make_lua_law(const std::filesystem::path& script,
                                                                   const JointLawSetup& setup, CallbackGuard& guard,
                                                                   Log& log) {
  auto law = std::make_unique<LuaLaw>(setup, guard, log);
  if (!law->load(script, setup)) return std::unexpected(law->error());
  return law;
}

}  // namespace lightsout
