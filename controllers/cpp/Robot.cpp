// Robot: the functions of robot.h, and the objects of its devices.
#include <webots/device.h>
#include <webots/keyboard.h>
#include <webots/plugins/robot_window/robot_window.h>
#include <webots/plugins/robot_window/robot_wwi.h>
#include <webots/robot.h>

#include <cstdio>
#include <cstdlib>
#include <webots/Accelerometer.hpp>
#include <webots/Altimeter.hpp>
#include <webots/Brake.hpp>
#include <webots/Camera.hpp>
#include <webots/Compass.hpp>
#include <webots/Connector.hpp>
#include <webots/Display.hpp>
#include <webots/DistanceSensor.hpp>
#include <webots/Emitter.hpp>
#include <webots/GPS.hpp>
#include <webots/Gyro.hpp>
#include <webots/InertialUnit.hpp>
#include <webots/Joystick.hpp>
#include <webots/Keyboard.hpp>
#include <webots/LED.hpp>
#include <webots/Lidar.hpp>
#include <webots/LightSensor.hpp>
#include <webots/Motor.hpp>
#include <webots/Mouse.hpp>
#include <webots/Pen.hpp>
#include <webots/PositionSensor.hpp>
#include <webots/Radar.hpp>
#include <webots/RangeFinder.hpp>
#include <webots/Receiver.hpp>
#include <webots/Robot.hpp>
#include <webots/Servo.hpp>
#include <webots/Skin.hpp>
#include <webots/Speaker.hpp>
#include <webots/TouchSensor.hpp>
#include <webots/VacuumGripper.hpp>

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

int Robot::step(int duration) { return wb_robot_step(duration); }
int Robot::stepBegin(int duration) { return wb_robot_step_begin(duration); }
int Robot::stepEnd() { return wb_robot_step_end(); }

Robot::UserInputEvent Robot::waitForUserInputEvent(UserInputEvent event_type, int timeout) {
  return UserInputEvent(wb_robot_wait_for_user_input_event(WbUserInputEvent(event_type), timeout));
}

std::string Robot::getName() const { return text(wb_robot_get_name()); }
std::string Robot::getUrdf(std::string prefix) const { return text(wb_robot_get_urdf(prefix.c_str())); }
double Robot::getTime() const { return wb_robot_get_time(); }
std::string Robot::getModel() const { return text(wb_robot_get_model()); }
int Robot::getType() const { return wb_robot_get_type(); }
std::string Robot::getCustomData() const { return text(wb_robot_get_custom_data()); }
void Robot::setCustomData(const std::string& data) { wb_robot_set_custom_data(data.c_str()); }
Robot::Mode Robot::getMode() const { return Mode(wb_robot_get_mode()); }
void Robot::setMode(Mode mode, const char* arg) { wb_robot_set_mode(WbRobotMode(mode), arg); }
bool Robot::getSupervisor() const { return wb_robot_get_supervisor(); }
bool Robot::getSynchronization() const { return wb_robot_get_synchronization(); }
std::string Robot::getProjectPath() const { return text(wb_robot_get_project_path()); }
std::string Robot::getWorldPath() const { return text(wb_robot_get_world_path()); }
double Robot::getBasicTimeStep() const { return wb_robot_get_basic_time_step(); }
void Robot::batterySensorEnable(int samplingPeriod) { wb_robot_battery_sensor_enable(samplingPeriod); }
void Robot::batterySensorDisable() { wb_robot_battery_sensor_disable(); }
int Robot::batterySensorGetSamplingPeriod() const { return wb_robot_battery_sensor_get_sampling_period(); }
double Robot::batterySensorGetValue() const { return wb_robot_battery_sensor_get_value(); }

std::string Robot::getData() const { return getCustomData(); }
void Robot::setData(const std::string& data) { setCustomData(data); }
std::string Robot::getControllerName() const { return text(wb_robot_get_controller_name()); }
std::string Robot::getControllerArguments() const { return text(wb_robot_get_controller_arguments()); }
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

