-- Checks, messages and conversions for templates: wbutility.js in Lua, by both spellings.
local M = {}

local function has_numbers(t, keys)
  if type(t) ~= 'table' then return false end
  for _, key in ipairs(keys) do
    if type(t[key]) ~= 'number' then return false end
  end
  return true
end

function M.error(message) io.stderr:write(message) end
function M.info(message) print(message) end
function M.assert(statement, message) if not statement then M.error(message) end end
M.deepcopy = require('wbcore').deepcopy
M.deepCopy = M.deepcopy
function M.degreesToRadians(angle) return math.rad(angle) end
function M.radiansToDegrees(angle) return math.deg(angle) end
function M.isScalar(s) return type(s) == 'number' end
function M.isVector2(v) return has_numbers(v, {'x', 'y'}) end
function M.isVector3(v) return has_numbers(v, {'x', 'y', 'z'}) end
function M.isAxisAngle(r) return has_numbers(r, {'x', 'y', 'z', 'a'}) end
function M.isQuaternion(q) return has_numbers(q, {'w', 'x', 'y', 'z'}) end
function M.isMatrix3(m) return has_numbers(m, {1, 2, 3, 4, 5, 6, 7, 8, 9}) end
function M.isArrayOfPoints(array, dim)
  for _, point in ipairs(array) do
    if not (dim == 3 and M.isVector3 or M.isVector2)(point) then return false end
  end
  return true
end

return M
