// Docking. The functions of connector.h as a class.
#ifndef WEBOTS_CONNECTOR_HPP
#define WEBOTS_CONNECTOR_HPP

#include <webots/Device.hpp>

namespace webots {

class Connector : public Device {
 public:
  explicit Connector(const std::string& deviceName) : Device(deviceName) {}
  explicit Connector(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Connector() {}
  virtual void enablePresence(int samplingPeriod);
  virtual void disablePresence();
  int getPresenceSamplingPeriod() const;
  int getPresence() const;
  bool isLocked() const;
  virtual void lock();
  virtual void unlock();
};

}  // namespace webots

#endif
