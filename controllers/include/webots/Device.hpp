// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A device of the robot, by name or tag. Base of the classes of devices.
#ifndef WEBOTS_DEVICE_HPP
#define WEBOTS_DEVICE_HPP

#include <webots/types.h>

#include <string>

namespace webots {

class Device {
 public:
  virtual ~Device() {}
  const std::string& getName() const { return name; }
  std::string getModel() const;
  int getNodeType() const;
  int getTag() const { return tag; }

  // Whether the device with that tag is of that WbNodeType.
  static bool hasType(int deviceTag, int type);

 protected:
  explicit Device(const std::string& deviceName);
  explicit Device(WbDeviceTag deviceTag);

 private:
  WbDeviceTag tag;
  std::string name;
};

}  // namespace webots

#endif
