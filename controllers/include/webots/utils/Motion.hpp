// A motion file being played. The functions of utils/motion.h as a class.
#ifndef WEBOTS_UTILS_MOTION_HPP
#define WEBOTS_UTILS_MOTION_HPP

#include <webots/types.h>

#include <string>

namespace webots {

class Motion {
 public:
  Motion(const std::string& fileName);
  // False if the file is missing or wrong.
  bool isValid() const;
  virtual ~Motion();
  virtual void play();
  virtual void stop();
  int getDuration() const;
  int getTime() const;
  virtual void setTime(int time);
  virtual void setReverse(bool reverse);
  virtual void setLoop(bool loop);
  bool isOver() const;

 protected:
  WbMotionRef getMotionRef() const { return motionRef; }

 private:
  WbMotionRef motionRef;
};

}  // namespace webots

#endif
