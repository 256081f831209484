// Joint laws in Lua: one interpreter per joint, so that a script's globals are that joint's own. No clock, no files,
// and no order or number that differs between runs: scripts get the libraries base, math, string, table and utf8,
// random numbers from the world's seed, and a pairs() that goes through its table in the order of the keys.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <lua.hpp>

#include "plugins/host/joint_law.h"

namespace lightsout {
namespace {

// Lua orders a table by hashes that differ between processes.
constexpr const char* prelude = R"(
local next, type, sort, tostring, getmetatable = next, type, table.sort, tostring, getmetatable
local rank = {number = 1, string = 2, boolean = 3}
local function before(a, b)
  local ra, rb = rank[type(a)] or 4, rank[type(b)] or 4
  if ra ~= rb then return ra < rb end
  if ra <= 2 then return a < b end
  if ra == 3 then return b and not a end
  return false
end
local unordered = pairs
function pairs(t)
  local meta = getmetatable(t)
  if meta and meta.__pairs then return unordered(t) end
  local keys, n = {}, 0
  for key in next, t do n = n + 1; keys[n] = key end
  sort(keys, before)
  local i = 0
  return function()
    while i < n do
      i = i + 1
      local value = t[keys[i]]
      if value ~= nil then return keys[i], value end
    end
  end, t, nil
end
)";

constexpr const char* input_names[] = {
    "first",      "revolute",  "cyclic",     "handle", "lowLimit",    "highLimit", "passCnt",  "totalPasses",
    "currentPos", "targetPos", "errorValue", "effort", "dynStepSize", "targetVel", "maxForce", "velUpperLimit"};
constexpr int input_count = int(std::size(input_names));
// The stack's bottom holds the function, the names of the inputs and of the two outputs, for as long as the law lives.
constexpr int function_at = 1, names_at = 2, force_at = names_at + input_count, velocity_at = force_at + 1,
              stack_base = velocity_at;

int print_line(lua_State* lua) {
  auto* sink = static_cast<std::pair<Log*, std::string>*>(lua_touserdata(lua, lua_upvalueindex(1)));
  std::string line;
  for (int i = 1, n = lua_gettop(lua); i <= n; ++i) {
    std::size_t length = 0;
    const char* text = luaL_tolstring(lua, i, &length);
    line += i > 1 ? "\t" : "";
    line.append(text, length);
    lua_pop(lua, 1);
  }
  sink->first->write(LogLevel::Info, sink->second, line);
  return 0;
}

int with_traceback(lua_State* lua) {
  const char* message = lua_tostring(lua, 1);
  luaL_traceback(lua, lua, message ? message : luaL_typename(lua, 1), 1);
  return 1;
}

class LuaLaw final : public JointLaw {
 public:
  LuaLaw(const JointLawSetup& setup, CallbackGuard& guard, Log& log)
      : guard_(guard), sink_(&log, setup.joint), lua_(luaL_newstate()) {
    // What a call leaves behind is young.
    lua_gc(lua_, LUA_GCGEN, 0, 0);
  }
  ~LuaLaw() override {
    if (!abandoned_) lua_close(lua_);
  }

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
    if (!guard_.run("sysCall_jointCallback", [&] { good = call_unguarded(in, out); })) {
      note_failure();
      return false;
    }
    return good;
  }

