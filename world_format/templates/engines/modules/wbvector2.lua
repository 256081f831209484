-- Vectors {x = ..., y = ...}.
local M = {}

function M.equal(a, b) return a.x == b.x and a.y == b.y end
function M.add(a, b) return {x = a.x + b.x, y = a.y + b.y} end
function M.minus(a, b) return {x = a.x - b.x, y = a.y - b.y} end
function M.multiply(v, s) return {x = v.x * s, y = v.y * s} end
function M.dot(a, b) return a.x * b.x + a.y * b.y end
function M.norm(v) return math.sqrt(M.dot(v, v)) end
function M.distance(a, b) return M.norm(M.minus(a, b)) end
function M.cross(a, b) return a.x * b.y - a.y * b.x end
-- Against the y axis, unlike the JavaScript module: files in Lua were made with it so.
function M.atan2(v) return math.atan(v.x, v.y) end
function M.angle(a, b) return M.atan2(M.minus(a, b)) end

function M.normalize(v)
  local length = M.norm(v)
  if length == 0 then
    io.stderr:write('wbvector2.normalize: the vector has no length')
    return nil
  end
  return M.multiply(v, 1 / length)
end

-- Of the segments p1 p2 and p3 p4: p1 + t a = p3 + u b with t and u in [0, 1]; nil if there is no such point or no
-- single one (parallel or empty segments).
function M.intersection(p1, p2, p3, p4)
  local a, b = M.minus(p2, p1), M.minus(p4, p3)
  local denominator = M.cross(a, b)
  if denominator == 0 then return nil end
  local offset = M.minus(p3, p1)
  local t, u = M.cross(offset, b) / denominator, M.cross(offset, a) / denominator
  if t < 0 or t > 1 or u < 0 or u > 1 then return nil end
  return M.add(p1, M.multiply(a, t))
end

return M
