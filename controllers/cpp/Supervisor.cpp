// Supervisor: the functions of supervisor.h that are about the world as a whole.
#include <webots/supervisor.h>

#include <cstdio>
#include <webots/Supervisor.hpp>

#include "controllers/cpp/session_objects.h"
#include "controllers/lib/session.h"

namespace webots {

Supervisor::~Supervisor() {
  Field::cleanup();
  Node::cleanup();
  Proto::cleanup();
}

Supervisor* Supervisor::getSupervisorInstance() {
  if (!lo_robot() || !session_objects().robot) return new Supervisor();
  Supervisor* supervisor = dynamic_cast<Supervisor*>(session_objects().robot);
  if (!supervisor) std::fprintf(stderr, "Error: there is a Robot already, and it is no Supervisor.\n");
  return supervisor;
}

void Supervisor::simulationQuit(int status) { wb_supervisor_simulation_quit(status); }
void Supervisor::simulationReset() { wb_supervisor_simulation_reset(); }
void Supervisor::simulationResetPhysics() { wb_supervisor_simulation_reset_physics(); }
Supervisor::SimulationMode Supervisor::simulationGetMode() const {
  return SimulationMode(wb_supervisor_simulation_get_mode());
}
void Supervisor::simulationSetMode(SimulationMode mode) { wb_supervisor_simulation_set_mode(WbSimulationMode(mode)); }
void Supervisor::worldLoad(const std::string& file) { wb_supervisor_world_load(file.c_str()); }
void Supervisor::worldReload() { wb_supervisor_world_reload(); }
bool Supervisor::worldSave() { return wb_supervisor_world_save(NULL); }
bool Supervisor::worldSave(const std::string& file) { return wb_supervisor_world_save(file.c_str()); }

void Supervisor::exportImage(const std::string& file, int quality) const {
  wb_supervisor_export_image(file.c_str(), quality);
}
bool Supervisor::animationStartRecording(const std::string& file) {
  return wb_supervisor_animation_start_recording(file.c_str());
}
bool Supervisor::animationStopRecording() { return wb_supervisor_animation_stop_recording(); }
void Supervisor::movieStartRecording(const std::string& file, int width, int height, int codec, int quality,
                                     int acceleration, bool caption) {
  wb_supervisor_movie_start_recording(file.c_str(), width, height, codec, quality, acceleration, caption);
}
void Supervisor::movieStopRecording() { wb_supervisor_movie_stop_recording(); }
bool Supervisor::movieIsReady() const { return wb_supervisor_movie_is_ready(); }
bool Supervisor::movieFailed() const { return wb_supervisor_movie_failed(); }
void Supervisor::setLabel(int id, const std::string& label, double xpos, double ypos, double size, int color,
                          double transparency, const std::string& font) {
  wb_supervisor_set_label(id, label.c_str(), xpos, ypos, size, color, transparency, font.c_str());
}

Node* Supervisor::getRoot() const { return Node::findNode(wb_supervisor_node_get_root()); }
Node* Supervisor::getSelf() const { return Node::findNode(wb_supervisor_node_get_self()); }
Node* Supervisor::getFromDef(const std::string& name) const {
  return Node::findNode(wb_supervisor_node_get_from_def(name.c_str()));
}
Node* Supervisor::getFromId(int id) const { return Node::findNode(wb_supervisor_node_get_from_id(id)); }
Node* Supervisor::getFromDevice(const Device* device) const { return getFromDeviceTag(device ? device->getTag() : 0); }
Node* Supervisor::getFromDeviceTag(int tag) const {
  return Node::findNode(wb_supervisor_node_get_from_device(WbDeviceTag(tag)));
}
Node* Supervisor::getSelected() const { return Node::findNode(wb_supervisor_node_get_selected()); }

bool Supervisor::virtualRealityHeadsetIsUsed() const { return wb_supervisor_virtual_reality_headset_is_used(); }
const double* Supervisor::virtualRealityHeadsetGetPosition() const {
  return wb_supervisor_virtual_reality_headset_get_position();
}
const double* Supervisor::virtualRealityHeadsetGetOrientation() const {
  return wb_supervisor_virtual_reality_headset_get_orientation();
}

void Supervisor::simulationRevert() { worldReload(); }
void Supervisor::loadWorld(const std::string& file) { worldLoad(file); }
bool Supervisor::saveWorld() { return worldSave(); }
bool Supervisor::saveWorld(const std::string& file) { return worldSave(file); }
void Supervisor::simulationPhysicsReset() { simulationResetPhysics(); }
void Supervisor::startMovie(const std::string& file, int width, int height, int codec, int quality, int acceleration,
                            bool caption) {
  movieStartRecording(file, width, height, codec, quality, acceleration, caption);
}
void Supervisor::stopMovie() { movieStopRecording(); }
bool Supervisor::startAnimation(const std::string& file) { return animationStartRecording(file); }
bool Supervisor::stopAnimation() { return animationStopRecording(); }
int Supervisor::getMovieStatus() { return wb_supervisor_movie_get_status(); }
int Supervisor::movieGetStatus() const { return wb_supervisor_movie_get_status(); }

}  // namespace webots