 private:
  bool load_unguarded(const std::filesystem::path& script, const JointLawSetup& setup) {
    constexpr luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                      {LUA_MATHLIBNAME, luaopen_math},
                                      {LUA_STRLIBNAME, luaopen_string},
                                      {LUA_TABLIBNAME, luaopen_table},
                                      {LUA_UTF8LIBNAME, luaopen_utf8}};
    for (const auto& library : libraries) {
      luaL_requiref(lua_, library.name, library.func, 1);
      lua_pop(lua_, 1);
    }
    for (const char* name : {"dofile", "loadfile"}) {
      lua_pushnil(lua_);
      lua_setglobal(lua_, name);
    }
    lua_pushlightuserdata(lua_, &sink_);
    lua_pushcclosure(lua_, print_line, 1);
    lua_setglobal(lua_, "print");
    lua_getglobal(lua_, "math");
    lua_getfield(lua_, -1, "randomseed");
    lua_pushinteger(lua_, lua_Integer(setup.seed));
    lua_pushinteger(lua_, setup.handle);
    lua_call(lua_, 2, 0);
    lua_pop(lua_, 1);
    if (luaL_loadbuffer(lua_, prelude, std::strlen(prelude), "=prelude") != LUA_OK) return take_error();
    lua_call(lua_, 0, 0);
    for (const auto& parameter : setup.parameters) {
      lua_pushnumber(lua_, parameter.value);
      lua_setglobal(lua_, parameter.name.c_str());
    }
    lua_settop(lua_, 0);
    lua_pushcfunction(lua_, with_traceback);
    if (luaL_loadfile(lua_, script.c_str()) != LUA_OK || lua_pcall(lua_, 0, 0, 1) != LUA_OK) return take_error();
    lua_settop(lua_, 0);
    if (lua_getglobal(lua_, "sysCall_jointCallback") != LUA_TFUNCTION) {
      error_ = fmt::format("{} defines no function sysCall_jointCallback(inData)", script.string());
      return false;
    }
    for (const char* name : input_names) lua_pushstring(lua_, name);
    lua_pushstring(lua_, "force");
    lua_pushstring(lua_, "velocity");
    return true;
  }

  bool take_error() {
    const char* text = lua_tostring(lua_, -1);
    error_ = text ? text : "failed";
    return false;
  }

  bool call_unguarded(const lo_joint_in& in, lo_joint_out& out) {
    lua_settop(lua_, stack_base);
    lua_pushvalue(lua_, function_at);
    // A new table each time: a script may keep it.
    lua_createtable(lua_, 0, input_count);
    const int table = stack_base + 2;
    int name = names_at;
    const auto set = [&](auto push) {
      lua_pushvalue(lua_, name++);
      push();
      lua_rawset(lua_, table);
    };
    const auto boolean = [&](int value) { set([&] { lua_pushboolean(lua_, value); }); };
    const auto integer = [&](int value) { set([&] { lua_pushinteger(lua_, value); }); };
    const auto number = [&](double value) { set([&] { lua_pushnumber(lua_, value); }); };
    boolean(in.first);
    boolean(in.revolute);
    boolean(in.cyclic);
    integer(in.handle);
    number(in.lowLimit);
    number(in.highLimit);
    integer(in.passCnt);
    integer(in.totalPasses);
    number(in.currentPos);
    number(in.targetPos);
    number(in.errorValue);
    number(in.effort);
    number(in.dynStepSize);
    number(in.targetVel);
    number(in.maxForce);
    number(in.velUpperLimit);
    if (lua_pcall(lua_, 1, 1, 0) != LUA_OK) return take_error();
    const int result = stack_base + 1;
    if (!lua_istable(lua_, result)) {
      error_ = fmt::format("returned {} instead of a table with force and velocity", luaL_typename(lua_, result));
      return false;
    }
    return take(result, force_at, "force", out.force) && take(result, velocity_at, "velocity", out.velocity);
  }

  bool take(int table, int key, const char* name, double& value) {
    lua_pushvalue(lua_, key);
    const int type = lua_rawget(lua_, table);
    if (type == LUA_TNUMBER) {
      value = lua_tonumber(lua_, -1);
      return true;
    }
    error_ = type == LUA_TNIL
                 ? fmt::format("returned a table without \"{}\"", name)
                 : fmt::format("returned {} as \"{}\", which must be a number", lua_typename(lua_, type), name);
    return false;
  }

  // After a jump out of the interpreter it is not to be touched.
  void note_failure() {
    abandoned_ = true;
    error_ = guard_.failure().message;
  }

  CallbackGuard& guard_;
  std::pair<Log*, std::string> sink_;
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
