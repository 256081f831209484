// Keys that are down. The functions of keyboard.h as a class; Robot::getKeyboard() has the one that there is.
#ifndef WEBOTS_KEYBOARD_HPP
#define WEBOTS_KEYBOARD_HPP

namespace webots {

class Keyboard {
 public:
  enum {
    END = 312,
    HOME,
    LEFT,
    UP,
    RIGHT,
    DOWN,
    PAGEUP = 366,
    PAGEDOWN,
    NUMPAD_HOME = 375,
    NUMPAD_LEFT,
    NUMPAD_UP,
    NUMPAD_RIGHT,
    NUMPAD_DOWN,
    NUMPAD_END = 382,
    KEY = 0x0000ffff,
    SHIFT = 0x00010000,
    CONTROL = 0x00020000,
    ALT = 0x00040000
  };

  Keyboard() {}
  virtual ~Keyboard() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  int getKey() const;
};

}  // namespace webots

#endif
