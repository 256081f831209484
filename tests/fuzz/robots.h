// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A world with a device of every kind, on a supervisor, and a second robot.
#pragma once

namespace lightsout::fuzz {

constexpr const char* robots_world = R"(#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { }
DEF FLOOR Solid { children [ Shape { geometry Plane { size 5 5 } } ] boundingObject Plane { size 5 5 } }
DEF BALL Solid {
  translation 1 0 0.2
  children [ DEF LOOK Shape { appearance PBRAppearance { } geometry Sphere { radius 0.1 } } ]
  boundingObject Sphere { radius 0.1 }
  physics Physics { mass 1 density -1 }
  recognitionColors [ 1 0 0 ]
  radarCrossSection 1
}
DEF R Robot {
  translation 0 0 0.3
  supervisor TRUE
  controller "played"
  battery [ 100 100 0 ]
  children [
    Accelerometer { } Altimeter { } Compass { } GPS { } Gyro { } InertialUnit { }
    Camera { width 4 height 3 recognition Recognition { } focus Focus { } zoom Zoom { } lens Lens { } }
    RangeFinder { width 4 height 3 }
    Lidar { horizontalResolution 4 numberOfLayers 2 }
    Display { width 8 height 8 }
    DistanceSensor { lookupTable [ 0 0 0, 1 1000 0.1 ] numberOfRays 3 } LightSensor { } Radar { }
    Emitter { } Receiver { } Microphone { } Speaker { } Radio { }
    LED { color [ 1 0 0, 0 1 0 ] gradual TRUE } Pen { } Skin { name "skin" }
    Connector { autoLock TRUE } VacuumGripper { }
    TouchSensor { type "force-3d" boundingObject Box { size 0.1 0.1 0.1 } }
    Propeller { device RotationalMotor { name "propeller" } }
    DEF JOINT HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 anchor 0.2 0 0 }
      device [ RotationalMotor { name "hinge" } PositionSensor { name "angle" } Brake { name "brake" } ]
      endPoint DEF ARM Solid {
        translation 0.3 0 0
        name "arm"
        boundingObject Box { size 0.2 0.05 0.05 }
        physics Physics { }
      }
    }
    SliderJoint {
      jointParameters JointParameters { axis 0 0 1 }
      device LinearMotor { name "slider" }
      endPoint Solid {
        translation -0.3 0 0
        name "slide"
        boundingObject Capsule { height 0.1 radius 0.02 }
        physics Physics { }
      }
    }
  ]
  boundingObject Box { size 0.2 0.2 0.1 }
  physics Physics { }
}
DEF OTHER Robot {
  translation 0 1 0.1
  name "other"
  controller "played"
  children [ Receiver { channel -1 } Emitter { } DistanceSensor { } ]
}
)";

}  // namespace lightsout::fuzz
