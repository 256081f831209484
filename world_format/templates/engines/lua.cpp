// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lua for PROTO templates: Lua 5.4 behind TemplateEngine, with the libraries that template files use (base, table,
// string, math, what looks of debug, our helper modules) and what older Lua called differently. Files go through
// the sink, and nothing reaches a clock. Instructions and memory are counted, so a limit is hit at the same place on
// every run; what loops in C is ended by a clock of this thread's processor time.
#include <cmath>
#include <csetjmp>
#include <lua.hpp>
#include <span>

#include "world_format/templates/engines/deadline.h"
#include "world_format/templates/engines/lua_memory.h"
#include "world_format/templates/engines/template_engine.h"
#include "world_format/templates/lua_order.h"
#include "world_format/text/embedded_file.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> lua_modules;

namespace {

constexpr const char* tell = "lightsout.tell";  // in the registry: what tells a value as text
constexpr int hook_interval = 10'000;           // instructions

// Runs in the sandbox before the template. Takes the natives. Lua 5.1 and 5.2, which these templates were written for,
// had one kind of number; 5.4 writes 2.0 where they wrote 2, so tostring drops the fraction of a whole number.
constexpr std::string_view prelude = R"lua(
local random, message, now, module, text_of, charge, file = ...
local create, wrap = coroutine.create, coroutine.wrap
function coroutine.create(f) charge() return create(f) end
function coroutine.wrap(f) charge() return wrap(f) end
local raw_setmetatable, raw_load, raw_dump = setmetatable, load, string.dump
-- A finalizer would run outside the instruction count.
function setmetatable(t, m)
  if m ~= nil and rawget(m, '__gc') ~= nil then error('templates have no finalizers', 2) end
  return raw_setmetatable(t, m)
end
function load(chunk, name, mode, env) return raw_load(chunk, name, 't', env or _G) end
loadstring = load
dofile, loadfile, collectgarbage, string.dump = nil, nil, nil, nil
tostring = text_of
function print(...)
  local parts = {}
  for i = 1, select('#', ...) do parts[i] = text_of((select(i, ...))) end
  message(0, table.concat(parts, '\t'))
end
unpack = table.unpack
function table.getn(t) return #t end
function table.maxn(t)
  local n = 0
  for k in pairs(t) do if type(k) == 'number' and k > n then n = k end end
  return n
end
function math.pow(a, b) return a ^ b end
function math.atan2(y, x) return math.atan(y, x) end
function math.log10(x) return math.log(x, 10) end
function math.ldexp(m, e) return m * 2.0 ^ e end
function math.cosh(x) return (math.exp(x) + math.exp(-x)) / 2 end
function math.sinh(x) return (math.exp(x) - math.exp(-x)) / 2 end
function math.tanh(x) local e = math.exp(2 * x); return e == math.huge and 1 or (e - 1) / (e + 1) end
math.mod = math.fmod
function math.random(a, b)
  if a == nil then return random() end
  if b == nil then a, b = 1, a end
  if a > b then error('interval is empty', 2) end
  return math.floor(a + random() * (b - a + 1))
end
function math.randomseed(s) random(s) end
local function refused(what) return function() error(what .. ': templates have no access to files or processes', 2) end end
-- A file that is read is there as a whole; one that is written goes to its place when it is closed.
local methods = {}
methods.__index = methods
local function read_one(self, what)
  local text, at = self.text, self.at
  what = tostring(what or 'l'):gsub('^%*', '')
  if tonumber(what) then
    local piece = text:sub(at, at + tonumber(what) - 1)
    self.at = at + #piece
    return (#piece > 0 or tonumber(what) == 0 and at <= #text) and piece or nil
  end
  if what:sub(1, 1) == 'a' then
    self.at = #text + 1
    return text:sub(at)
  end
  if what:sub(1, 1) == 'n' then
    local first, last = text:find('^%s*[-+]?[%w.]+[-+]?%w*', at)
    if not first then return nil end
    self.at = last + 1
    return tonumber(text:sub(first, last))
  end
  if at > #text then return nil end
  local stop = text:find('\n', at, true)
  self.at = (stop or #text) + 1
  return text:sub(at, what:sub(1, 1) == 'L' and stop or (stop or #text + 1) - 1)
end
function methods:read(...)
  if not self.text then return nil, 'the file is not open for reading' end
  if select('#', ...) == 0 then return read_one(self) end
  local all = {}
  for i = 1, select('#', ...) do all[i] = read_one(self, (select(i, ...))) end
  return unpack(all, 1, select('#', ...))
end
function methods:lines(what) return function() return read_one(self, what) end end
function methods:write(...)
  if not self.parts then return nil, 'the file is not open for writing' end
  for i = 1, select('#', ...) do self.parts[#self.parts + 1] = text_of((select(i, ...))) end
  return self
end
function methods:flush() return self end
function methods:setvbuf() return true end
function methods:close()
  local parts = self.parts
  self.text, self.parts = nil, nil
  return not parts or file(2, self.name, table.concat(parts)) or nil
end
io = {write = function(...) message(0, table.concat({...})) end, read = refused('io.read'),
      open = function(name, mode)
        mode = mode or 'r'
        if mode:sub(1, 1) == 'w' then return setmetatable({name = name, parts = {}}, methods) end
        if mode:sub(1, 1) == 'a' then
          return setmetatable({name = name, parts = {file(0, name) and file(1, name) or ''}}, methods)
        end
        if not file(0, name) then return nil, name .. ': No such file, or none that templates may read', 2 end
        return setmetatable({name = name, text = file(1, name), at = 1}, methods)
      end,
      lines = function(name) return assert(io.open(name)):lines() end,
      close = function(open) return open:close() end,
      stdout = {write = function(_, ...) message(0, table.concat({...})) end},
      stderr = {write = function(_, ...) message(1, table.concat({...})) end}}
local raw_date = os.date
-- Always of the template's clock, in UTC.
local function date(format, time)
  return raw_date('!' .. (format or '%c'):gsub('^!', ''), time or math.floor(now / 1000))
end
os = {time = function() return math.floor(now / 1000) end, clock = function() return 0 end, date = date,
      getenv = function() return nil end, execute = refused('os.execute'), remove = refused('os.remove'),
      rename = refused('os.rename'), tmpname = refused('os.tmpname')}
-- Of the debug library only what looks: the rest reaches out of the sandbox.
local raw_getinfo = debug.getinfo
debug = {traceback = debug.traceback, getinfo = function(at, what)
  local info = raw_getinfo(type(at) == 'number' and at + 1 or at, what)
  if info then info.func = nil end
  return info
end}
package = {path = '', cpath = '', loaded = {}}
for _, name in ipairs {'coroutine', 'debug', 'io', 'math', 'os', 'string', 'table'} do package.loaded[name] = _G[name] end
package.loaded.wbfile = {
  fileExists = function(path) return file(0, path) end,
  readTextFile = function(path) return file(1, path) end,
  writeTextFile = function(name, content) return file(2, name, content) end,
  getpathwithoutfilename = function(path) return path:match('^.*[/\\]') or '' end,
}
function require(name)
  local stem = name:match('([%w_]+)$') or name
  if package.loaded[stem] == nil then package.loaded[stem] = module(stem)() end
  return package.loaded[stem]
end
)lua";

// What lua_load reads of an expression: a chunk that returns it.
struct Expression {
  std::string_view text;
  int read_pieces = 0;

  static const char* read(lua_State*, void* self_pointer, std::size_t* size) {
    constexpr std::string_view before = "return ";
    Expression& self = *static_cast<Expression*>(self_pointer);
    const std::string_view piece = self.read_pieces == 0   ? before
                                   : self.read_pieces == 1 ? self.text
                                                           : std::string_view();
    ++self.read_pieces;
    *size = piece.size();
    return piece.data();
  }
};

class LuaEngine final : public TemplateEngine {
 public:
  std::optional<TemplateError> run(const TemplateProgram& program, TemplateSink& sink) override;

 private:
  static LuaEngine& of(lua_State* L) { return **static_cast<LuaEngine**>(lua_getextraspace(L)); }
  static void* allocate(void* self, void* block, std::size_t old_size, std::size_t new_size);
  static void count(lua_State* L, lua_Debug*);
  static int charge_coroutine(lua_State* L);
  void charge(lua_State* L);
  static void refuse_text(lua_State* L);
  static int literal(lua_State* L);
  static int value(lua_State* L);
  static int message(lua_State* L);
  static int random(lua_State* L);
  static int module(lua_State* L);
  static int text_of(lua_State* L);
  static int file(lua_State* L);
  static void tell_top(lua_State* L);
  static int main(lua_State* L);
  static int traceback(lua_State* L);

  std::optional<TemplateError> run_state();
  bool read_file(std::string_view path, std::string_view& text);

  std::string read_;  // the last file
  const TemplateProgram* program_ = nullptr;
  TemplateSink* sink_ = nullptr;
  std::uint64_t random_state_ = 0;
  std::uint64_t instructions_ = 0;
  LuaMemory* memory_ = nullptr;
  std::size_t used_ = 0;  // bytes of it
  int error_line_ = 0;
  TemplateBound reached_ = TemplateBound::None;
};

void* LuaEngine::allocate(void* self_pointer, void* block, std::size_t old_size, std::size_t new_size) {
  LuaEngine& self = *static_cast<LuaEngine*>(self_pointer);
  if (!block) old_size = 0;  // then it is a type tag
  if (new_size > old_size && self.used_ + (new_size - old_size) > self.program_->memory_limit) {
    self.reached_ = TemplateBound::Memory;
    return nullptr;
  }
  void* result = self.memory_->resize(block, old_size, new_size);
  if (!result && new_size > 0) self.reached_ = TemplateBound::Machine;
  if (result || new_size == 0) self.used_ = self.used_ - old_size + new_size;
  return result;
}

void LuaEngine::count(lua_State* L, lua_Debug*) { of(L).charge(L); }

void LuaEngine::charge(lua_State* L) {
  LuaEngine& self = *this;
  self.instructions_ += hook_interval;
  if (self.instructions_ < self.program_->instruction_limit) return;
  self.reached_ = TemplateBound::Instructions;
  // From now on at every instruction, so that no pcall can hold the error.
  lua_sethook(L, count, LUA_MASKCOUNT, 1);
  luaL_error(L, "the template runs too long");
}

// Each coroutine counts for itself, and tells nobody of what it has not counted to the end.
int LuaEngine::charge_coroutine(lua_State* L) {
  of(L).charge(L);
  return 0;
}

void LuaEngine::refuse_text(lua_State* L) {
  of(L).reached_ = TemplateBound::Text;
  luaL_error(L, "the template writes too much text");
}

int LuaEngine::literal(lua_State* L) {
  const auto piece = std::size_t(luaL_checkinteger(L, 1));
  if (!Deadline::hold([&] { return of(L).sink_->literal(piece); })) refuse_text(L);
  return 0;
}

int LuaEngine::text_of(lua_State* L) {
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TNUMBER && !lua_isinteger(L, 1)) {
    lua_Number number = lua_tonumber(L, 1);
    if (std::floor(number) == number && std::abs(number) < 1e15) {
      lua_pushinteger(L, lua_Integer(number));
      lua_replace(L, 1);
    }
  }
  luaL_tolstring(L, 1, nullptr);
  return 1;
}

// file(0, path): whether it is there; file(1, path): its text; file(2, name, content): whether it was written.
int LuaEngine::file(lua_State* L) {
  TemplateSink& sink = *of(L).sink_;
  const lua_Integer action = luaL_checkinteger(L, 1);
  std::size_t size = 0, content_size = 0;
  const char* name = luaL_checklstring(L, 2, &size);
  const char* content = action == 2 ? luaL_checklstring(L, 3, &content_size) : "";
  bool done = false;
  if (action == 1) {
    // What the text takes is freed when the sink goes: Lua's errors jump over destructors.
    std::string_view text;
    done = Deadline::hold([&] { return of(L).read_file({name, size}, text); });
    if (!done) return luaL_error(L, "templates have no access to %s", name);
    lua_pushlstring(L, text.data(), text.size());
    return 1;
  }
  done = Deadline::hold([&] {
    return action == 0 ? sink.file_exists({name, size}) : sink.write_file({name, size}, {content, content_size});
  });
  lua_pushboolean(L, done);
  return 1;
}

bool LuaEngine::read_file(std::string_view path, std::string_view& text) {
  std::optional<std::string> read = sink_->read_file(path);
  if (!read) return false;
  read_ = std::move(*read);
  text = read_;
  return true;
}

// What stands on top of the stack becomes its text.
void LuaEngine::tell_top(lua_State* L) {
  lua_getfield(L, LUA_REGISTRYINDEX, tell);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}

int LuaEngine::value(lua_State* L) {
  lua_Integer piece = luaL_checkinteger(L, 1);
  bool fits = false;
  if (lua_isboolean(L, 2)) {
    const bool truth = lua_toboolean(L, 2) != 0;
    fits = Deadline::hold([&] { return of(L).sink_->value(std::size_t(piece), truth); });
  } else {
    lua_settop(L, 2);
    lua_remove(L, 1);
    tell_top(L);
    std::size_t size = 0;
    const char* text = lua_tolstring(L, -1, &size);
    fits = Deadline::hold([&] { return of(L).sink_->value(std::size_t(piece), std::string_view(text, size)); });
  }
  if (!fits) refuse_text(L);
  return 0;
}

int LuaEngine::message(lua_State* L) {
  std::size_t size = 0;
  const char* text = luaL_checklstring(L, 2, &size);
  const auto level = luaL_checkinteger(L, 1) > 0 ? TemplateSink::Level::Warning : TemplateSink::Level::Info;
  Deadline::hold([&] {
    of(L).sink_->message(level, {text, size});
    return true;
  });
  return 0;
}

int LuaEngine::random(lua_State* L) {
  if (lua_gettop(L) > 0) {
    of(L).random_state_ = std::uint64_t(lua_Integer(luaL_checknumber(L, 1)));
    return 0;
  }
  lua_pushnumber(L, next_template_random(of(L).random_state_));
  return 1;
}

int LuaEngine::module(lua_State* L) {
  std::string_view name = luaL_checkstring(L, 1);
  for (const EmbeddedFile& file : lua_modules) {
    if (file.path.substr(0, file.path.size() - 4) != name) continue;  // ".lua"
    if (luaL_loadbufferx(L, file.text.data(), file.text.size(), file.path.data(), "t") != LUA_OK) return lua_error(L);
    return 1;
  }
  luaL_Buffer available;
  luaL_buffinit(L, &available);
  for (const EmbeddedFile& file : lua_modules) {
    if (&file != &lua_modules.front()) luaL_addstring(&available, ", ");
    luaL_addlstring(&available, file.path.data(), file.path.size() - 4);
  }
  luaL_pushresult(&available);
  return luaL_error(L, "there is no module '%s'; there are %s", lua_tostring(L, 1), lua_tostring(L, -1));
}

// Notes the line of the innermost frame that is the template's own.
int LuaEngine::traceback(lua_State* L) {
  LuaEngine& self = of(L);
  lua_Debug frame;
  for (int level = 0; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (std::string_view(frame.source) != "=template" || frame.currentline <= 0) continue;
    self.error_line_ = frame.currentline;
    break;
  }
  lua_settop(L, 1);
  if (lua_getfield(L, LUA_REGISTRYINDEX, tell) == LUA_TFUNCTION) {
    lua_pop(L, 1);
    tell_top(L);
  } else {
    luaL_tolstring(L, 1, nullptr);
  }
  return 1;
}

int LuaEngine::main(lua_State* L) {
  LuaEngine& self = of(L);
  for (const luaL_Reg& library : {luaL_Reg{LUA_GNAME, luaopen_base}, luaL_Reg{LUA_TABLIBNAME, luaopen_table},
                                  luaL_Reg{LUA_STRLIBNAME, luaopen_string}, luaL_Reg{LUA_MATHLIBNAME, luaopen_math},
                                  luaL_Reg{LUA_COLIBNAME, luaopen_coroutine}, luaL_Reg{LUA_DBLIBNAME, luaopen_debug},
                                  luaL_Reg{LUA_OSLIBNAME, luaopen_os}}) {
    luaL_requiref(L, library.name, library.func, 1);
    lua_pop(L, 1);
  }
  if (luaL_loadbufferx(L, lua_order.data(), lua_order.size(), "=order", "t") != LUA_OK) lua_error(L);
  lua_pushcfunction(L, text_of);
  lua_call(L, 1, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, tell);
  if (luaL_loadbufferx(L, prelude.data(), prelude.size(), "=prelude", "t") != LUA_OK) lua_error(L);
  lua_pushcfunction(L, random);
  lua_pushcfunction(L, message);
  lua_pushnumber(L, template_clock_ms(self.program_->seed));
  lua_pushcfunction(L, module);
  lua_getfield(L, LUA_REGISTRYINDEX, tell);
  lua_pushcfunction(L, charge_coroutine);
  lua_pushcfunction(L, file);
  lua_call(L, 7, 0);
  lua_register(L, "__literal", literal);
  lua_register(L, "__value", value);
  for (auto [name, text] :
       {std::pair{"fields", &self.program_->fields}, std::pair{"context", &self.program_->context}}) {
    Expression expression{*text};
    if (lua_load(L, Expression::read, &expression, name, "t") != LUA_OK) lua_error(L);
    lua_call(L, 0, 1);
    lua_setglobal(L, name);
  }
  const std::string& script = self.program_->script;
  if (luaL_loadbufferx(L, script.data(), script.size(), "=template", "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

// Nothing here needs to be taken down on the way out: a deadline leaves from wherever Lua is, and with all of its
// memory Lua itself is gone.
std::optional<TemplateError> LuaEngine::run(const TemplateProgram& program, TemplateSink& sink) {
  LuaMemory memory;
  program_ = &program;
  sink_ = &sink;
  random_state_ = program.seed;
  instructions_ = 0;
  memory_ = &memory;
  used_ = 0;
  error_line_ = 0;
  reached_ = TemplateBound::None;
  Deadline deadline(program.cpu_limit);
  if (sigsetjmp(*deadline.way_out(), 1) != 0) return too_long();
  deadline.start();
  std::optional<TemplateError> error = run_state();
  return error;
}

std::optional<TemplateError> LuaEngine::run_state() {
  lua_State* L = lua_newstate(allocate, this);
  if (!L) return TemplateError{.message = "out of memory", .reached = reached_};
  *static_cast<LuaEngine**>(lua_getextraspace(L)) = this;
  lua_sethook(L, count, LUA_MASKCOUNT, hook_interval);
  lua_pushcfunction(L, traceback);
  lua_pushcfunction(L, main);
  const int status = lua_pcall(L, 0, 0, 1);
  lua_sethook(L, nullptr, 0, 0);
  Deadline::end();
  if (status == LUA_OK) return std::nullopt;
  const char* text = lua_tostring(L, -1);
  std::string_view message = text ? text : "an error that is no text";
  int line = error_line_;
  // "template:12: attempt to ..."; a syntax error has its line only here.
  if (message.starts_with("template:")) {
    std::string_view rest = message.substr(9);
    int number = 0;
    while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9')
      number = number * 10 + (rest[0] - '0'), rest.remove_prefix(1);
    if (rest.starts_with(": ")) {
      line = number;
      message = rest.substr(2);
    }
  }
  // What a template has caught is no end of it.
  const bool is_for_memory = reached_ == TemplateBound::Memory || reached_ == TemplateBound::Machine;
  const bool is_held = is_for_memory && status != LUA_ERRMEM;
  return TemplateError{
      .message = std::string(message), .line = line, .reached = is_held ? TemplateBound::None : reached_};
}

}  // namespace
}  // namespace lightsout

extern "C" __attribute__((visibility("default"))) lightsout::TemplateEngine* lightsout_make_template_engine() {
  return new lightsout::LuaEngine;
}
