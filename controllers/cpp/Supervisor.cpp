// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Supervisor: what is more than one function of supervisor.h.
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

bool Supervisor::worldSave() { return wb_supervisor_world_save(NULL); }
Node* Supervisor::getFromDevice(const Device* device) const { return getFromDeviceTag(device ? device->getTag() : 0); }
Node* Supervisor::getFromDeviceTag(int tag) const {
  return Node::findNode(wb_supervisor_node_get_from_device(WbDeviceTag(tag)));
}

bool Supervisor::saveWorld() { return worldSave(); }
void Supervisor::startMovie(const std::string& file, int width, int height, int codec, int quality, int acceleration,
                            bool caption) {
  movieStartRecording(file, width, height, codec, quality, acceleration, caption);
}

int Supervisor::getMovieStatus() { return wb_supervisor_movie_get_status(); }
int Supervisor::movieGetStatus() const { return wb_supervisor_movie_get_status(); }

}  // namespace webots
