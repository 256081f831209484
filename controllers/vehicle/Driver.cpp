// Driver: the functions of vehicle/driver.h.
#include <webots/vehicle/driver.h>

#include <webots/vehicle/Driver.hpp>

#include "controllers/cpp/session_objects.h"
#include "controllers/lib/session.h"

namespace webots {

bool Driver::isInitialisationPossible() { return wbu_driver_initialization_is_possible(); }
Driver::Driver() { wbu_driver_init(); }
Driver::~Driver() { wbu_driver_cleanup(); }
int Driver::step() { return wbu_driver_step(); }

Driver* Driver::getDriverInstance() {
  if (lo_robot() && session_objects().robot) return dynamic_cast<Driver*>(session_objects().robot);
  return new Driver();
}

void Driver::setSteeringAngle(double steeringAngle) { wbu_driver_set_steering_angle(steeringAngle); }
double Driver::getSteeringAngle() { return wbu_driver_get_steering_angle(); }
void Driver::setCruisingSpeed(double speed) { wbu_driver_set_cruising_speed(speed); }
double Driver::getTargetCruisingSpeed() { return wbu_driver_get_target_cruising_speed(); }
double Driver::getCurrentSpeed() { return wbu_driver_get_current_speed(); }
void Driver::setThrottle(double throttle) { wbu_driver_set_throttle(throttle); }
double Driver::getThrottle() { return wbu_driver_get_throttle(); }
void Driver::setBrakeIntensity(double intensity) { wbu_driver_set_brake_intensity(intensity); }
double Driver::getBrakeIntensity() { return wbu_driver_get_brake_intensity(); }
double Driver::getRpm() { return wbu_driver_get_rpm(); }
int Driver::getGear() { return wbu_driver_get_gear(); }
void Driver::setGear(int gear) { wbu_driver_set_gear(gear); }
int Driver::getGearNumber() { return wbu_driver_get_gear_number(); }
Driver::ControlMode Driver::getControlMode() { return ControlMode(wbu_driver_get_control_mode()); }
void Driver::setIndicator(IndicatorState state) { wbu_driver_set_indicator(WbuDriverIndicatorState(state)); }
void Driver::setHazardFlashers(bool state) { wbu_driver_set_hazard_flashers(state); }
Driver::IndicatorState Driver::getIndicator() { return IndicatorState(wbu_driver_get_indicator()); }
bool Driver::getHazardFlashers() { return wbu_driver_get_hazard_flashers(); }
void Driver::setDippedBeams(bool state) { wbu_driver_set_dipped_beams(state); }
void Driver::setAntifogLights(bool state) { wbu_driver_set_antifog_lights(state); }
bool Driver::getDippedBeams() { return wbu_driver_get_dipped_beams(); }
bool Driver::getAntifogLights() { return wbu_driver_get_antifog_lights(); }
void Driver::setWiperMode(WiperMode mode) { wbu_driver_set_wiper_mode(WbuDriverWiperMode(mode)); }
Driver::WiperMode Driver::getWiperMode() { return WiperMode(wbu_driver_get_wiper_mode()); }
void Driver::setBrake(double brake) { wbu_driver_set_brake(brake); }
void Driver::setWipersMode(WiperMode mode) { wbu_driver_set_wipers_mode(WbuDriverWiperMode(mode)); }
Driver::WiperMode Driver::getWipersMode() { return WiperMode(wbu_driver_get_wipers_mode()); }

}  // namespace webots
