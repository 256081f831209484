-- Copies and lengths.
local M = {}

function M.deepcopy(original)
  if type(original) ~= 'table' then return original end
  local copy = {}
  for key, value in pairs(original) do copy[M.deepcopy(key)] = M.deepcopy(value) end
  return setmetatable(copy, M.deepcopy(getmetatable(original)))
end

-- Elements before the first nil.
function M.tablelength(t)
  local n = 0
  while t[n + 1] ~= nil do n = n + 1 end
  return n
end

return M
