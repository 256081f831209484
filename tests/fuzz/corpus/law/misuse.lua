local f = io.open("/x/y", "w")
require("os")
setmetatable(_G, {__index = function() return sim.x end})
coroutine = 1
function sysCall_joint(d) return sysCall_joint(d) end
