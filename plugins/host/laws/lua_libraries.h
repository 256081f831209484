// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What scripts in Lua have of the language in a run: the libraries base, math, string, table and utf8, random numbers
// from the world's seed, and a pairs() that goes through its table in the order of the keys. No clock, no files, and no
// order or number that differs between runs.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <string>

namespace lightsout {

class Log;

// Where print() goes, and as whom.
struct LuaSink {
  Log* log;
  std::string who;
};

struct LuaSetup {
  std::uint64_t seed;
  int stream;     // of random numbers, another for each interpreter
  LuaSink* sink;  // outlives the interpreter
};

// Into a fresh interpreter. An error of Lua's own (memory) jumps: call it where that is caught.
void open_lua_libraries(lua_State* lua, const LuaSetup& setup);

// Closes it. `in_midst`: a jump has left it, so it is not to be touched, and its memory stays.
void end_lua(lua_State* lua, bool in_midst);

// A handler of messages for lua_pcall: the error and where it was.
int lua_with_traceback(lua_State* lua);

}  // namespace lightsout
