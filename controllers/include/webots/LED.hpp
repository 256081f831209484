// A lamp. The functions of led.h as a class.
#ifndef WEBOTS_LED_HPP
#define WEBOTS_LED_HPP

#include <webots/Device.hpp>

namespace webots {

class LED : public Device {
 public:
  explicit LED(const std::string& deviceName) : Device(deviceName) {}
  explicit LED(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~LED() {}
  virtual void set(int value);
  int get() const;
};

}  // namespace webots

#endif
