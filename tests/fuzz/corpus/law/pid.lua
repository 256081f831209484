local sum = 0
function sysCall_jointCallback(i)
  sum = sum + i.errorValue * i.dynStepSize
  return {force = i.maxForce, velocity = p * i.errorValue + sum}
end
