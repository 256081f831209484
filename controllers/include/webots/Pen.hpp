// Draws on surfaces. The functions of pen.h as a class.
#ifndef WEBOTS_PEN_HPP
#define WEBOTS_PEN_HPP

#include <webots/Device.hpp>

namespace webots {

class Pen : public Device {
 public:
  explicit Pen(const std::string& deviceName) : Device(deviceName) {}
  explicit Pen(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Pen() {}
  virtual void write(bool write);
  virtual void setInkColor(int color, double density);
};

}  // namespace webots

#endif
