// Bones of an animated skin. The functions of skin.h as a class.
#ifndef WEBOTS_SKIN_HPP
#define WEBOTS_SKIN_HPP

#include <webots/Device.hpp>

namespace webots {

class Skin : public Device {
 public:
  explicit Skin(const std::string& deviceName) : Device(deviceName) {}
  explicit Skin(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Skin() {}
  void setBoneOrientation(int index, const double orientation[4], bool absolute);
  void setBonePosition(int index, const double position[3], bool absolute);
  int getBoneCount() const;
  const std::string getBoneName(int index) const;
  const double* getBoneOrientation(int index, bool absolute) const;
  const double* getBonePosition(int index, bool absolute) const;
};

}  // namespace webots

#endif
