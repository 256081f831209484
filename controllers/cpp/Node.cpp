// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Node: its objects, by their handles, and functions with other arguments.
#include <webots/supervisor.h>

#include <webots/Node.hpp>

#include "controllers/cpp/session_objects.h"

namespace webots {

Node* Node::findNode(WbNodeRef ref) {
  if (!ref) return NULL;
  Node*& node = session_objects().nodes[ref];
  if (!node) node = new Node(ref);
  return node;
}

void Node::cleanup() {
  for (auto& entry : session_objects().nodes) delete entry.second;
  session_objects().nodes.clear();
}

const double* Node::getPose() const { return getPose(NULL); }
void Node::enablePoseTracking(int samplingPeriod) const { enablePoseTracking(samplingPeriod, NULL); }
void Node::disablePoseTracking() const { disablePoseTracking(NULL); }
void Node::disableContactPointsTracking(bool) const { wb_supervisor_node_disable_contact_points_tracking(nodeRef); }

}  // namespace webots
