// A joystick. The functions of joystick.h as a class; Robot::getJoystick() has the one that there is.
#ifndef WEBOTS_JOYSTICK_HPP
#define WEBOTS_JOYSTICK_HPP

#include <string>

namespace webots {

class Joystick {
 public:
  Joystick() {}
  virtual ~Joystick() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  bool isConnected() const;
  std::string getModel() const;
  int getNumberOfAxes() const;
  int getAxisValue(int axis) const;
  int getNumberOfPovs() const;
  int getPovValue(int pov) const;
  int getPressedButton() const;
  void setConstantForce(int level);
  void setConstantForceDuration(double duration);
  void setAutoCenteringGain(double gain);
  void setResistanceGain(double gain);
  void setForceAxis(int axis);
};

}  // namespace webots

#endif
