// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/lua_libraries.h"

#include <cstring>

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

int print_line(lua_State* lua) {
  auto* sink = static_cast<LuaSink*>(lua_touserdata(lua, lua_upvalueindex(1)));
  std::string line;
  for (int i = 1, n = lua_gettop(lua); i <= n; ++i) {
    std::size_t length = 0;
    const char* text = luaL_tolstring(lua, i, &length);
    line += i > 1 ? "\t" : "";
    line.append(text, length);
    lua_pop(lua, 1);
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
  if (luaL_loadbuffer(lua, prelude, std::strlen(prelude), "=prelude") != LUA_OK) lua_error(lua);
  lua_call(lua, 0, 0);
}

int lua_with_traceback(lua_State* lua) {
  const char* message = lua_tostring(lua, 1);
  luaL_traceback(lua, lua, message ? message : luaL_typename(lua, 1), 1);
  return 1;
}

}  // namespace lightsout
