function sysCall_init() print("x", {}) end
function sysCall_joint(d)
  for k, v in pairs(d) do d[k] = nil end
  return {vel = math.random()}
end
function sysCall_cleanup() error({}) end
