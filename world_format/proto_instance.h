// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a node keeps of the PROTO instance that it was.
#pragma once

#include <memory>
#include <vector>

#include "world_format/node.h"

namespace lightsout {

struct ProtoDeclaration;

// One use of a PROTO. The node that it became holds it: node.proto()->declaration->name is the type that the world
// names.
struct ProtoInstance : std::enable_shared_from_this<ProtoInstance> {
  std::shared_ptr<const ProtoDeclaration> declaration;
  // Of the interface type, with the values that the instance gave. For reading: the live values are in the nodes below.
  NodePtr parameters;
  // Where the instance is written.
  Span use;
  // Of the solids around it: what it became is larger by so much than its PROTO says (upgrade_scale.cpp).
  double scale = 1;
  // A derived PROTO: the instance that its root was.
  std::shared_ptr<ProtoInstance> base;
  // Which fields of which nodes follow a parameter. Where the node is an expanded PROTO itself (`nested`), the field is
  // a parameter of that one. Edits of a running world can remove nodes: see follow().
  struct Link {
    FieldIndex parameter;
    Node* node;
    FieldIndex field;
    bool nested;
    double scale = 1;  // of the solids around the node: the field is larger by so much than the parameter
  };
  std::vector<Link> links;
};

}  // namespace lightsout
