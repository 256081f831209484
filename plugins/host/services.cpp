// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/services.h"

#include <fmt/format.h>

#include <cstdarg>
#include <cstdio>
#include <string>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/media/medium.h"
#include "engine/ode/ode_extras.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"
#include "engine/simulation.h"
#include "engine/stage/parts.h"
#include "plugins/host/physics_host.h"
#include "plugins/include/plugins/physics.h"

namespace lightsout {
namespace {

// "A.B.C": is `node`, whose own DEF is C, below a node B below a node A?
bool is_below(const Node& node, std::string_view scopes) {
  const Node* above = node.parent();
  while (!scopes.empty()) {
    const auto dot = scopes.rfind('.');
    const auto name = dot == std::string_view::npos ? scopes : scopes.substr(dot + 1);
    while (above && above->def() != name) above = above->parent();
    if (!above) return false;
    above = above->parent();
    scopes = dot == std::string_view::npos ? std::string_view() : scopes.substr(0, dot);
  }
  return true;
}

// The host whose plugin calls; where there is none, the caller is told once per call.
PhysicsHost* caller(const char* function) {
  PhysicsHost* host = PhysicsHost::current();
  if (!host || !host->simulation()) {
    std::fprintf(stderr, "lightsout: %s was called outside of a physics callback (or from another thread): ignored\n",
                 function);
    return nullptr;
  }
  return host;
}

// The Solid of that DEF. An empty one is told: it is a mistake of the plugin's, not a Solid that is missing.
Solid* solid_of(const char* function, const char* def) {
  PhysicsHost* host = caller(function);
  if (!host) return nullptr;
  if (def && *def) return find_solid_by_def(host->simulation()->scene(), def);
  host->warn(fmt::format("{} was called without a DEF name: it answers NULL", function));
  return nullptr;
}

}  // namespace

Solid* find_solid_by_def(Scene& scene, std::string_view def) {
  const auto dot = def.rfind('.');
  const auto name = dot == std::string_view::npos ? def : def.substr(dot + 1);
  const auto scopes = dot == std::string_view::npos ? std::string_view() : def.substr(0, dot);
  if (name.empty()) return nullptr;
  for (const auto& solid : scene.solids())
    if (solid->node().def() == name && is_below(solid->node(), scopes)) return solid.get();
  return nullptr;
}

void keep_services() { keep_ode_extras(); }

}  // namespace lightsout

using namespace lightsout;

extern "C" {

dBodyID dWebotsGetBodyFromDEF(const char* def) {
  const Solid* solid = solid_of("dWebotsGetBodyFromDEF", def);
  // Solids that are merged share their body: each of them has it.
  return solid && solid->node().node("physics") ? solid->body() : nullptr;
}

dGeomID dWebotsGetGeomFromDEF(const char* def) {
  const Solid* solid = solid_of("dWebotsGetGeomFromDEF", def);
  if (!solid) return nullptr;
  if (solid->space()) return reinterpret_cast<dGeomID>(solid->space());
  return solid->shapes().empty() ? nullptr : solid->shapes().front()->geom;
}

dJointGroupID dWebotsGetContactJointGroup() {
  PhysicsHost* host = caller("dWebotsGetContactJointGroup");
  return host ? host->simulation()->scene().contacts().group() : nullptr;
}

void dWebotsSend(int channel, const void* buffer, int size) {
  PhysicsHost* host = caller("dWebotsSend");
  if (!host) return;
  if (!buffer || size < 1) {
    host->warn("dWebotsSend was called without a buffer, or with a size below 1: nothing is sent");
    return;
  }
  host->simulation()->scene().parts().get<Medium>().send_from_plugin(
      channel, {static_cast<const std::byte*>(buffer), std::size_t(size)});
}

void* dWebotsReceive(int* size) {
  PhysicsHost* host = caller("dWebotsReceive");
  if (size) *size = 0;
  return host ? host->receive(size) : nullptr;
}

double dWebotsGetTime() {
  PhysicsHost* host = caller("dWebotsGetTime");
  return host ? host->simulation()->physics_time_ms() : 0;
}

void dWebotsConsolePrintf(const char* format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::string text(std::size_t(length > 0 ? length : 0), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  // Static constructors may print, before there is a simulation.
  if (PhysicsHost* host = PhysicsHost::current())
    host->print(text.c_str());
  else
    std::fprintf(stderr, "%s\n", text.c_str());
}

}  // extern "C"
