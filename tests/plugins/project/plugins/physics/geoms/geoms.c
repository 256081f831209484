/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Tells what each DEF name of the world stands for. */
#include <plugins/physics.h>

static const char* class_of(dGeomID geom) {
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      return "dSphereClass";
    case dBoxClass:
      return "dBoxClass";
    case dCapsuleClass:
      return "dCapsuleClass";
    case dCylinderClass:
      return "dCylinderClass";
    case dPlaneClass:
      return "dPlaneClass";
    case dTriMeshClass:
      return "dTriMeshClass";
    case dConvexClass:
      return "dConvexClass";
    case dHeightfieldClass:
      return "dHeightfieldClass";
    case dSimpleSpaceClass:
      return "dSimpleSpaceClass";
    default:
      return "another class";
  }
}

static void tell(const char* def) {
  dGeomID geom = dWebotsGetGeomFromDEF(def);
  dBodyID body = dWebotsGetBodyFromDEF(def);
  const char* motion = !body                                                       ? "no body"
                       : geom && !dGeomIsSpace(geom) && dGeomGetBody(geom) == body ? "its body"
                                                                                   : "a body";
  if (!geom)
    dWebotsConsolePrintf("%s: no geom, %s", def, motion);
  else if (dGeomIsSpace(geom))
    dWebotsConsolePrintf("%s: %s of %d, %s", def, class_of(geom), dSpaceGetNumGeoms((dSpaceID)geom), motion);
  else
    dWebotsConsolePrintf("%s: %s, %s, offset %g", def, class_of(geom), motion,
                         body ? dGeomGetOffsetPosition(geom)[2] : 0.0);
}

void webots_physics_init() {
  const char* names[] = {"BOX",      "SPHERE",   "CYLINDER",       "CAPSULE",    "PLANE",      "FACES",
                         "GRID",     "SHAPE",    "POSED",          "GROUP",      "BARE",       "STATIC",
                         "LIGHT",    "NOBODY",   "HAND",           "ARM.HAND",   "ROBOT.HAND", "ROBOT.ARM.HAND",
                         "LEG.HAND", "HAND.ARM", "ROBOT.LEG.HAND", "OTHER.HAND", ".",          ""};
  for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) tell(names[i]);
  dBodyID parent = dWebotsGetBodyFromDEF("PARENT");
  dWebotsConsolePrintf("merged: %d, without Physics: %d", parent && parent == dWebotsGetBodyFromDEF("MERGED"),
                       dWebotsGetBodyFromDEF("RIGID") != 0);
  dMass mass;
  dBodyGetMass(parent, &mass);
  dWebotsConsolePrintf("merged mass %g; null %d %d", mass.mass, dWebotsGetBodyFromDEF(0) == 0,
                       dWebotsGetGeomFromDEF(0) == 0);
  dWebotsConsolePrintf("same world %d, in a space %d",
                       dBodyGetWorld(parent) == dBodyGetWorld(dWebotsGetBodyFromDEF("BOX")),
                       dGeomGetSpace(dWebotsGetGeomFromDEF("BOX")) == dGeomGetSpace(dWebotsGetGeomFromDEF("GROUP")));
}
void webots_physics_step() {}
void webots_physics_cleanup() {}
