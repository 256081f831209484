// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lua seeds the hashes of its tables with addresses and the time: whoever goes through one with pairs() or next() has
// another order in each process, and tostring() tells addresses. What runs first in every state of ours.
#pragma once

#include <string_view>

namespace lightsout {

// Called with what tells a value as text, it returns what does so without addresses, and sets pairs, next, tostring and
// string.format: numbers come first, then texts, each in their order, then false and true, then what has none.
inline constexpr std::string_view lua_order = R"lua(
local text_of = ...
local follow, type, sort, getmetatable, setmetatable, rawget = next, type, table.sort, getmetatable, setmetatable, rawget
local format, gsub, select, unpack, error = string.format, string.gsub, select, table.unpack, error
local rank = {number = 1, string = 2, boolean = 3}
local function before(a, b)
  local ra, rb = rank[type(a)] or 4, rank[type(b)] or 4
  if ra ~= rb then return ra < rb end
  if ra <= 2 then return a < b end
  if ra == 3 then return b and not a end
  return false
end
local function keys_of(t)
  local keys, n = {}, 0
  for key in follow, t do n = n + 1; keys[n] = key end
  sort(keys, before)
  return keys, n
end
local function want_table(t, what)
  if type(t) == 'table' then return end
  error(format("bad argument #1 to '%s' (table expected, got %s)", what, type(t)), 3)
end
local unordered = pairs
function pairs(t)
  local meta = getmetatable(t)
  if type(meta) == 'table' and meta.__pairs then return unordered(t) end
  want_table(t, 'pairs')
  local keys, n = keys_of(t)
  local i = 0
  return function()
    while i < n do
      i = i + 1
      local value = t[keys[i]]
      if value ~= nil then return keys[i], value end
    end
  end, t, nil
end
-- The keys of tables on the way, as they were at the first one.
local walks = setmetatable({}, {__mode = 'k'})
function next(t, key)
  want_table(t, 'next')
  if key == nil then
    local keys, n = keys_of(t)
    if n == 0 then return nil end
    local places = {}
    for i = 1, n do places[keys[i]] = i end
    walks[t] = {keys, places, n}
    return keys[1], rawget(t, keys[1])
  end
  local walk = walks[t]
  local place = walk and walk[2][key]
  if not place then return follow(t, key) end
  for i = place + 1, walk[3] do
    local value = rawget(t, walk[1][i])
    if value ~= nil then return walk[1][i], value end
  end
  return nil
end
-- What is told by its address has a number instead: the first that is told, the second, ...
local told_by_address = {table = true, ['function'] = true, thread = true, userdata = true}
local numbers, count = setmetatable({}, {__mode = 'k'}), 0
local function number_of(value)
  local number = numbers[value]
  if not number then
    count = count + 1
    number = count
    numbers[value] = number
  end
  return format('0x%08x', number)
end
local function tell(...)
  if select('#', ...) == 0 then return text_of() end
  local value = ...
  local kind = type(value)
  if not told_by_address[kind] then return text_of(value) end
  local meta = getmetatable(value)
  if meta ~= nil and (type(meta) ~= 'table' or meta.__tostring or meta.__name) then return text_of(value) end
  return kind .. ': ' .. number_of(value)
end
tostring = tell
function string.format(text, ...)
  local n = select('#', ...)
  local values, addresses = {...}, false
  for i = 1, n do
    if told_by_address[type(values[i])] then
      values[i] = tell(values[i])
      addresses = true
    end
  end
  if not addresses then return format(text, ...) end
  return format(type(text) == 'string' and gsub(text, '(%%%-?%d*)p', '%1s') or text, unpack(values, 1, n))
end
return tell
)lua";

}  // namespace lightsout
