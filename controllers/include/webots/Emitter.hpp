// Sends packets. The functions of emitter.h as a class.
#ifndef WEBOTS_EMITTER_HPP
#define WEBOTS_EMITTER_HPP

#include <webots/Device.hpp>

namespace webots {

class Emitter : public Device {
 public:
  enum { CHANNEL_BROADCAST = -1 };

  explicit Emitter(const std::string& deviceName) : Device(deviceName) {}
  explicit Emitter(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Emitter() {}
  virtual int send(const void* data, int size);
  int getBufferSize() const;
  virtual void setChannel(int channel);
  int getChannel() const;
  double getRange() const;
  virtual void setRange(double range);
};

}  // namespace webots

#endif