int Robot::getNumberOfDevices() const { return wb_robot_get_number_of_devices(); }
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
    switch (wb_device_get_node_type(next)) {
      case WB_NODE_ACCELEROMETER:
        devices[next] = createAccelerometer(next);
        break;
      case WB_NODE_ALTIMETER:
        devices[next] = createAltimeter(next);
        break;
      case WB_NODE_BRAKE:
        devices[next] = createBrake(next);
        break;
      case WB_NODE_CAMERA:
        devices[next] = createCamera(next);
        break;
      case WB_NODE_COMPASS:
        devices[next] = createCompass(next);
        break;
      case WB_NODE_CONNECTOR:
        devices[next] = createConnector(next);
        break;
      case WB_NODE_DISPLAY:
        devices[next] = createDisplay(next);
        break;
      case WB_NODE_DISTANCE_SENSOR:
        devices[next] = createDistanceSensor(next);
        break;
      case WB_NODE_EMITTER:
        devices[next] = createEmitter(next);
        break;
      case WB_NODE_GPS:
        devices[next] = createGPS(next);
        break;
      case WB_NODE_GYRO:
        devices[next] = createGyro(next);
        break;
      case WB_NODE_INERTIAL_UNIT:
        devices[next] = createInertialUnit(next);
        break;
      case WB_NODE_LED:
        devices[next] = createLED(next);
        break;
      case WB_NODE_LIDAR:
        devices[next] = createLidar(next);
        break;
      case WB_NODE_LIGHT_SENSOR:
        devices[next] = createLightSensor(next);
        break;
      case WB_NODE_ROTATIONAL_MOTOR:
      case WB_NODE_LINEAR_MOTOR:
        devices[next] = createMotor(next);
        break;
      case WB_NODE_PEN:
        devices[next] = createPen(next);
        break;
      case WB_NODE_POSITION_SENSOR:
        devices[next] = createPositionSensor(next);
        break;
      case WB_NODE_RADAR:
        devices[next] = createRadar(next);
        break;
      case WB_NODE_RANGE_FINDER:
        devices[next] = createRangeFinder(next);
        break;
      case WB_NODE_RECEIVER:
        devices[next] = createReceiver(next);
        break;
      case WB_NODE_SKIN:
        devices[next] = createSkin(next);
        break;
      case WB_NODE_SPEAKER:
        devices[next] = createSpeaker(next);
        break;
      case WB_NODE_TOUCH_SENSOR:
        devices[next] = createTouchSensor(next);
        break;
      case WB_NODE_VACUUM_GRIPPER:
        devices[next] = createVacuumGripper(next);
        break;
      default:
        break;
    }
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

Accelerometer* Robot::getAccelerometer(const std::string& name) {
  return dynamic_cast<Accelerometer*>(getDevice(name));
}
Altimeter* Robot::getAltimeter(const std::string& name) { return dynamic_cast<Altimeter*>(getDevice(name)); }
Brake* Robot::getBrake(const std::string& name) { return dynamic_cast<Brake*>(getDevice(name)); }
Camera* Robot::getCamera(const std::string& name) {
  const int tag = wb_robot_get_device(name.c_str());
  if (!Device::hasType(tag, WB_NODE_RANGE_FINDER)) return dynamic_cast<Camera*>(getDevice(name));
  Camera*& camera = session_objects().range_cameras[tag];
  if (!camera) camera = new Camera(WbDeviceTag(tag));
  return camera;
}
Compass* Robot::getCompass(const std::string& name) { return dynamic_cast<Compass*>(getDevice(name)); }
Connector* Robot::getConnector(const std::string& name) { return dynamic_cast<Connector*>(getDevice(name)); }
Display* Robot::getDisplay(const std::string& name) { return dynamic_cast<Display*>(getDevice(name)); }
DistanceSensor* Robot::getDistanceSensor(const std::string& name) {
  return dynamic_cast<DistanceSensor*>(getDevice(name));
}
Emitter* Robot::getEmitter(const std::string& name) { return dynamic_cast<Emitter*>(getDevice(name)); }
GPS* Robot::getGPS(const std::string& name) { return dynamic_cast<GPS*>(getDevice(name)); }
Gyro* Robot::getGyro(const std::string& name) { return dynamic_cast<Gyro*>(getDevice(name)); }
InertialUnit* Robot::getInertialUnit(const std::string& name) { return dynamic_cast<InertialUnit*>(getDevice(name)); }
LED* Robot::getLED(const std::string& name) { return dynamic_cast<LED*>(getDevice(name)); }
Lidar* Robot::getLidar(const std::string& name) { return dynamic_cast<Lidar*>(getDevice(name)); }
LightSensor* Robot::getLightSensor(const std::string& name) { return dynamic_cast<LightSensor*>(getDevice(name)); }
Motor* Robot::getMotor(const std::string& name) { return dynamic_cast<Motor*>(getDevice(name)); }
Pen* Robot::getPen(const std::string& name) { return dynamic_cast<Pen*>(getDevice(name)); }
PositionSensor* Robot::getPositionSensor(const std::string& name) {
  return dynamic_cast<PositionSensor*>(getDevice(name));
}
Radar* Robot::getRadar(const std::string& name) { return dynamic_cast<Radar*>(getDevice(name)); }
RangeFinder* Robot::getRangeFinder(const std::string& name) { return dynamic_cast<RangeFinder*>(getDevice(name)); }
Receiver* Robot::getReceiver(const std::string& name) { return dynamic_cast<Receiver*>(getDevice(name)); }
Skin* Robot::getSkin(const std::string& name) { return dynamic_cast<Skin*>(getDevice(name)); }
Speaker* Robot::getSpeaker(const std::string& name) { return dynamic_cast<Speaker*>(getDevice(name)); }
TouchSensor* Robot::getTouchSensor(const std::string& name) { return dynamic_cast<TouchSensor*>(getDevice(name)); }
VacuumGripper* Robot::getVacuumGripper(const std::string& name) {
  return dynamic_cast<VacuumGripper*>(getDevice(name));
}

