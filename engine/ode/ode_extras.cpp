// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/ode/ode_extras.h"

#include <dlfcn.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <unordered_map>

namespace {

template <class Function>
Function odes_own(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// ODE's own function of the same name and type.
#define ODES_OWN(function) static const auto own = odes_own<decltype(&(function))>(#function)

std::atomic<lightsout::JointWatch> joint_watch{nullptr};

struct Suspended {
  dJointID shadow = nullptr;  // the PU joint that does the work
  dVector3 axis_in_1{};       // suspension axis in body 1's frame (world axes if body 1 is the world)
  dReal erp = 0.2;
  dReal cfm = 0;
  dReal angle_offset = 0;      // the joint's first angle when the shadow was made: the shadow counts from there
  dBodyID stand_in = nullptr;  // for body 1 where that is the world: kinematic, at rest
  bool enabled = true;
  dJointFeedback* feedback = nullptr;
};

// ODE's functions get a joint and nothing else, so what belongs to one must be found by its id: this is as process-wide
// as ODE's own memory. Never iterated, so that no order of pointers matters.
struct Table {
  std::mutex mutex;
  std::unordered_map<dJointID, Suspended> suspended;
  std::unordered_map<dJointID, dJointID> joint_of_shadow;
  std::unordered_map<dJointID, dJointGroupID> group_of;              // hinges made in a group
  std::unordered_map<dJointID, std::pair<dReal, dReal>> parameters;  // ERP, CFM set before there was an axis
};

Table& table() {
  static auto* instance = new Table;
  return *instance;
}

// The usual case, none at all, must cost nothing.
std::atomic<int> table_entries{0};
bool is_empty() { return table_entries.load(std::memory_order_relaxed) == 0; }

Suspended* find(dJointID joint) {
  if (is_empty()) return nullptr;
  const auto found = table().suspended.find(joint);
  return found == table().suspended.end() ? nullptr : &found->second;
}

bool is_hinge(dJointID joint) { return dJointGetType(joint) == dJointTypeHinge; }

constexpr int hinge_parameters[] = {dParamLoStop, dParamHiStop, dParamVel,     dParamFMax,   dParamFudgeFactor,
                                    dParamBounce, dParamCFM,    dParamStopERP, dParamStopCFM};

dReal own_parameter(dJointID joint, int parameter) {
  static const auto hinge = odes_own<decltype(&dJointGetHingeParam)>("dJointGetHingeParam");
  static const auto hinge2 = odes_own<decltype(&dJointGetHinge2Param)>("dJointGetHinge2Param");
  return is_hinge(joint) ? hinge(joint, parameter) : hinge2(joint, parameter);
}

// One parameter of the joint carried over to the shadow. A hinge turns about the shadow's second axis, its first being
// locked; a hinge-2 has both. Stops are counted from the pose in which the shadow was made. ODE turns a hinge round
// whose first body is the world, but not its motor and stops: these then work against the angle that it reports. The
// shadow is not turned round, so its signs are.
void carry_over(dJointID joint, const Suspended& entry, int parameter) {
  const int base = parameter & 0xff;
  const int group = parameter - base;
  const int target = (is_hinge(joint) ? int(dParamGroup2) : group) + base;
  const bool turned = entry.stand_in != nullptr;
  const dReal offset = is_hinge(joint) || group == 0 ? entry.angle_offset : 0;
  dReal value = own_parameter(joint, parameter);
  if (turned && base == dParamVel) value = -value;
  if (base == dParamLoStop || base == dParamHiStop) {
    if (turned) value = -own_parameter(joint, group + (base == dParamLoStop ? dParamHiStop : dParamLoStop));
    value -= offset;
  }
  dJointSetPUParam(entry.shadow, target, value);
}

void set_spring(const Suspended& entry) {
  dJointSetPUParam(entry.shadow, dParamStopERP3, entry.erp);
  dJointSetPUParam(entry.shadow, dParamStopCFM3, entry.cfm);
}

void destroy_shadow(Suspended& entry) {
  static const auto destroy = odes_own<decltype(&dJointDestroy)>("dJointDestroy");
  if (!entry.shadow) return;
  table().joint_of_shadow.erase(entry.shadow);
  destroy(entry.shadow);
  if (entry.stand_in) dBodyDestroy(entry.stand_in);
  entry.shadow = nullptr;
  entry.stand_in = nullptr;
}

// Makes the PU joint anew from all that the joint itself says now.
void rebuild(dJointID joint, Suspended& entry, dWorldID world) {
  static const auto attach = odes_own<decltype(&dJointAttach)>("dJointAttach");
  static const auto disable = odes_own<decltype(&dJointDisable)>("dJointDisable");
  static const auto set_feedback = odes_own<decltype(&dJointSetFeedback)>("dJointSetFeedback");
  destroy_shadow(entry);
  const auto group = table().group_of.find(joint);
  entry.shadow = dJointCreatePU(world, group == table().group_of.end() ? nullptr : group->second);
  table().joint_of_shadow[entry.shadow] = joint;
  dBodyID body1 = dJointGetBody(joint, 0), body2 = dJointGetBody(joint, 1);
  // With the world as body 1 ODE would exchange the bodies, and the suspension axis would turn with the wheel.
  if (!body1) {
    entry.stand_in = dBodyCreate(world);
    dBodySetKinematic(entry.stand_in);
    dBodySetGravityMode(entry.stand_in, 0);
  }
  attach(entry.shadow, body1 ? body1 : entry.stand_in, body2);
  disable(joint);
  set_feedback(joint, nullptr);
  set_feedback(entry.shadow, entry.feedback);

  dVector3 anchor, axis1, axis2, suspension;
  if (body1)
    dBodyVectorToWorld(body1, entry.axis_in_1[0], entry.axis_in_1[1], entry.axis_in_1[2], suspension);
  else
    std::copy(entry.axis_in_1, entry.axis_in_1 + 3, suspension);
  if (is_hinge(joint)) {
    dJointGetHingeAnchor(joint, anchor);
    dJointGetHingeAxis(joint, axis2);
    // Any perpendicular serves: it is locked.
    dVector3 unused;
    dPlaneSpace(axis2, axis1, unused);
    entry.angle_offset = dJointGetHingeAngle(joint);
  } else {
    dJointGetHinge2Anchor(joint, anchor);
    dJointGetHinge2Axis1(joint, axis1);
    dJointGetHinge2Axis2(joint, axis2);
    entry.angle_offset = dJointGetHinge2Angle1(joint);
    const dReal cosine = axis1[0] * axis2[0] + axis1[1] * axis2[1] + axis1[2] * axis2[2];
    if (std::abs(cosine) > 1e-3)
      dMessage(0,
               "dJointSetHinge2SuspensionAxis: the joint's axes are %g degrees from perpendicular; the suspended joint "
               "pulls them square",
               std::asin(cosine) * 180 / M_PI);
  }
  dJointSetPUAnchor(entry.shadow, anchor[0], anchor[1], anchor[2]);
  // Each of ODE's axis setters looks at the other axis as it is at that moment, and complains when they are parallel:
  // the second goes first to where it is parallel neither to the initial first axis (y) nor to the one to come.
  if (std::abs(axis1[2]) < 0.8)
    dJointSetPUAxis2(entry.shadow, 0, 0, 1);
  else
    dJointSetPUAxis2(entry.shadow, 1, 0, 0);
  dJointSetPUAxis1(entry.shadow, axis1[0], axis1[1], axis1[2]);
  dJointSetPUAxis2(entry.shadow, axis2[0], axis2[1], axis2[2]);
  dJointSetPUAxisP(entry.shadow, suspension[0], suspension[1], suspension[2]);
  dJointSetPUParam(entry.shadow, dParamLoStop3, 0);
  dJointSetPUParam(entry.shadow, dParamHiStop3, 0);
  set_spring(entry);
  for (const int parameter : hinge_parameters) {
    carry_over(joint, entry, parameter);
    if (!is_hinge(joint)) carry_over(joint, entry, dParamGroup2 + parameter);
  }
  if (is_hinge(joint)) {
    dJointSetPUParam(entry.shadow, dParamLoStop1, 0);
    dJointSetPUParam(entry.shadow, dParamHiStop1, 0);
  }
  if (!entry.enabled) disable(entry.shadow);
}

dWorldID world_of(dJointID joint) {
  for (int i = 0; i < 2; ++i)
    if (dBodyID body = dJointGetBody(joint, i)) return dBodyGetWorld(body);
  return nullptr;
}

void rebuild_if_suspended(dJointID joint) {
  if (is_empty()) return;
  const std::lock_guard lock(table().mutex);
  Suspended* entry = find(joint);
  if (!entry) return;
  if (dWorldID world = world_of(joint))
    rebuild(joint, *entry, world);
  else
    destroy_shadow(*entry);
}

void set_axis(dJointID joint, dReal x, dReal y, dReal z) {
  static const auto enable = odes_own<decltype(&dJointEnable)>("dJointEnable");
  static const auto set_feedback = odes_own<decltype(&dJointSetFeedback)>("dJointSetFeedback");
  const std::lock_guard lock(table().mutex);
  const dReal length = std::sqrt(x * x + y * y + z * z);
  auto found = table().suspended.find(joint);
  if (!(length > 0)) {
    if (found == table().suspended.end()) return;
    table().parameters[joint] = {found->second.erp, found->second.cfm};
    destroy_shadow(found->second);
    if (found->second.enabled) enable(joint);
    set_feedback(joint, found->second.feedback);
    table().suspended.erase(found);
    return;
  }
  dWorldID world = world_of(joint);
  if (found == table().suspended.end()) {
    static const auto get_feedback = odes_own<decltype(&dJointGetFeedback)>("dJointGetFeedback");
    Suspended entry;
    if (world) entry.erp = dWorldGetERP(world), entry.cfm = dWorldGetCFM(world);
    if (!is_hinge(joint)) {
      entry.erp = own_parameter(joint, dParamSuspensionERP);
      entry.cfm = own_parameter(joint, dParamSuspensionCFM);
    }
    if (const auto set = table().parameters.find(joint); set != table().parameters.end())
      std::tie(entry.erp, entry.cfm) = set->second;
    entry.enabled = dJointIsEnabled(joint);
    entry.feedback = get_feedback(joint);
    found = table().suspended.emplace(joint, entry).first;
    ++table_entries;
  }
  Suspended& entry = found->second;
  if (dBodyID body1 = dJointGetBody(joint, 0))
    dBodyVectorFromWorld(body1, x / length, y / length, z / length, entry.axis_in_1);
  else
    entry.axis_in_1[0] = x / length, entry.axis_in_1[1] = y / length, entry.axis_in_1[2] = z / length;
  if (world) rebuild(joint, entry, world);
}

void get_axis(dJointID joint, dVector3 result) {
  const std::lock_guard lock(table().mutex);
  const Suspended* entry = find(joint);
  if (!entry) {
    if (is_hinge(joint))
      result[0] = result[1] = result[2] = 0;
    else
      dJointGetHinge2Axis1(joint, result);
    return;
  }
  if (dBodyID body1 = dJointGetBody(joint, 0))
    dBodyVectorToWorld(body1, entry->axis_in_1[0], entry->axis_in_1[1], entry->axis_in_1[2], result);
  else
    std::copy(entry->axis_in_1, entry->axis_in_1 + 3, result);
}

// A hinge that is new at this address: whatever is known of an older one (freed with its world or group) is not about
// it.
void forget(dJointID joint) {
  if (is_empty()) return;
  const std::lock_guard lock(table().mutex);
  table().suspended.erase(joint);
  table().group_of.erase(joint);
  table().parameters.erase(joint);
  table().joint_of_shadow.erase(joint);
}

void note_new(dJointID joint, dJointGroupID group) {
  forget(joint);
  if (!group) return;
  const std::lock_guard lock(table().mutex);
  table().group_of[joint] = group;
  ++table_entries;
}

bool set_suspension_parameter(dJointID joint, int parameter, dReal value) {
  if (parameter != dParamSuspensionERP && parameter != dParamSuspensionCFM) return false;
  const std::lock_guard lock(table().mutex);
  if (Suspended* entry = find(joint)) {
    (parameter == dParamSuspensionERP ? entry->erp : entry->cfm) = value;
    if (entry->shadow) set_spring(*entry);
    return true;
  }
  if (!is_hinge(joint)) return false;  // ODE's own suspension along the first axis
  dWorldID world = world_of(joint);
  auto& set = table()
                  .parameters.try_emplace(joint, world ? dWorldGetERP(world) : 0.2, world ? dWorldGetCFM(world) : 0)
                  .first->second;
  (parameter == dParamSuspensionERP ? set.first : set.second) = value;
  ++table_entries;
  return true;
}

// False: not ours to answer.
bool get_suspension_parameter(dJointID joint, int parameter, dReal& value) {
  if (parameter != dParamSuspensionERP && parameter != dParamSuspensionCFM) return false;
  const std::lock_guard lock(table().mutex);
  const bool erp = parameter == dParamSuspensionERP;
  if (const Suspended* entry = find(joint)) {
    value = erp ? entry->erp : entry->cfm;
    return true;
  }
  if (!is_hinge(joint)) return false;
  if (const auto set = table().parameters.find(joint); set != table().parameters.end()) {
    value = erp ? set->second.first : set->second.second;
    return true;
  }
  dWorldID world = world_of(joint);
  value = erp ? (world ? dWorldGetERP(world) : 0.2) : (world ? dWorldGetCFM(world) : 0);
  return true;
}

void parameter_changed(dJointID joint, int parameter) {
  if (is_empty()) return;
  const std::lock_guard lock(table().mutex);
  const Suspended* entry = find(joint);
  if (!entry || !entry->shadow) return;
  const int base = parameter & 0xff;
  if (base == dParamLoStop || base == dParamHiStop) {
    // Either may set both: they change places where the joint is turned round.
    carry_over(joint, *entry, parameter - base + dParamLoStop);
    carry_over(joint, *entry, parameter - base + dParamHiStop);
  } else {
    carry_over(joint, *entry, parameter);
  }
}

// The joint that users know; a shadow is known by its joint.
dJointID public_joint(dJointID joint) {
  if (is_empty() || !joint) return joint;
  const std::lock_guard lock(table().mutex);
  const auto found = table().joint_of_shadow.find(joint);
  return found == table().joint_of_shadow.end() ? joint : found->second;
}

}  // namespace

extern "C" {

void dJointSetHingeSuspensionAxis(dJointID joint, dReal x, dReal y, dReal z) { set_axis(joint, x, y, z); }
void dJointGetHingeSuspensionAxis(dJointID joint, dVector3 result) { get_axis(joint, result); }
void dJointSetHinge2SuspensionAxis(dJointID joint, dReal x, dReal y, dReal z) { set_axis(joint, x, y, z); }
void dJointGetHinge2SuspensionAxis(dJointID joint, dVector3 result) { get_axis(joint, result); }
void dGeomSetDynamicFlag(dGeomID) {}
int dAreGeomsSame(dGeomID first, dGeomID second) { return first == second; }

// ---- ODE's own functions, with suspended joints in mind ----

dJointID dJointCreateHinge(dWorldID world, dJointGroupID group) {
  ODES_OWN(dJointCreateHinge);
  const dJointID joint = own(world, group);
  note_new(joint, group);
  return joint;
}

dJointID dJointCreateHinge2(dWorldID world, dJointGroupID group) {
  ODES_OWN(dJointCreateHinge2);
  const dJointID joint = own(world, group);
  note_new(joint, group);
  return joint;
}

void dJointDestroy(dJointID joint) {
  ODES_OWN(dJointDestroy);
  if (const auto watch = joint_watch.load(std::memory_order_relaxed)) watch(joint);
  if (!is_empty()) {
    const std::lock_guard lock(table().mutex);
    // ODE leaves joints of a group alone here.
    if (!table().group_of.contains(joint)) {
      if (Suspended* entry = find(joint)) destroy_shadow(*entry);
      table().suspended.erase(joint);
      table().parameters.erase(joint);
    }
  }
  own(joint);
}

void dJointAttach(dJointID joint, dBodyID body1, dBodyID body2) {
  ODES_OWN(dJointAttach);
  own(joint, body1, body2);
  rebuild_if_suspended(joint);
}

void dJointEnable(dJointID joint) {
  ODES_OWN(dJointEnable);
  if (!is_empty()) {
    const std::lock_guard lock(table().mutex);
    if (Suspended* entry = find(joint)) {
      entry->enabled = true;
      if (entry->shadow) own(entry->shadow);
      return;
    }
  }
  own(joint);
}

void dJointDisable(dJointID joint) {
  ODES_OWN(dJointDisable);
  if (!is_empty()) {
    const std::lock_guard lock(table().mutex);
    if (Suspended* entry = find(joint)) {
      entry->enabled = false;
      if (entry->shadow) own(entry->shadow);
      return;
    }
  }
  own(joint);
}

int dJointIsEnabled(dJointID joint) {
  ODES_OWN(dJointIsEnabled);
  if (!is_empty()) {
    // No lock: called from set_axis, which holds it, for joints without an entry too.
    const auto found = table().suspended.find(joint);
    if (found != table().suspended.end()) return found->second.enabled;
  }
  return own(joint);
}

void dJointSetFeedback(dJointID joint, dJointFeedback* feedback) {
  ODES_OWN(dJointSetFeedback);
  if (!is_empty()) {
    const std::lock_guard lock(table().mutex);
    if (Suspended* entry = find(joint)) {
      entry->feedback = feedback;
      if (entry->shadow) own(entry->shadow, feedback);
      return;
    }
  }
  own(joint, feedback);
}

dJointFeedback* dJointGetFeedback(dJointID joint) {
  ODES_OWN(dJointGetFeedback);
  if (!is_empty()) {
    const std::lock_guard lock(table().mutex);
    if (const Suspended* entry = find(joint)) return entry->feedback;
  }
  return own(joint);
}

int dBodyGetNumJoints(dBodyID body) {
  ODES_OWN(dBodyGetNumJoints);
  const int all = own(body);
  if (is_empty()) return all;
  static const auto joint_at = odes_own<decltype(&dBodyGetJoint)>("dBodyGetJoint");
  int visible = 0;
  for (int i = 0; i < all; ++i) {
    const dJointID joint = joint_at(body, i);
    visible += public_joint(joint) == joint;
  }
  return visible;
}

dJointID dBodyGetJoint(dBodyID body, int index) {
  ODES_OWN(dBodyGetJoint);
  if (is_empty()) return own(body, index);
  for (int i = 0;; ++i) {
    const dJointID joint = own(body, i);
    if (!joint || (public_joint(joint) == joint && index-- == 0)) return joint;
  }
}

dJointID dConnectingJoint(dBodyID body1, dBodyID body2) {
  ODES_OWN(dConnectingJoint);
  return public_joint(own(body1, body2));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define SETS_FRAME(function, parameters, arguments) \
  void function parameters {                        \
    ODES_OWN(function);                             \
    own arguments;                                  \
    rebuild_if_suspended(joint);                    \
  }
SETS_FRAME(dJointSetHingeAnchor, (dJointID joint, dReal x, dReal y, dReal z), (joint, x, y, z))
SETS_FRAME(dJointSetHingeAnchorDelta, (dJointID joint, dReal x, dReal y, dReal z, dReal ax, dReal ay, dReal az),
           (joint, x, y, z, ax, ay, az))
SETS_FRAME(dJointSetHingeAxis, (dJointID joint, dReal x, dReal y, dReal z), (joint, x, y, z))
SETS_FRAME(dJointSetHingeAxisOffset, (dJointID joint, dReal x, dReal y, dReal z, dReal angle), (joint, x, y, z, angle))
SETS_FRAME(dJointSetHinge2Anchor, (dJointID joint, dReal x, dReal y, dReal z), (joint, x, y, z))
SETS_FRAME(dJointSetHinge2Axes, (dJointID joint, const dReal* axis1, const dReal* axis2), (joint, axis1, axis2))
SETS_FRAME(dJointSetHinge2Axis1, (dJointID joint, dReal x, dReal y, dReal z), (joint, x, y, z))
SETS_FRAME(dJointSetHinge2Axis2, (dJointID joint, dReal x, dReal y, dReal z), (joint, x, y, z))
#undef SETS_FRAME
#pragma GCC diagnostic pop

void dJointSetHingeParam(dJointID joint, int parameter, dReal value) {
  ODES_OWN(dJointSetHingeParam);
  if (set_suspension_parameter(joint, parameter, value)) return;
  own(joint, parameter, value);
  parameter_changed(joint, parameter);
}

dReal dJointGetHingeParam(dJointID joint, int parameter) {
  ODES_OWN(dJointGetHingeParam);
  dReal value = 0;
  return get_suspension_parameter(joint, parameter, value) ? value : own(joint, parameter);
}

void dJointSetHinge2Param(dJointID joint, int parameter, dReal value) {
  ODES_OWN(dJointSetHinge2Param);
  if (set_suspension_parameter(joint, parameter, value)) return;
  own(joint, parameter, value);
  parameter_changed(joint, parameter);
}

dReal dJointGetHinge2Param(dJointID joint, int parameter) {
  ODES_OWN(dJointGetHinge2Param);
  dReal value = 0;
  return get_suspension_parameter(joint, parameter, value) ? value : own(joint, parameter);
}

}  // extern "C"

namespace lightsout {

double suspension_travel(dJointID joint) {
  const std::lock_guard lock(table().mutex);
  const Suspended* entry = find(joint);
  return entry && entry->shadow ? dJointGetPUPosition(entry->shadow) : 0;
}

dBodyID suspension_stand_in(dJointID joint) {
  if (is_empty()) return nullptr;
  const std::lock_guard lock(table().mutex);
  const Suspended* entry = find(joint);
  return entry ? entry->stand_in : nullptr;
}

void set_joint_watch(JointWatch watch) { joint_watch = watch; }

void keep_ode_extras() {}

}  // namespace lightsout
