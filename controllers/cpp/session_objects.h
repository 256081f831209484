// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The C++ objects of a session: a process may run several controllers, each with its own. Internal.
#ifndef LIGHTSOUT_CPP_SESSION_OBJECTS_H
#define LIGHTSOUT_CPP_SESSION_OBJECTS_H

#include <webots/types.h>

#include <map>
#include <vector>

namespace webots {

class Camera;
class Device;
class Field;
class Node;
class Proto;
class Robot;
class Servo;

struct SessionObjects {
  Robot* robot = nullptr;
  std::vector<Device*> devices;          // by tag; NULL for types without a class
  std::map<int, Servo*> servos;          // by tag
  std::map<int, Camera*> range_cameras;  // range finders as older controllers know them, by tag
  // Looked up by their handles, never walked in order except to be freed.
  std::map<WbNodeRef, Node*> nodes;
  std::map<WbFieldRef, Field*> fields;
  std::map<WbProtoRef, Proto*> protos;
};

// Those of the current session; after wb_robot_init only.
SessionObjects& session_objects();

}  // namespace webots

#endif
