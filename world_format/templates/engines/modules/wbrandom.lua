-- Seeded numbers from the linear congruential generator of 24 bits that templates have always had (multiplier 1140671485,
-- increment 12820163), so that a seed gives the layout its author saw. In floats, as the generator's first users had it.
local M = {}
local modulus = 2.0 ^ 24
local state = 0.0

local function next_state()
  state = (1140671485.0 * state + 12820163.0) % modulus
  return state
end

function M.seed(s) state = s + 0.0 end

-- Both ends included. One argument is the upper end.
function M.real(min, max)
  if min == nil then min, max = 0, 1 elseif max == nil then min, max = 0, min end
  return min + next_state() * (max - min) / (modulus - 1)
end

-- Both ends included. One argument is the upper end; the lower is then 1, as files made with it expect.
function M.integer(min, max)
  if min == nil then min, max = 0, modulus - 1 elseif max == nil then min, max = 1, min end
  local number = min + next_state() % (1 + max - min)
  return math.tointeger(number) or number
end

return M
