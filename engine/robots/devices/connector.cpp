// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Connector: couples with the nearest compatible connector in position by a fixed joint between the bodies that carry
// them. Two are in position when their origins are near, their x axes point at each other, and their z axes stand at
// one of numberOfRotations equal angles about them. Passive ones may stand anywhere, in a robot or not.
#include "controllers/wire/connector.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "engine/bodies/solid.h"
#include "engine/joints/weld.h"
#include "engine/robots/sampled_device.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/part.h"
#include "engine/state/state.h"

namespace lightsout {

namespace {

enum class Face { Symmetric, Active, Passive };

Face face_of(const Node& node) {
  const std::string& type = node.get<std::string>("type");
  return type == "active" ? Face::Active : type == "passive" ? Face::Passive : Face::Symmetric;
}

double angle_between(const Vector3d& a, const Vector3d& b) { return std::acos(std::clamp(a.dot(b), -1.0, 1.0)); }

class Connector;

// All of them, in scene-tree order.
class Connectors final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Connectors;
  explicit Connectors(Stage&) {}
  std::vector<Connector*> all;
};

class Connector final : public Sampled<lo_connector_state, LO_DEVICE_CONNECTOR>, public Acting {
 public:
  explicit Connector(const DeviceSetup& setup) : Wired(setup), weld_(setup.surroundings.weld()) {
    read_lock();
    connectors().push_back(this);
  }

  void visit_state(StateVisitor& state) override {
    SampledDevice::visit_state(state);
    if (!state.is_loading()) read_lock();
    state.field("locked", locked_);
    state.field("peer", peer_id_);
    state.field("holds the joint", holds_);
    state.field("started", started_);
    weld_.visit_state(state);
    if (!state.is_loading()) return;
    if (face_of(node()) != Face::Passive) keep("isLocked", locked_);
  }

  Acting* acting() override { return this; }
  void act(double) override {
    const bool was_coupled = peer_id_ != 0;
    if (holds_ && !weld_.is_attached()) restore();
    if (weld_.is_attached()) break_if_overloaded();
    if (!started_) {
      started_ = true;
      if (locked_) lock();
    }
    if (!was_coupled && peer_id_ == 0 && locked_ && node().get<bool>("autoLock")) lock();
  }

 private:
  void tell(lo_connector_state& wire) override { wire.is_locked = locked_; }

  void take(lo_connector_state& wire, const Clock&) override {
    if (!(std::exchange(wire.changed, 0) & LO_CONNECTOR_LOCK)) return;
    if (face_of(node()) == Face::Passive) {
      log(LogLevel::Warning, "a passive connector can be neither locked nor unlocked");
      return;
    }
    locked_ = wire.lock != 0;
    wire.is_locked = locked_;
    keep("isLocked", locked_);
    obey_lock();
  }

  bool follow(FieldIndex field) override {
    if (field == node().type().find("isLocked")) {
      read_lock();
      if (started_) obey_lock();  // else act() will, when all stands where it is to
    }
    return is_own_field(field);
  }

  // It stands where it may reach another one: it lets go, and if it is locked takes hold as at the start of the world.
  void forget() override {
    read_lock();
    if (peer_id_ != 0) part();
    started_ = false;
  }

  std::vector<Connector*>& connectors() { return surroundings().parts().get<Connectors>().all; }

  void read_lock() { locked_ = node().get<bool>("isLocked") && face_of(node()) != Face::Passive; }

  void obey_lock() {
    if (locked_)
      lock();
    else
      unlock();
  }

  // The device of a connector in a robot; nullptr for one that stands in the scenery.
  Connector* device_of(const Solid& other) {
    for (Connector* connector : connectors())
      if (connector->solid() == &other) return connector;
    return nullptr;
  }

  bool is_compatible(const Solid& other) const {
    const Face mine = face_of(node()), theirs = face_of(other.node());
    const bool faces = (mine == Face::Symmetric && theirs == Face::Symmetric) ||
                       (mine == Face::Active && theirs == Face::Passive) ||
                       (mine == Face::Passive && theirs == Face::Active);
    return faces && node().get<std::string>("model") == other.node().get<std::string>("model");
  }

  // How far the other's z axis is turned about my x axis.
  static double twist(const Pose& me, const Pose& other) {
    const Vector3d z = me.rotation.transpose() * other.rotation.col(2);
    return std::atan2(-z.y(), z.z());
  }
  double nearest_rotation(double angle) const {
    const int n = node().get<std::int32_t>("numberOfRotations");
    if (n <= 0) return angle;
    const double step = 2 * std::numbers::pi / n;
    return std::round(angle / step) * step;
  }

