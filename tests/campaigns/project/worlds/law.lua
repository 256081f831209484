function sysCall_joint(d)
  return {vel = -d.pos, force = 2}
end
