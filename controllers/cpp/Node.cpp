// Node: the functions wb_supervisor_node_*.
#include <webots/supervisor.h>

#include <webots/Node.hpp>

#include "controllers/cpp/session_objects.h"
#include "controllers/cpp/text.h"

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

void Node::remove() { wb_supervisor_node_remove(nodeRef); }
int Node::getId() const { return wb_supervisor_node_get_id(nodeRef); }
Node::Type Node::getType() const { return Type(wb_supervisor_node_get_type(nodeRef)); }
std::string Node::getDef() const { return text(wb_supervisor_node_get_def(nodeRef)); }
std::string Node::getTypeName() const { return text(wb_supervisor_node_get_type_name(nodeRef)); }
std::string Node::getBaseTypeName() const { return text(wb_supervisor_node_get_base_type_name(nodeRef)); }
Node* Node::getParentNode() const { return findNode(wb_supervisor_node_get_parent_node(nodeRef)); }
bool Node::isProto() const { return wb_supervisor_node_is_proto(nodeRef); }
Proto* Node::getProto() const { return Proto::findProto(wb_supervisor_node_get_proto(nodeRef)); }
Node* Node::getFromProtoDef(const std::string& name) const {
  return findNode(wb_supervisor_node_get_from_proto_def(nodeRef, name.c_str()));
}

int Node::getNumberOfFields() const { return wb_supervisor_node_get_number_of_fields(nodeRef); }
int Node::getNumberOfBaseNodeFields() const { return wb_supervisor_node_get_number_of_base_node_fields(nodeRef); }
Field* Node::getField(const std::string& fieldName) const {
  return Field::findField(wb_supervisor_node_get_field(nodeRef, fieldName.c_str()));
}
Field* Node::getBaseNodeField(const std::string& fieldName) const {
  return Field::findField(wb_supervisor_node_get_base_node_field(nodeRef, fieldName.c_str()));
}
Field* Node::getFieldByIndex(const int index) const {
  return Field::findField(wb_supervisor_node_get_field_by_index(nodeRef, index));
}
Field* Node::getBaseNodeFieldByIndex(const int index) const {
  return Field::findField(wb_supervisor_node_get_base_node_field_by_index(nodeRef, index));
}
Field* Node::getProtoField(const std::string& fieldName) const { return getBaseNodeField(fieldName); }
Field* Node::getProtoFieldByIndex(const int index) const { return getBaseNodeFieldByIndex(index); }
int Node::getProtoNumberOfFields() const { return getNumberOfBaseNodeFields(); }

const double* Node::getPosition() const { return wb_supervisor_node_get_position(nodeRef); }
const double* Node::getOrientation() const { return wb_supervisor_node_get_orientation(nodeRef); }
const double* Node::getPose() const { return wb_supervisor_node_get_pose(nodeRef, NULL); }
const double* Node::getPose(const Node* fromNode) const {
  return wb_supervisor_node_get_pose(nodeRef, fromNode ? fromNode->nodeRef : NULL);
}
void Node::enablePoseTracking(int samplingPeriod) const {
  wb_supervisor_node_enable_pose_tracking(nodeRef, samplingPeriod, NULL);
}
void Node::enablePoseTracking(int samplingPeriod, const Node* fromNode) const {
  wb_supervisor_node_enable_pose_tracking(nodeRef, samplingPeriod, fromNode ? fromNode->nodeRef : NULL);
}
void Node::disablePoseTracking() const { wb_supervisor_node_disable_pose_tracking(nodeRef, NULL); }
void Node::disablePoseTracking(const Node* fromNode) const {
  wb_supervisor_node_disable_pose_tracking(nodeRef, fromNode ? fromNode->nodeRef : NULL);
}

void Node::enableContactPointsTracking(int samplingPeriod, bool includeDescendants) const {
  wb_supervisor_node_enable_contact_points_tracking(nodeRef, samplingPeriod, includeDescendants);
}
void Node::disableContactPointsTracking(bool) const { wb_supervisor_node_disable_contact_points_tracking(nodeRef); }
ContactPoint* Node::getContactPoints(bool includeDescendants, int* size) const {
  return wb_supervisor_node_get_contact_points(nodeRef, includeDescendants, size);
}
const double* Node::getContactPoint(int index) const { return wb_supervisor_node_get_contact_point(nodeRef, index); }
Node* Node::getContactPointNode(int index) const {
  return findNode(wb_supervisor_node_get_contact_point_node(nodeRef, index));
}
int Node::getNumberOfContactPoints(bool includeDescendants) const {
  return wb_supervisor_node_get_number_of_contact_points(nodeRef, includeDescendants);
}

const double* Node::getCenterOfMass() const { return wb_supervisor_node_get_center_of_mass(nodeRef); }
bool Node::getStaticBalance() const { return wb_supervisor_node_get_static_balance(nodeRef); }
const double* Node::getVelocity() const { return wb_supervisor_node_get_velocity(nodeRef); }
std::string Node::exportString() const { return text(wb_supervisor_node_export_string(nodeRef)); }

void Node::setVelocity(const double velocity[6]) { wb_supervisor_node_set_velocity(nodeRef, velocity); }
void Node::resetPhysics() { wb_supervisor_node_reset_physics(nodeRef); }
void Node::restartController() { wb_supervisor_node_restart_controller(nodeRef); }
void Node::moveViewpoint() const { wb_supervisor_node_move_viewpoint(nodeRef); }
void Node::setVisibility(Node* from, bool visible) {
  wb_supervisor_node_set_visibility(nodeRef, from ? from->nodeRef : NULL, visible);
}
void Node::addForce(const double force[3], bool relative) { wb_supervisor_node_add_force(nodeRef, force, relative); }
void Node::addForceWithOffset(const double force[3], const double offset[3], bool relative) {
  wb_supervisor_node_add_force_with_offset(nodeRef, force, offset, relative);
}
void Node::addTorque(const double torque[3], bool relative) {
  wb_supervisor_node_add_torque(nodeRef, torque, relative);
}
void Node::saveState(const std::string& stateName) { wb_supervisor_node_save_state(nodeRef, stateName.c_str()); }
void Node::loadState(const std::string& stateName) { wb_supervisor_node_load_state(nodeRef, stateName.c_str()); }
void Node::setJointPosition(double position, int index) {
  wb_supervisor_node_set_joint_position(nodeRef, position, index);
}

}  // namespace webots
