// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Proto: its objects, by their handles.
#include <webots/Proto.hpp>

#include "controllers/cpp/session_objects.h"

namespace webots {

Proto* Proto::findProto(WbProtoRef ref) {
  if (!ref) return NULL;
  Proto*& proto = session_objects().protos[ref];
  if (!proto) proto = new Proto(ref);
  return proto;
}

void Proto::cleanup() {
  for (auto& entry : session_objects().protos) delete entry.second;
  session_objects().protos.clear();
}

}  // namespace webots
