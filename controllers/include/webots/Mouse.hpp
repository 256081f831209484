// The mouse over the 3D view. The functions of mouse.h as a class; Robot::getMouse() has the one that there is.
#ifndef WEBOTS_MOUSE_HPP
#define WEBOTS_MOUSE_HPP

#include <webots/mouse_state.h>
#include <webots/types.h>

namespace webots {

typedef WbMouseState MouseState;

class Mouse {
 public:
  Mouse() {}
  virtual ~Mouse() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  void enable3dPosition();
  void disable3dPosition();
  bool is3dPositionEnabled() const;
  MouseState getState() const;
};

}  // namespace webots

#endif
