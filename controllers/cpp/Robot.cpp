// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robot: its life, and the objects of its devices.
#include <webots/camera.h>
#include <webots/device.h>
#include <webots/keyboard.h>
#include <webots/plugins/robot_window/robot_window.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/robot.h>

#include <cstdio>
#include <cstdlib>
#include <webots/Camera.hpp>
#include <webots/Joystick.hpp>
#include <webots/Keyboard.hpp>
#include <webots/Mouse.hpp>
#include <webots/RangeFinder.hpp>
#include <webots/Robot.hpp>
#include <webots/Servo.hpp>

#include "controllers/cpp/session_objects.h"
#include "controllers/cpp/text.h"
#include "controllers/lib/turns.h"

namespace webots {

Robot::Robot() {
  wb_robot_init();
  SessionObjects& objects = session_objects();
  if (objects.robot) {
    std::fprintf(stderr, "Error: there is a Robot already; a controller can only have one.\n");
    wb_robot_step(0);
    wb_robot_cleanup();
    lo_exit(EXIT_FAILURE);
  }
  objects.robot = this;
  mKeyboard = new Keyboard();
  mJoystick = new Joystick();
  mMouse = new Mouse();
}

Robot::~Robot() {
  SessionObjects& objects = session_objects();
  for (Device* device : objects.devices) delete device;
  for (auto& servo : objects.servos) delete servo.second;
  for (auto& camera : objects.range_cameras) delete camera.second;
  objects.devices.clear();
  objects.servos.clear();
  objects.range_cameras.clear();
  objects.robot = NULL;
  delete mKeyboard;
  delete mJoystick;
  delete mMouse;
  wb_robot_cleanup();
}

void Robot::keyboardEnable(int samplingPeriod) { wb_robot_keyboard_enable(samplingPeriod); }
void Robot::keyboardDisable() { wb_robot_keyboard_disable(); }
int Robot::keyboardGetKey() const { return wb_robot_keyboard_get_key(); }
void* Robot::windowCustomFunction(void* arg) { return wb_robot_window_custom_function(arg); }
void Robot::wwiSend(const char* data, int size) { wb_robot_wwi_send(data, size); }
void Robot::wwiSendText(const std::string& message) { wb_robot_wwi_send(message.c_str(), int(message.size()) + 1); }
const char* Robot::wwiReceive(int* size) { return wb_robot_wwi_receive(size); }
std::string Robot::wwiReceiveText() { return text(wb_robot_wwi_receive_text()); }
int Robot::getDeviceTypeFromTag(int tag) { return wb_device_get_node_type(WbDeviceTag(tag)); }
std::string Robot::getDeviceNameFromTag(int tag) { return text(wb_device_get_name(WbDeviceTag(tag))); }
int Robot::getDeviceTagFromIndex(int index) { return wb_robot_get_device_by_index(index); }
int Robot::getDeviceTagFromName(const std::string& name) { return wb_robot_get_device(name.c_str()); }
Device* Robot::getDeviceByIndex(int index) { return getOrCreateDevice(wb_robot_get_device_by_index(index)); }
Device* Robot::getDevice(const std::string& name) { return getOrCreateDevice(wb_robot_get_device(name.c_str())); }
// The objects of all devices are made when the first is asked for: a motor knows the sensor of its joint by its object.
Device* Robot::getOrCreateDevice(int tag) {
  std::vector<Device*>& devices = session_objects().devices;
  const int count = wb_robot_get_number_of_devices();
  if (tag <= 0 || tag > count) return NULL;
  while (int(devices.size()) <= count) {
    const WbDeviceTag next = WbDeviceTag(devices.size());
    devices.push_back(NULL);
    if (next == 0) continue;
    devices[next] = createDevice(next);
  }
  return devices[std::size_t(tag)];
}

Device* Robot::getDeviceFromTag(int tag) {
  const std::vector<Device*>& devices = session_objects().devices;
  return tag > 0 && tag < int(devices.size()) ? devices[std::size_t(tag)] : NULL;
}

Servo* Robot::getServo(const std::string& name) {
  const int tag = wb_robot_get_device(name.c_str());
  if (!Device::hasType(tag, WB_NODE_ROTATIONAL_MOTOR) && !Device::hasType(tag, WB_NODE_LINEAR_MOTOR)) return NULL;
  Servo*& servo = session_objects().servos[tag];
  if (!servo) servo = new Servo(WbDeviceTag(tag));
  return servo;
}

Camera* Robot::getCamera(const std::string& name) {
  const int tag = wb_robot_get_device(name.c_str());
  if (!Device::hasType(tag, WB_NODE_RANGE_FINDER)) return dynamic_cast<Camera*>(getDevice(name));
  if (wb_camera_get_type(WbDeviceTag(tag)) != WB_CAMERA_RANGE_FINDER) return NULL;
  Camera*& camera = session_objects().range_cameras[tag];
  if (!camera) camera = new Camera(WbDeviceTag(tag));
  return camera;
}

}  // namespace webots
