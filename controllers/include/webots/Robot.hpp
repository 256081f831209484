// The robot: start, steps, end and devices. The functions of robot.h as a class; a controller makes one object.
#ifndef WEBOTS_ROBOT_HPP
#define WEBOTS_ROBOT_HPP

#include <webots/types.h>

#include <iostream>
#include <string>
#include <vector>

namespace webots {

class Accelerometer;
class Altimeter;
class Brake;
class Camera;
class Compass;
class Connector;
class Device;
class Display;
class DistanceSensor;
class Emitter;
class GPS;
class Gyro;
class InertialUnit;
class Joystick;
class Keyboard;
class LED;
class Lidar;
class LightSensor;
class Motor;
class Mouse;
class Pen;
class PositionSensor;
class Radar;
class RangeFinder;
class Receiver;
class Servo;
class Skin;
class Speaker;
class TouchSensor;
class VacuumGripper;

class Robot {
 public:
  typedef enum { MODE_SIMULATION = 0, MODE_CROSS_COMPILATION, MODE_REMOTE_CONTROL } Mode;
  typedef enum {
    EVENT_QUIT = -1,
    EVENT_NO_EVENT = 0,
    EVENT_MOUSE_CLICK = 1,
    EVENT_MOUSE_MOVE = 2,
    EVENT_KEYBOARD = 4,
    EVENT_JOYSTICK_BUTTON = 8,
    EVENT_JOYSTICK_AXIS = 16,
    EVENT_JOYSTICK_POV = 32
  } UserInputEvent;

  // Only one object may be there at a time.
  Robot();
  virtual ~Robot();

  virtual int step(int duration);
  int stepBegin(int duration);
  int stepEnd();
  UserInputEvent waitForUserInputEvent(UserInputEvent event_type, int timeout);

  std::string getName() const;
  std::string getUrdf(std::string prefix = "") const;
  double getTime() const;
  std::string getModel() const;
  int getType() const;  // of Webots 7: Node::ROBOT, DIFFERENTIAL_WHEELS or SUPERVISOR
  std::string getCustomData() const;
  void setCustomData(const std::string& data);
  Mode getMode() const;
  void setMode(Mode mode, const char* arg);
  bool getSupervisor() const;
  bool getSynchronization() const;
  std::string getProjectPath() const;
  std::string getWorldPath() const;
  double getBasicTimeStep() const;

  // NULL if there is no such device.
  int getNumberOfDevices() const;
  Device* getDeviceByIndex(int index);
  Device* getDevice(const std::string& name);

  virtual void batterySensorEnable(int samplingPeriod);
  virtual void batterySensorDisable();
  int batterySensorGetSamplingPeriod() const;
  double batterySensorGetValue() const;

  // Devices by type: NULL if there is none of that name, or if it is of another type.
  Accelerometer* getAccelerometer(const std::string& name);
  Altimeter* getAltimeter(const std::string& name);
  Brake* getBrake(const std::string& name);
  Camera* getCamera(const std::string& name);
  Compass* getCompass(const std::string& name);
  Connector* getConnector(const std::string& name);
  Display* getDisplay(const std::string& name);
  DistanceSensor* getDistanceSensor(const std::string& name);
  Emitter* getEmitter(const std::string& name);
  GPS* getGPS(const std::string& name);
  Gyro* getGyro(const std::string& name);
  InertialUnit* getInertialUnit(const std::string& name);
  Joystick* getJoystick() { return mJoystick; }
  Keyboard* getKeyboard() { return mKeyboard; }
  LED* getLED(const std::string& name);
  Lidar* getLidar(const std::string& name);
  LightSensor* getLightSensor(const std::string& name);
  Motor* getMotor(const std::string& name);
  Mouse* getMouse() { return mMouse; }
  Pen* getPen(const std::string& name);
  PositionSensor* getPositionSensor(const std::string& name);
  Radar* getRadar(const std::string& name);
  RangeFinder* getRangeFinder(const std::string& name);
  Receiver* getReceiver(const std::string& name);
  Skin* getSkin(const std::string& name);
  Speaker* getSpeaker(const std::string& name);
  TouchSensor* getTouchSensor(const std::string& name);
  VacuumGripper* getVacuumGripper(const std::string& name);

  // Robot windows.
  void* windowCustomFunction(void* arg);
  void wwiSend(const char* data, int size);
  void wwiSendText(const std::string& text);
  const char* wwiReceive(int* size);
  std::string wwiReceiveText();

  // Names of older releases.
  std::string getData() const;
  void setData(const std::string& data);
  std::string getControllerName() const;
  std::string getControllerArguments() const;
  void keyboardEnable(int samplingPeriod);
  void keyboardDisable();
  int keyboardGetKey() const;
  Servo* getServo(const std::string& name);

  // For other languages' layers.
  static Device* getDeviceFromTag(int tag);
  static int getDeviceTypeFromTag(int tag);
  static std::string getDeviceNameFromTag(int tag);
  static int getDeviceTagFromIndex(int index);
  static int getDeviceTagFromName(const std::string& name);

 protected:
  // A subclass makes its own objects of devices by these.
  virtual Accelerometer* createAccelerometer(WbDeviceTag tag) const;
  virtual Altimeter* createAltimeter(WbDeviceTag tag) const;
  virtual Brake* createBrake(WbDeviceTag tag) const;
  virtual Camera* createCamera(WbDeviceTag tag) const;
  virtual Compass* createCompass(WbDeviceTag tag) const;
  virtual Connector* createConnector(WbDeviceTag tag) const;
  virtual Display* createDisplay(WbDeviceTag tag) const;
  virtual DistanceSensor* createDistanceSensor(WbDeviceTag tag) const;
  virtual Emitter* createEmitter(WbDeviceTag tag) const;
  virtual GPS* createGPS(WbDeviceTag tag) const;
  virtual Gyro* createGyro(WbDeviceTag tag) const;
  virtual InertialUnit* createInertialUnit(WbDeviceTag tag) const;
  virtual LED* createLED(WbDeviceTag tag) const;
  virtual Lidar* createLidar(WbDeviceTag tag) const;
  virtual LightSensor* createLightSensor(WbDeviceTag tag) const;
  virtual Motor* createMotor(WbDeviceTag tag) const;
  virtual Pen* createPen(WbDeviceTag tag) const;
  virtual PositionSensor* createPositionSensor(WbDeviceTag tag) const;
  virtual Radar* createRadar(WbDeviceTag tag) const;
  virtual RangeFinder* createRangeFinder(WbDeviceTag tag) const;
  virtual Receiver* createReceiver(WbDeviceTag tag) const;
  virtual Skin* createSkin(WbDeviceTag tag) const;
  virtual Speaker* createSpeaker(WbDeviceTag tag) const;
  virtual TouchSensor* createTouchSensor(WbDeviceTag tag) const;
  virtual VacuumGripper* createVacuumGripper(WbDeviceTag tag) const;

 private:
  Keyboard* mKeyboard;
  Joystick* mJoystick;
  Mouse* mMouse;
  Device* getOrCreateDevice(int tag);
};

}  // namespace webots

#endif
