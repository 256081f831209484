// VacuumGripper: the functions of vacuum_gripper.h.
#include <webots/vacuum_gripper.h>

#include <webots/VacuumGripper.hpp>

namespace webots {

void VacuumGripper::enablePresence(int samplingPeriod) { wb_vacuum_gripper_enable_presence(getTag(), samplingPeriod); }
void VacuumGripper::disablePresence() { wb_vacuum_gripper_disable_presence(getTag()); }
int VacuumGripper::getPresenceSamplingPeriod() const {
  return wb_vacuum_gripper_get_presence_sampling_period(getTag());
}
bool VacuumGripper::getPresence() const { return wb_vacuum_gripper_get_presence(getTag()); }
bool VacuumGripper::isOn() const { return wb_vacuum_gripper_is_on(getTag()); }
void VacuumGripper::turnOn() { wb_vacuum_gripper_turn_on(getTag()); }
void VacuumGripper::turnOff() { wb_vacuum_gripper_turn_off(getTag()); }

}  // namespace webots
