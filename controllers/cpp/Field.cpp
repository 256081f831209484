// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Field: its objects, by their handles.
#include <webots/Field.hpp>

#include "controllers/cpp/session_objects.h"

namespace webots {

Field* Field::findField(WbFieldRef ref) {
  if (!ref) return NULL;
  Field*& field = session_objects().fields[ref];
  if (!field) field = new Field(ref);
  return field;
}

void Field::cleanup() {
  for (auto& entry : session_objects().fields) delete entry.second;
  session_objects().fields.clear();
}

}  // namespace webots
