-- Polygons, circles and splines.
local wbvector2, wbvector3 = require('wbvector2'), require('wbvector3')
local M = {}

-- div + 1 points: the last closes the circle.
function M.circle(radius, div, cx, cy, shift)
  local points = {}
  for i = 0, div do
    local angle = 2 * math.pi * i / div + shift
    points[#points + 1] = {x = radius * math.cos(angle) + cx, y = radius * math.sin(angle) + cy}
  end
  return points
end

-- Even-odd rule: the ray from (x, y) along +x crosses the outline an odd number of times.
function M.ispointinpolygon(x, y, polygon)
  local inside = false
  for i = 1, #polygon do
    local a, b = polygon[i], polygon[i % #polygon + 1]
    if (a.y > y) ~= (b.y > y) and x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) then inside = not inside end
  end
  return inside
end

function M.findclosest2Dpointinarray(reference, points)
  local best, distance = reference, math.huge
  for _, point in ipairs(points) do
    local d = wbvector2.distance(reference, point)
    if d < distance then best, distance = point, d end
  end
  return best
end

-- Sign of the area between the closed outline and the x axis; clockwise where the second axis points down.
function M.islistclockwise2D(points)
  local twice = 0
  for i, p in ipairs(points) do
    local q = points[i % #points + 1]
    twice = twice + (q.x - p.x) * (q.y + p.y)
  end
  return twice < 0
end

-- The uniform cubic B-spline of the points, each end continued by two points on its last segment's line; see wbgeometry.js.
local function bspline(points, subdivision, keys, space)
  local function beyond(last, before) return space.add(last, space.minus(last, before)) end
  local n = #points
  local first, last = beyond(points[1], points[2]), beyond(points[n], points[n - 1])
  local control = {beyond(first, points[1]), first}
  for i = 1, n do control[i + 2] = points[i] end
  control[n + 3], control[n + 4] = last, beyond(last, points[n])
  local curve = {points[1]}
  for i = #keys == 2 and 2 or 3, n + 1 do
    for j = 1, subdivision do
      local t = j / subdivision
      local s = 1 - t
      local b = {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, t * t * t / 6}
      local point = {}
      for _, key in ipairs(keys) do
        point[key] = b[1] * control[i - 1][key] + b[2] * control[i][key] + b[3] * control[i + 1][key] + b[4] * control[i + 2][key]
      end
      curve[#curve + 1] = point
    end
  end
  return curve
end

function M.bspline2D(points, subdivision) return bspline(points, subdivision, {'x', 'y'}, wbvector2) end
function M.bspline3D(points, subdivision) return bspline(points, subdivision, {'x', 'y', 'z'}, wbvector3) end

return M