Accelerometer* Robot::createAccelerometer(WbDeviceTag tag) const { return new Accelerometer(tag); }
Altimeter* Robot::createAltimeter(WbDeviceTag tag) const { return new Altimeter(tag); }
Brake* Robot::createBrake(WbDeviceTag tag) const { return new Brake(tag); }
Camera* Robot::createCamera(WbDeviceTag tag) const { return new Camera(tag); }
Compass* Robot::createCompass(WbDeviceTag tag) const { return new Compass(tag); }
Connector* Robot::createConnector(WbDeviceTag tag) const { return new Connector(tag); }
Display* Robot::createDisplay(WbDeviceTag tag) const { return new Display(tag); }
DistanceSensor* Robot::createDistanceSensor(WbDeviceTag tag) const { return new DistanceSensor(tag); }
Emitter* Robot::createEmitter(WbDeviceTag tag) const { return new Emitter(tag); }
GPS* Robot::createGPS(WbDeviceTag tag) const { return new GPS(tag); }
Gyro* Robot::createGyro(WbDeviceTag tag) const { return new Gyro(tag); }
InertialUnit* Robot::createInertialUnit(WbDeviceTag tag) const { return new InertialUnit(tag); }
LED* Robot::createLED(WbDeviceTag tag) const { return new LED(tag); }
Lidar* Robot::createLidar(WbDeviceTag tag) const { return new Lidar(tag); }
LightSensor* Robot::createLightSensor(WbDeviceTag tag) const { return new LightSensor(tag); }
Motor* Robot::createMotor(WbDeviceTag tag) const { return new Motor(tag); }
Pen* Robot::createPen(WbDeviceTag tag) const { return new Pen(tag); }
PositionSensor* Robot::createPositionSensor(WbDeviceTag tag) const { return new PositionSensor(tag); }
Radar* Robot::createRadar(WbDeviceTag tag) const { return new Radar(tag); }
RangeFinder* Robot::createRangeFinder(WbDeviceTag tag) const { return new RangeFinder(tag); }
Receiver* Robot::createReceiver(WbDeviceTag tag) const { return new Receiver(tag); }
Skin* Robot::createSkin(WbDeviceTag tag) const { return new Skin(tag); }
Speaker* Robot::createSpeaker(WbDeviceTag tag) const { return new Speaker(tag); }
TouchSensor* Robot::createTouchSensor(WbDeviceTag tag) const { return new TouchSensor(tag); }
VacuumGripper* Robot::createVacuumGripper(WbDeviceTag tag) const { return new VacuumGripper(tag); }

}  // namespace webots
