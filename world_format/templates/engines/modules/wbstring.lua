-- Splitting.
local M = {}

-- The parts of `text` between the matches of `pattern`; an empty first part is left out.
function M.split(text, pattern)
  local parts, from = {}, 1
  while true do
    local first, last = text:find(pattern, from)
    if not first or last < first then break end
    if first > 1 then parts[#parts + 1] = text:sub(from, first - 1) end
    from = last + 1
  end
  if from <= #text then parts[#parts + 1] = text:sub(from) end
  return parts
end

return M