  bool is_in_position(const Pose& me, const Pose& other) const {
    if ((me.position - other.position).norm() > node().get<double>("distanceTolerance")) return false;
    if (angle_between(me.rotation.col(0), -other.rotation.col(0)) >= node().get<double>("axisTolerance")) return false;
    const double angle = twist(me, other);
    return std::abs(angle - nearest_rotation(angle)) < node().get<double>("rotationTolerance") ||
           node().get<std::int32_t>("numberOfRotations") <= 0;
  }

  // The nearest compatible connector in position; nullptr if there is none.
  Solid* find_peer() {
    const Pose me = solid()->pose();
    Solid* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& other : surroundings().solids()) {
      if (other.get() == solid() || !other->node().is_a("Connector") || !is_compatible(*other)) continue;
      const Pose pose = other->pose();
      const double distance = (pose.position - me.position).norm();
      if (distance >= least || !is_in_position(me, pose)) continue;
      least = distance;
      nearest = other.get();
    }
    return nearest;
  }

  bool is_taken(const Solid& other) {
    return std::ranges::any_of(connectors(), [&](const Connector* connector) {
      return connector->peer_id_ == other.node().id() || (connector->solid() == &other && connector->peer_id_ != 0);
    });
  }

  void lock() {
    if (peer_id_ != 0) return;
    Solid* other = find_peer();
    if (!other || is_taken(*other)) return;
    Connector* peer = device_of(*other);
    if (!node().get<bool>("unilateralLock") && !(peer && peer->locked_)) return;
    if (!couple(*other)) {
      log(LogLevel::Warning, "cannot couple: no Physics carries either connector");
      return;
    }
    holds_ = true;
    peer_id_ = other->node().id();
    if (peer) peer->peer_id_ = node().id();
  }

  // With `snap`, the joint pulls the two together and to the nearest allowed rotation.
  bool couple(Solid& other) {
    if (!node().get<bool>("snap")) return weld_.attach(*solid(), &other);
    const double angle = nearest_rotation(twist(solid()->pose(), other.pose()));
    Pose target;
    target.rotation.col(0) = -Vector3d::UnitX();
    target.rotation.col(2) = Vector3d(0, -std::sin(angle), std::cos(angle));
    target.rotation.col(1) = target.rotation.col(2).cross(target.rotation.col(0));
    return weld_.attach(*solid(), &other, &target);
  }

  Solid* peer() {
    const Node* other = peer_id_ ? surroundings().world().find_id(peer_id_) : nullptr;
    return other ? surroundings().solid_of(*other) : nullptr;
  }

  // In a scene that was built anew, where the joint could not go on.
  void restore() {
    Solid* other = peer();
    if (!other || !couple(*other)) part();
  }

  void unlock() {
    if (peer_id_ == 0) return;
    const Solid* other = peer();
    const Connector* device = other ? device_of(*other) : nullptr;
    if (node().get<bool>("unilateralUnlock") || !device || !device->locked_) part();
  }

  void part() {
    Solid* other = peer();
    Connector* device = other ? device_of(*other) : nullptr;
    weld_.release();
    holds_ = false;
    peer_id_ = 0;
    if (!device) return;
    device->weld_.release();
    device->holds_ = false;
    device->peer_id_ = 0;
  }

  // Of both, in N: an unlocked side holds nothing, -1 holds anything.
  double strength(std::string_view field) {
    double sum = 0;
    const auto add = [&](const Node& n, bool is_locked) {
      const double own = n.get<double>(field);
      if (is_locked) sum += own < 0 ? std::numeric_limits<double>::infinity() : own;
    };
    add(node(), locked_);
    if (const Solid* other = peer())
      if (const Connector* device = device_of(*other)) add(other->node(), device->locked_);
    return sum;
  }

  void break_if_overloaded() {
    const Vector3d force = weld_.force_on_solid();
    const double pull = force.dot(solid()->pose().rotation.col(0));
    const double shear = std::sqrt(std::max(0.0, force.squaredNorm() - pull * pull));
    if (pull > strength("tensileStrength") || shear > strength("shearStrength")) part();
  }

  void measure(const Clock&) override {
    double presence = -1;
    if (face_of(node()) != Face::Passive) presence = peer_id_ != 0 || find_peer() ? 1 : 0;
    sensor()->values[0] = presence;
  }

  bool locked_ = false;
  bool started_ = false;
  bool holds_ = false;         // the joint is ours, not the peer's
  std::uint32_t peer_id_ = 0;  // of the other's node; 0: not coupled
  Weld weld_;
};

}  // namespace

std::unique_ptr<Device> make_connector(const DeviceSetup& setup) { return std::make_unique<Connector>(setup); }

}  // namespace lightsout
