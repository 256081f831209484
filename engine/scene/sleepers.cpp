// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/sleepers.h"

#include <algorithm>

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"

namespace lightsout {

Sleepers::Touchable Sleepers::touchable(dBodyID body) {
  Touchable all;
  auto* next = all.data();
  const auto add = [&next](const dReal* numbers, int count) { next = std::copy_n(numbers, count, next); };
  add(dBodyGetPosition(body), 3);
  add(dBodyGetQuaternion(body), 4);
  for (const dReal* v : {dBodyGetLinearVel(body), dBodyGetAngularVel(body), dBodyGetForce(body), dBodyGetTorque(body)})
    add(v, 3);
  return all;
}

void Sleepers::note(Scene& scene) {
  sleepers_.clear();
  for (Solid* solid : scene.bodies())
    if (!dBodyIsEnabled(solid->body())) sleepers_.push_back({solid, touchable(solid->body())});
}

void Sleepers::wake_touched() {
  for (const Sleeper& sleeper : sleepers_) {
    const dBodyID body = sleeper.solid->body();
    if (!dBodyIsEnabled(body) && touchable(body) == sleeper.before) continue;
    dBodyDisable(body);  // so that it counts as one that slept
    Scene::wake(*sleeper.solid);
  }
}

}  // namespace lightsout
