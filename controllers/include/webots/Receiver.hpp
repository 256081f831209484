// Takes packets. The functions of receiver.h as a class.
#ifndef WEBOTS_RECEIVER_HPP
#define WEBOTS_RECEIVER_HPP

#include <webots/Device.hpp>

namespace webots {

class Receiver : public Device {
 public:
  enum { CHANNEL_BROADCAST = -1 };

  explicit Receiver(const std::string& deviceName) : Device(deviceName) {}
  explicit Receiver(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Receiver() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  virtual void setChannel(int channel);
  int getChannel() const;
  int getQueueLength() const;
  virtual void nextPacket();
  int getDataSize() const;
  const void* getData() const;
  double getSignalStrength() const;
  const double* getEmitterDirection() const;
};

}  // namespace webots

#endif
