// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/laws/lua_libraries.h"

#include "engine/programs/sanitizers.h"
#include "engine/state/log.h"
#include "world_format/templates/lua_order.h"

#if LIGHTSOUT_ADDRESS_SANITIZER()
#include <sanitizer/lsan_interface.h>
#endif

namespace lightsout {
namespace {

constexpr const char* tell = "lightsout.tell";  // in the registry: what tells a value as text

int print_line(lua_State* lua) {
  auto* sink = static_cast<LuaSink*>(lua_touserdata(lua, lua_upvalueindex(1)));
  std::string line;
  for (int i = 1, n = lua_gettop(lua); i <= n; ++i) {
    std::size_t length = 0;
    lua_getfield(lua, LUA_REGISTRYINDEX, tell);
    lua_pushvalue(lua, i);
    lua_call(lua, 1, 1);
    const char* text = luaL_tolstring(lua, -1, &length);
    line += i > 1 ? "\t" : "";
    line.append(text, length);
    lua_pop(lua, 2);
  }
  sink->log->write(LogLevel::Info, sink->who, line);
  return 0;
}

}  // namespace

void open_lua_libraries(lua_State* lua, const LuaSetup& setup) {
  constexpr luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                    {LUA_MATHLIBNAME, luaopen_math},
                                    {LUA_STRLIBNAME, luaopen_string},
                                    {LUA_TABLIBNAME, luaopen_table},
                                    {LUA_UTF8LIBNAME, luaopen_utf8}};
  for (const auto& library : libraries) {
    luaL_requiref(lua, library.name, library.func, 1);
    lua_pop(lua, 1);
  }
  for (const char* name : {"dofile", "loadfile"}) {
    lua_pushnil(lua);
    lua_setglobal(lua, name);
  }
  lua_pushlightuserdata(lua, setup.sink);
  lua_pushcclosure(lua, print_line, 1);
  lua_setglobal(lua, "print");
  lua_getglobal(lua, "math");
  lua_getfield(lua, -1, "randomseed");
  lua_pushinteger(lua, lua_Integer(setup.seed));
  lua_pushinteger(lua, setup.stream);
  lua_call(lua, 2, 0);
  lua_pop(lua, 1);
  if (luaL_loadbuffer(lua, lua_order.data(), lua_order.size(), "=order") != LUA_OK) lua_error(lua);
  lua_getglobal(lua, "tostring");
  lua_call(lua, 1, 1);
  lua_setfield(lua, LUA_REGISTRYINDEX, tell);
}

void end_lua(lua_State* lua, bool in_midst) {
  if (!in_midst) return lua_close(lua);
#if LIGHTSOUT_ADDRESS_SANITIZER()
  __lsan_ignore_object(lua);
#endif
}

int lua_with_traceback(lua_State* lua) {
  const char* message = lua_tostring(lua, 1);
  luaL_traceback(lua, lua, message ? message : luaL_typename(lua, 1), 1);
  return 1;
}

}  // namespace lightsout
