// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/seen_contacts.h"

#include "engine/bodies/solid.h"
#include "engine/scene/scene.h"
#include "engine/shapes/shape.h"

namespace lightsout {

void find_contacts(const Recorded& run, const Quantities& quantities, std::vector<SeenContact>& seen) {
  seen.clear();
  for (const ContactPoint& point : run.scene.contacts().points()) {
    const Solid *first = point.first->solid, *second = point.second->solid;
    if (quantities.selects(first) || quantities.selects(second))
      seen.push_back({&first->path(), &second->path(), &point});
  }
}

void read_contact(const SeenContact& contact, std::vector<double>& numbers) {
  const ContactPoint& point = *contact.point;
  numbers.clear();
  for (const Vector3d* v : {&point.position, &point.normal}) numbers.insert(numbers.end(), {v->x(), v->y(), v->z()});
  numbers.push_back(point.depth);
}

}  // namespace lightsout
