// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The same as says_c by the C++ classes.
#include <cstdio>
#include <string>
#include <webots/Accelerometer.hpp>
#include <webots/Altimeter.hpp>
#include <webots/Camera.hpp>
#include <webots/Compass.hpp>
#include <webots/Display.hpp>
#include <webots/DistanceSensor.hpp>
#include <webots/GPS.hpp>
#include <webots/Gyro.hpp>
#include <webots/InertialUnit.hpp>
#include <webots/LED.hpp>
#include <webots/Lidar.hpp>
#include <webots/Motor.hpp>
#include <webots/PositionSensor.hpp>
#include <webots/Radar.hpp>
#include <webots/RangeFinder.hpp>
#include <webots/Supervisor.hpp>

using namespace webots;

static FILE* file;

static void say(const std::string& what, const double* values, int count) {
  fprintf(file, "%s", what.c_str());
  for (int i = 0; i < count; ++i) fprintf(file, " %.17g", values[i]);
  fprintf(file, "\n");
}

static void say(const std::string& what, double value) { say(what, &value, 1); }

static Camera* camera;
static RangeFinder* finder;
static Lidar* lidar;
static Radar* radar;
static Display* display;

static void enableEyes(Robot* robot, int step) {
  camera = dynamic_cast<Camera*>(robot->getDevice("camera"));
  finder = robot->getRangeFinder("range-finder");
  lidar = robot->getLidar("lidar");
  radar = robot->getRadar("radar");
  display = robot->getDisplay("display");
  camera->enable(2 * step);
  camera->recognitionEnable(step);
  finder->enable(step);
  lidar->enable(step);
  lidar->enablePointCloud();
  radar->enable(step);
  const double ofCamera[] = {double(camera->getWidth()), double(camera->getHeight()), camera->getFov(),
                             double(camera->getSamplingPeriod())};
  const double ofFinder[] = {double(finder->getWidth()), double(finder->getHeight()), finder->getMaxRange(),
                             double(finder->getSamplingPeriod())};
  const double ofLidar[] = {double(lidar->getHorizontalResolution()), double(lidar->getNumberOfLayers()),
                            double(lidar->getNumberOfPoints()), lidar->getFov()};
  const double ofRadar[] = {radar->getMaxRange(), double(radar->getSamplingPeriod())};
  const double ofDisplay[] = {double(display->getWidth()), double(display->getHeight())};
  // In a world of today a RangeFinder is no Camera, and the other way around.
  if (robot->getCamera("range-finder") || robot->getRangeFinder("camera")) say("wrong kind", ofCamera, 0);
  say("camera", ofCamera, 4);
  say("range-finder", ofFinder, 4);
  say("lidar", ofLidar, 4);
  say("radar", ofRadar, 2);
  say("display", ofDisplay, 2);
}

static void look() {
  const double images[] = {double(camera->getImage() != NULL), double(finder->getRangeImage() != NULL),
                           double(lidar->getPointCloud() != NULL), double(camera->getRecognitionNumberOfObjects())};
  say("images", images, 4);
  say("targets", double(radar->getNumberOfTargets()));
  const RadarTarget& first = radar->getTargets()[0];
  const double target[] = {first.distance, first.received_power, first.speed, first.azimuth};
  say("target", target, 4);
  display->setColor(0xff0000);
  display->drawLine(0, 0, 9, 9);
}

int main(int argc, char** argv) {
  Supervisor* robot = new Supervisor();
  file = fopen(argv[argc - 1], "w");
  const int step = (int)robot->getBasicTimeStep();
  fprintf(file, "%s %d %d\n", robot->getName().c_str(), step, robot->getNumberOfDevices());

  Motor* motor = robot->getMotor("motor");
  PositionSensor* position = motor->getPositionSensor();
  DistanceSensor* eye = robot->getDistanceSensor("eye");
  GPS* gps = robot->getGPS("gps");
  Accelerometer* accelerometer = robot->getAccelerometer("accelerometer");
  Gyro* gyro = robot->getGyro("gyro");
  Compass* compass = robot->getCompass("compass");
  InertialUnit* unit = robot->getInertialUnit("unit");
  Altimeter* altimeter = robot->getAltimeter("altimeter");
  LED* led = dynamic_cast<LED*>(robot->getDevice("led"));
  position->enable(step);
  eye->enable(2 * step);
  gps->enable(step);
  accelerometer->enable(step);
  gyro->enable(step);
  compass->enable(step);
  unit->enable(step);
  altimeter->enable(step);
  motor->setVelocity(2);
  motor->setPosition(1);
  say("max velocity", motor->getMaxVelocity());
  say("table", eye->getLookupTable(), 3 * eye->getLookupTableSize());

  enableEyes(robot, step);

  Node* box = robot->getFromDef("BOX");
  Field* translation = box->getField("translation");
  Field* children = robot->getRoot()->getField("children");
  const int count = children->getCount();
  for (int i = 0; i < 20 && robot->step(step) != -1; ++i) {
    say("time", robot->getTime());
    say("position", position->getValue());
    say("eye", eye->getValue());
    say("gps", gps->getValues(), 3);
    say("accelerometer", accelerometer->getValues(), 3);
    say("gyro", gyro->getValues(), 3);
    say("compass", compass->getValues(), 3);
    say("unit", unit->getRollPitchYaw(), 3);
    say("altimeter", altimeter->getValue());
    led->set(i % 2);
    say("led", led->get());
    look();
    say("box", translation->getSFVec3f(), 3);
    say("box velocity", box->getVelocity(), 6);
    if (i == 5) {
      const double there[3] = {0, 1, 2};
      translation->setSFVec3f(there);
      say("box to be", translation->getSFVec3f(), 3);
    }
    if (i == 8) {
      children->importMFNodeFromString(-1, "DEF NEW Solid { translation 3 4 5 name \"new\" }");
      say("nodes more", children->getCount() - count);
      say("new", robot->getFromDef("NEW")->getPosition(), 3);
    }
    if (i == 10) {
      robot->getFromDef("NEW")->remove();
      say("nodes more", children->getCount() - count);
    }
  }
  robot->simulationQuit(7);
  robot->step(step);
  fclose(file);
  delete robot;
  return 0;
}
