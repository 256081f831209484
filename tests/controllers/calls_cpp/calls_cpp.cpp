// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The same as calls_c by the C++ classes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <webots/LED.hpp>
#include <webots/Supervisor.hpp>

using namespace webots;

namespace {

Supervisor* robot = nullptr;
FILE* file = nullptr;
std::string other_file;
const double ones[4] = {0.25, 0.5, 0.75, 1}, twos[4] = {1, 0.5, 0.25, 0};

void say(const char* what, const double* values, int count) {
  std::fprintf(file, "%s", what);
  for (int i = 0; i < count; ++i) std::fprintf(file, " %.17g", values[i]);
  std::fprintf(file, "\n");
}
void say(const char* what, double value) { say(what, &value, 1); }
void say_text(const std::string& what, const std::string& text) {
  std::fprintf(file, "%s %s\n", what.c_str(), text.c_str());
}
void say_node(const char* what, const Node* node) { say(what, node ? node->getId() : -1); }
void say_field(const char* what, const Field* field) {
  say_text(what, field->getName());
  say(field->getTypeName().c_str(), field->getType());
  say("count", field->getCount());
}

void nodes() {
  LED* led = robot->getLED("led");
  say_node("root", robot->getRoot());
  say_node("self", robot->getSelf());
  say_node("nobody", robot->getFromDef("NOBODY"));
  say_node("device", robot->getFromDevice(led));
  if (robot->getFromDeviceTag(led->getTag()) != robot->getFromDevice(led)) std::abort();
  say_node("selected", robot->getSelected());
  for (const char* def : {"BOX", "ALL", "HINGE"}) {
    Node* node = robot->getFromDef(def);
    say_node("id", node);
    say_node("by id", robot->getFromId(node->getId()));
    say_text("DEF", node->getDef());
    say("type", node->getType());
    say_text("type", node->getTypeName());
    say_text("base type", node->getBaseTypeName());
    say_node("parent", node->getParentNode());
    say("is a PROTO", node->isProto());
    say("fields", node->getNumberOfFields());
    say("base fields", node->getNumberOfBaseNodeFields());
  }
  Node* all = robot->getFromDef("ALL");
  say_node("inside", all->getFromProtoDef("CORE"));
  for (Proto* proto = all->getProto(); proto; proto = proto->getParent()) {
    say_text("PROTO", proto->getTypeName());
    say("derived", proto->isDerived());
    say("parameters", proto->getNumberOfFields());
    say_field("parameter", proto->getField("translation"));
    say_field("parameter", proto->getFieldByIndex(0));
  }
  say_field("older", all->getProtoField("translation"));
  say_field("older", all->getProtoFieldByIndex(0));
  say("older", all->getProtoNumberOfFields());
  say_field("field", all->getField("marks"));
  say_field("field", all->getFieldByIndex(1));
  Field* base = all->getBaseNodeField("translation");
  say_field("base field", base);
  say_field("base field", all->getBaseNodeFieldByIndex(1));
  say_field("actual field", base->getActualField());
}

Field* of_all(const char* name) { return robot->getFromDef("ALL")->getField(name); }

void values() {
  for (const bool waits : {true, false}) {  // what waits, and what is there
    Field* f = of_all("truth");
    if (waits) f->setSFBool(true);
    say("truth", f->getSFBool());
    f = of_all("whole");
    if (waits) f->setSFInt32(-7);
    say("whole", f->getSFInt32());
    f = of_all("real");
    if (waits) f->setSFFloat(0.1);
    say("real", f->getSFFloat());
    f = of_all("pair");
    if (waits) f->setSFVec2f(ones);
    say("pair", f->getSFVec2f(), 2);
    f = of_all("point");
    if (waits) f->setSFVec3f(ones);
    say("point", f->getSFVec3f(), 3);
    f = of_all("turn");
    if (waits) f->setSFRotation(ones);
    say("turn", f->getSFRotation(), 4);
    f = of_all("paint");
    if (waits) f->setSFColor(ones);
    say("paint", f->getSFColor(), 3);
    f = of_all("word");
    if (waits) f->setSFString("a \"word\"");
    say_text("word", f->getSFString());
    f = of_all("truths");
    if (waits) f->insertMFBool(0, true);
    if (waits) f->insertMFBool(-1, true);
    if (waits) f->setMFBool(0, false);
    say("truths", f->getMFBool(0));
    say("truths", f->getMFBool(-1));
    f = of_all("wholes");
    if (waits) f->insertMFInt32(0, 1);
    if (waits) f->insertMFInt32(-1, 2);
    if (waits) f->setMFInt32(0, 3);
    say("wholes", f->getMFInt32(0));
    say("wholes", f->getMFInt32(-1));
    f = of_all("reals");
    if (waits) f->insertMFFloat(0, 0.1);
    if (waits) f->insertMFFloat(-1, 0.2);
    if (waits) f->setMFFloat(0, 0.3);
    say("reals", f->getMFFloat(0));
    say("reals", f->getMFFloat(-1));
    f = of_all("pairs");
    if (waits) f->insertMFVec2f(0, ones);
    if (waits) f->insertMFVec2f(-1, ones);
    if (waits) f->setMFVec2f(0, twos);
    say("pairs", f->getMFVec2f(0), 2);
    say("pairs", f->getMFVec2f(-1), 2);
    f = of_all("points");
    if (waits) f->insertMFVec3f(0, ones);
    if (waits) f->insertMFVec3f(-1, ones);
    if (waits) f->setMFVec3f(0, twos);
    say("points", f->getMFVec3f(0), 3);
    say("points", f->getMFVec3f(-1), 3);
    f = of_all("turns");
    if (waits) f->insertMFRotation(0, ones);
    if (waits) f->insertMFRotation(-1, ones);
    if (waits) f->setMFRotation(0, twos);
    say("turns", f->getMFRotation(0), 4);
    say("turns", f->getMFRotation(-1), 4);
    f = of_all("paints");
    if (waits) f->insertMFColor(0, ones);
    if (waits) f->insertMFColor(-1, ones);
    if (waits) f->setMFColor(0, twos);
    say("paints", f->getMFColor(0), 3);
    say("paints", f->getMFColor(-1), 3);
    f = of_all("marks");
    if (waits) f->insertMFString(0, "one");
    if (waits) f->insertMFString(-1, "two");
    if (waits) f->setMFString(0, "three");
    say_text("marks", f->getMFString(0));
    say_text("marks", f->getMFString(-1));
    robot->step(8);
  }
  of_all("marks")->removeMF(0);
  say("marks left", of_all("marks")->getCount());
}

void write(const std::string& name, const char* text) {
  FILE* part = std::fopen(name.c_str(), "w");
  std::fputs(text, part);
  std::fclose(part);
}

void comings_and_goings() {
  Field* children = robot->getRoot()->getField("children");
  Field* bound = robot->getFromDef("STAND")->getField("boundingObject");
  const std::string part = other_file + ".wbo";
  write(part, "#VRML_OBJ R2025a utf8\nDEF GUEST Pose { }\n");
  children->importMFNodeFromString(-1, "DEF NEW Pose { translation 3 4 5 }");
  say_node("new", children->getMFNode(-1));
  children->removeMF(-1);
  children->importMFNode(0, part);
  say_node("guest", children->getMFNode(0));
  children->removeMFNode(0);
  children->importMFNode(-1, part);
  robot->getFromDef("GUEST")->remove();
  say("nodes", children->getCount());
  // An older name of removeMF, for an element and back again.
  of_all("marks")->insertMFString(0, "gone");
  of_all("marks")->removeMFItem(0);
  write(part, "Box { }\n");
  bound->importSFNodeFromString("Sphere { }");
  say_node("sphere", bound->getSFNode());
  bound->removeSF();
  say_node("none", bound->getSFNode());
  bound->importSFNode(part);
  say_node("box", bound->getSFNode());
  std::remove(part.c_str());
}

void motion() {
  Node* box = robot->getFromDef("BOX");
  Node* stand = robot->getFromDef("STAND");
  Field* translation = box->getField("translation");
  translation->enableSFTracking(8);
  box->enablePoseTracking(8);
  box->enablePoseTracking(8, stand);
  box->enableContactPointsTracking(8);
  for (int time = 0; time < 2; ++time) {  // tracked, and asked
    robot->step(8);
    say("translation", translation->getSFVec3f(), 3);
    say("position", box->getPosition(), 3);
    say("orientation", box->getOrientation(), 9);
    say("pose", box->getPose(), 16);
    say("pose from", box->getPose(stand), 16);
    int count = 0;
    const ContactPoint* points = box->getContactPoints(false, &count);
    say("contacts", count);
    for (int i = 0; i < count; ++i) {
      say("contact", points[i].point, 3);
      say("of", points[i].node_id);
    }
    say("contacts", box->getNumberOfContactPoints());
    say("first", box->getContactPoint(0), 3);
    say_node("of", box->getContactPointNode(0));
    translation->disableSFTracking();
    box->disablePoseTracking();
    box->disablePoseTracking(stand);
    box->disableContactPointsTracking();
  }
  say("center", box->getCenterOfMass(), 3);
  say("balance", box->getStaticBalance());
  say_text("text", box->exportString());
  const double velocity[6] = {0.1, 0, 1, 0, 0, 0.5};
  box->setVelocity(velocity);
  say("velocity", box->getVelocity(), 6);
  box->saveState("flying");
  box->addForce(ones, false);
  box->addForceWithOffset(ones, twos, true);
  box->addTorque(twos, true);
  robot->step(8);
  say("velocity", box->getVelocity(), 6);
  box->resetPhysics();
  say("stopped", box->getVelocity(), 6);
  box->loadState("flying");
  robot->step(8);
  say("loaded", box->getPosition(), 3);
  robot->getFromDef("HINGE")->setJointPosition(0.3, 1);
  say("swung", robot->getFromDef("BOB")->getPosition(), 3);
  box->moveViewpoint();
  box->setVisibility(robot->getFromDef("VIEW"), false);
}

void simulation() {
  robot->setLabel(1, "label", 0.1, 0.2, 0.3, 0xff0000, 0.5, "Arial");
  robot->simulationSetMode(Supervisor::SIMULATION_MODE_REAL_TIME);
  say("mode", robot->simulationGetMode());
  robot->exportImage(other_file + ".png", 90);
  robot->movieStartRecording(other_file + ".mp4", 320, 240, 0, 90, 1, false);
  robot->movieStopRecording();
  say("movie is ready", robot->movieIsReady());
  say("movie failed", robot->movieFailed());
  robot->startMovie(other_file + ".mp4", 320, 240, 0, 90, 1, false);
  robot->stopMovie();
  if (robot->movieGetStatus() != robot->getMovieStatus()) std::abort();
  say("animation", robot->animationStartRecording(other_file + ".html"));
  robot->step(8);
  say("animation", robot->animationStopRecording());
  say("animation", robot->startAnimation(other_file + ".html"));
  say("animation", robot->stopAnimation());
  say("headset", robot->virtualRealityHeadsetIsUsed());
  say("headset", robot->virtualRealityHeadsetGetPosition(), 3);
  say("headset", robot->virtualRealityHeadsetGetOrientation(), 9);
  say("saved", robot->worldSave(other_file + ".wbt"));
  say("saved", robot->saveWorld(other_file + ".wbt"));
  say("saved", robot->worldSave());
  robot->simulationResetPhysics();
  robot->simulationPhysicsReset();
  robot->simulationReset();
  robot->step(8);
  say("time", robot->getTime());
  robot->getSelf()->restartController();
}

}  // namespace

int main(int argc, char** argv) {
  other_file = argv[argc - 1];
  int life = 1;
  if ((file = std::fopen(other_file.c_str(), "r"))) {
    char line[4096];
    while (std::fgets(line, sizeof line, file)) life += !std::strncmp(line, "life", 4);
    std::fclose(file);
  }
  robot = Supervisor::getSupervisorInstance();
  file = std::fopen(other_file.c_str(), "a");
  say("life", life);
  if (life == 1) {
    nodes();
    values();
    comings_and_goings();
    motion();
    simulation();
  } else if (life == 2) {
    robot->worldReload();
    robot->simulationRevert();
  } else if (life == 3) {
    robot->loadWorld(other_file + ".wbt");
    robot->worldLoad(other_file + ".wbt");
  } else {
    robot->simulationQuit(7);
  }
  std::fclose(file);
  while (robot->step(8) != -1) {
  }
  delete robot;
  return 0;
}
