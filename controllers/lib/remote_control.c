/* The robot's mode: simulation, or remote control of a real robot through a plugin library. */
#include <stdio.h>

#include "controllers/include/webots/remote_control.h"
#include "controllers/include/webots/robot.h"
#include "controllers/lib/session.h"

WbRobotMode wb_robot_get_mode() { return WB_MODE_SIMULATION; }

void wb_robot_set_mode(WbRobotMode mode, const char* arg) {
  (void)arg;
  if (mode != WB_MODE_SIMULATION && mode != WB_MODE_REMOTE_CONTROL)
    lo_warn(0, __func__, "%d is no mode that can be set; ignored", (int)mode);
  else if (mode == WB_MODE_REMOTE_CONTROL)
    lo_warn(0, __func__, "remote control plugins are not supported yet; the robot stays simulated");
}

/* The function of a remote-control library; none is loaded. */
void* wb_remote_control_custom_function(void* argument) {
  (void)argument;
  return NULL;
}
