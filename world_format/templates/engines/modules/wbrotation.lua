-- Rotations as axis and angle {x, y, z, a}, as unit quaternions {w, x, y, z}, and as 3 x 3 matrices by rows (1 to 9).
-- Derivations in wbrotation.js.
local M = {}

function M.equal(a, b) return a.x == b.x and a.y == b.y and a.z == b.z and a.a == b.a end
function M.isvalid(r) return r.x ~= 0 or r.y ~= 0 or r.z ~= 0 end
function M.isidentity(r) return r.a == 0 end

-- These three change their argument, as files made with them expect.
function M.normalizeaxis(r)
  local length = math.sqrt(r.x * r.x + r.y * r.y + r.z * r.z)
  if length == 0 then
    r.x, r.y, r.z = 0, 1, 0
  else
    r.x, r.y, r.z = r.x / length, r.y / length, r.z / length
  end
end

function M.normalizeangle(r)
  if r.a < -math.pi or r.a > math.pi then r.a = r.a - 2 * math.pi * math.floor(r.a / (2 * math.pi) + 0.5) end
end

function M.normalize(r)
  M.normalizeaxis(r)
  M.normalizeangle(r)
  return r
end

local function normalized(r) return M.normalize({x = r.x, y = r.y, z = r.z, a = r.a}) end

function M.fromquaternion(q)
  local sine = math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z)
  if sine < 1e-12 then return {x = 0, y = 1, z = 0, a = 0} end
  local sign = q.w < 0 and -1 or 1
  return {x = sign * q.x / sine, y = sign * q.y / sine, z = sign * q.z / sine, a = 2 * math.atan(sine, math.abs(q.w))}
end

function M.toquaternion(r)
  local n = normalized(r)
  local sine = math.sin(n.a / 2)
  return {w = math.cos(n.a / 2), x = n.x * sine, y = n.y * sine, z = n.z * sine}
end

function M.frommatrix3(m)
  local trace = m[1] + m[5] + m[9]
  local squares = {1 + trace, 1 + 2 * m[1] - trace, 1 + 2 * m[5] - trace, 1 + 2 * m[9] - trace}
  local largest = 1
  for i = 2, 4 do if squares[i] > squares[largest] then largest = i end end
  local d = 2 * math.sqrt(squares[largest])
  local wx, wy, wz = m[8] - m[6], m[3] - m[7], m[4] - m[2]
  local xy, xz, yz = m[2] + m[4], m[3] + m[7], m[6] + m[8]
  local fourfold = {{d * d / 4, wx, wy, wz}, {wx, d * d / 4, xy, xz}, {wy, xy, d * d / 4, yz}, {wz, xz, yz, d * d / 4}}
  local q = fourfold[largest]
  return M.fromquaternion({w = q[1] / d, x = q[2] / d, y = q[3] / d, z = q[4] / d})
end

function M.tomatrix3(r)
  local n = normalized(r)
  local x, y, z, c, s = n.x, n.y, n.z, math.cos(n.a), math.sin(n.a)
  local t = 1 - c
  return {t * x * x + c, t * x * y - s * z, t * x * z + s * y,
          t * x * y + s * z, t * y * y + c, t * y * z - s * x,
          t * x * z - s * y, t * y * z + s * x, t * z * z + c}
end

function M.combine(a, b)
  local p, q = M.toquaternion(a), M.toquaternion(b)
  return M.fromquaternion({
    w = p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x = p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y = p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z = p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w
  })
end

function M.rotatevector3bymatrix3(m, v)
  return {x = m[1] * v.x + m[2] * v.y + m[3] * v.z, y = m[4] * v.x + m[5] * v.y + m[6] * v.z,
          z = m[7] * v.x + m[8] * v.y + m[9] * v.z}
end

function M.rotatevector3byrotation(r, v) return M.rotatevector3bymatrix3(M.tomatrix3(r), v) end
function M.rotatevector3byquaternion(q, v) return M.rotatevector3byrotation(M.fromquaternion(q), v) end

return M
