-- The PID of the joint callback interface: a velocity that would bring the joint to its target within one pass.
function sysCall_jointCallback(inData)
    if inData.first then
        cumulativeError = 0
    end
    local ctrl = inData.errorValue * PID_P
    if PID_I ~= 0 then
        cumulativeError = cumulativeError + inData.errorValue * inData.dynStepSize
    else
        cumulativeError = 0
    end
    ctrl = ctrl + cumulativeError * PID_I
    if not inData.first then
        ctrl = ctrl + (inData.errorValue - lastError) / inData.dynStepSize * PID_D
    end
    lastError = inData.errorValue
    local velocity = ctrl / inData.dynStepSize
    if velocity > inData.velUpperLimit then
        velocity = inData.velUpperLimit
    end
    if velocity < -inData.velUpperLimit then
        velocity = -inData.velUpperLimit
    end
    local outData = {}
    outData.velocity = velocity
    outData.force = inData.maxForce
    return outData
end
