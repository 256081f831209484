// How a scene follows edits of the tree: in place where that is simple and frequent (moving things), else by a new
// scene that takes over the motion of the old one. Whatever was not edited goes on as if nothing had happened.
#include <algorithm>
#include <vector>

#include "engine/charger.h"
#include "engine/geometry.h"
#include "engine/joint.h"
#include "engine/lights.h"
#include "engine/ode_context.h"
#include "engine/paint.h"
#include "engine/raycast.h"
#include "engine/robot.h"
#include "engine/scene.h"
#include "engine/solid.h"
#include "engine/sounds.h"
#include "engine/state.h"

namespace lightsout {
namespace {

// Nodes that only pictures show: no edit of theirs changes anything that is simulated.
bool is_scenery(const Node& node) {
  for (const std::string_view type : {"Viewpoint", "Background", "Light", "Fog", "Billboard"})
    if (node.is_a(type)) return true;
  return false;
}

// What infra-red rays see: colours and textures.
bool is_appearance(const Node& node) {
  for (const std::string_view type :
       {"Appearance", "PBRAppearance", "Material", "ImageTexture", "TextureTransform", "Color"})
    if (node.is_a(type)) return true;
  return false;
}

}  // namespace

bool Scene::apply(const Journal& journal) {
  bool all_in_place = true;
  const bool wakes = anyone_sleeps();  // no edit puts anything to sleep
  // All of them, in order: an edit that cannot be followed does not undo the others.
  for (const Edit& edit : journal) all_in_place = apply(edit, wakes) && all_in_place;
  return !all_in_place;
}

bool Scene::apply(const Edit& edit, bool wakes) {
  if (edit.kind == Edit::Kind::Regrow && !is_scenery(*edit.node) && !is_appearance(*edit.node)) return false;
  if (edit.kind != Edit::Kind::Regrow && (edit.kind != Edit::Kind::Set || edit.inserted || edit.removed)) {
    const Node* changed = edit.inserted ? edit.inserted : edit.removed.get();
    if (!changed || !is_scenery(*changed)) return false;
    if (lights_) lights_->changed();
    return true;
  }
  Node& node = *edit.node;
  const std::string& field = node.type().fields()[edit.field].name;
  Solid* solid = solid_of(node);
  if (solid && (field == "translation" || field == "rotation")) {
    if (solid->parent_ || solid->held_by_environment_) return false;
    solid->tree_pose_ = solid->in_parent_ = solid->place_ * local_pose(node);
    // Joints of a body keep the bits with which they were made.
    if (!solid->body_) solid->construction_ = solid->tree_pose_;
    move(*solid, solid->pose(), solid->tree_pose_, wakes);
    return true;
  }
  for (const auto& [of, object] : objects_of(node))
    if (object->apply(edit.field)) return true;
  if (solid) return solid->apply(edit.field);
  if (is_scenery(node)) return true;
  if (is_appearance(node)) {
    if (raycaster_) raycaster_->invalidate();
    return true;
  }
  if (node.is_a("JointParameters") && field == "position" && node.parent()) {
    if (Joint* joint = joint_of(*node.parent())) {
      joint->move_to(0, node.get<double>("position"));
      return true;
    }
  }
  return false;
}

bool Scene::anyone_sleeps() const {
  return std::ranges::any_of(bodies_, [](const Solid* solid) { return !dBodyIsEnabled(solid->body_); });
}

// Whatever is asleep within reach of the solid's shapes, and of what it carries, wakes.
void Scene::wake_around(const Solid& solid) {
  struct Waker {
    static void near(void* nothing, dGeomID a, dGeomID b) {
      if (dGeomIsSpace(a) || dGeomIsSpace(b)) {
        dSpaceCollide2(a, b, nothing, near);
        return;
      }
      for (dGeomID geom : {a, b}) {
        const Shape* shape = shape_of(geom);
        if (!shape || !dGeomGetBody(geom)) continue;
        dBodyEnable(dGeomGetBody(geom));
        shape->solid->moved_by()->idle_steps_ = 0;
      }
    }
  };
  for (const auto& part : parts_of(solid))
    for (const auto& shape : part->shapes())
      dSpaceCollide2(shape->geom, reinterpret_cast<dGeomID>(ode_space()), nullptr, Waker::near);
}

void Scene::move(Solid& solid, const Pose& world_from_solid) { move(solid, solid.pose(), world_from_solid); }

void Scene::move(Solid& solid, const Pose& from, const Pose& world_from_solid) {
  move(solid, from, world_from_solid, anyone_sleeps());
}

void Scene::move(Solid& solid, const Pose& from, const Pose& world_from_solid, bool wakes) {
  if (wakes) wake_around(solid);
  const Pose moved_from_old = world_from_solid * from.inverse();
  if (!solid.body_) {
    const Pose parent = solid.parent_ ? solid.parent_->pose() : Pose();
    solid.in_parent_ = parent.inverse() * world_from_solid;
    ++arrangement_;
  }
  // A solid without a body is where what carries it, which comes before it, has been moved to.
  for (const auto& part : parts_of(solid)) {
    if (part->owns_body()) {
      part->set_body_pose(moved_from_old * part->pose());
      part->idle_steps_ = 0;
      dBodyEnable(part->body_);
    } else if (!part->body_ && !part->shapes().empty()) {
      const Pose pose = part->pose();
      for (const auto& shape : part->shapes()) place_geom(shape->geom, pose * geom_in_solid(*shape));
    }
  }
  if (wakes) wake_around(solid);
  if (!raycaster_) return;
  if (solid.can_move_)
    raycaster_->moved();
  else
    raycaster_->invalidate();
}

void Scene::write_to_tree() {
  for (const auto& solid : solids_) solid->write_to_tree(world_);
  for (const auto& joint : joints_) joint->write_to_tree(world_);
  for (const auto& [node, object] : objects_) object->write_to_tree(world_);
}

void Scene::write_to_tree(const Node& node) {
  if (Solid* solid = solid_of(node)) solid->write_to_tree(world_);
  // Its position is its joint's, its rotation its belt's.
  const bool is_moved = node.is_a("JointParameters") || node.type().name() == "TrackWheel";
  const Node* holder = is_moved ? node.parent() : nullptr;
  if (Joint* joint = holder ? joint_of(*holder) : nullptr) joint->write_to_tree(world_);
  for (const auto& [of, object] : objects_of(node)) object->write_to_tree(world_);
}

void Scene::reset_objects(Node& top) {
  for_each_node(top, [this](const Node& node) {
    for (const auto& [of, object] : objects_of(node)) object->reset();
  });
  for (const auto& robot : robots_) robot->list_sensing();
}

void Scene::write_velocities() {
  const auto write = [&](Node& node, std::string_view field, const Vector3d& v) {
    if (!v.isZero(0)) world_.write_back(node, node.type().find(field), to_vec3(v));
  };
  for (const auto& solid : solids_) {
    Node& node = solid->node();
    if (!(solid->owns_body() || solid->drifts_) || !node.has("linearVelocity")) continue;
    const dBodyID body = solid->body_;
    write(node, "linearVelocity", body ? vector_of(dBodyGetLinearVel(body)) : solid->linear_velocity_in_place());
    write(node, "angularVelocity", body ? vector_of(dBodyGetAngularVel(body)) : solid->angular_velocity_in_place());
  }
}

void Scene::clear_velocities() {
  for (const auto& solid : solids_)
    for (const std::string_view field : {"linearVelocity", "angularVelocity"})
      if ((solid->owns_body() || solid->drifts_) && solid->node().has(field))
        solid->node().clear_value(solid->node().type().find(field));
}

std::vector<Scene::Motion> Scene::motions() {
  std::vector<Motion> motions;
  for (const auto& solid : solids_) {
    Motion& motion = motions.emplace_back();
    motion.pose = solid->pose();
    motion.linear = solid->linear_velocity();
    motion.angular = solid->angular_velocity();
    if (!solid->owns_body()) continue;
    StateVisitor saving = StateVisitor::saving(motion.body_state);
    solid->visit_state(saving);
  }
  return motions;
}

// The bodies of `previous` are ours by now, at rest where joints were made on them: how they moved stands in `motions`.
void Scene::take_over(Scene& previous, std::span<const Motion> motions) {
  std::vector<std::byte> bytes;
  const auto hand_over = [&bytes](Object& from, Object& to) {
    bytes.clear();
    StateVisitor saving = StateVisitor::saving(bytes);
    from.visit_state(saving);
    StateVisitor loading = StateVisitor::loading(bytes);
    to.visit_state(loading);
  };
  // An edited solid carries what hangs on it from where it was to where the tree has it now.
  struct Moved {
    Solid* solid;
    const Solid* before;
  };
  std::vector<Moved> moved;
  for (const auto& solid : solids_) {
    Solid* before = previous.solid_of(solid->node());
    if (!before) continue;
    const Motion& motion = motions[before->order_];
    const bool edited = !same_bits(before->tree_pose_, solid->tree_pose_);
    if (solid->owns_body() && before->owns_body()) {
      StateVisitor loading = StateVisitor::loading(motion.body_state);
      solid->visit_state(loading);
      if (!same_bits(solid->in_body_, before->in_body_)) {
        solid->set_body_pose(motion.pose);
        set_velocity(*solid, motion.linear, motion.angular);
      }
      // As in a world just loaded nothing is asleep: what it rested on may be gone.
      dBodyEnable(solid->body_);
      solid->idle_steps_ = 0;
    } else if (solid->owns_body()) {
      // It had none, or shared that of a solid above.
      if (!same_bits(motion.pose, solid->construction_in_world())) solid->set_body_pose(motion.pose);
      set_velocity(*solid, motion.linear, motion.angular);
    } else if (!solid->body_ && !before->body_) {
      if (!edited) solid->in_parent_ = before->in_parent_;
      if (before->drifts_) {
        solid->set_own_velocity(before->linear_velocity_in_place(), before->angular_velocity_in_place());
        let_drift(*solid);
      }
    }
    if (edited) moved.push_back({solid.get(), before});
  }
  for (const auto& joint : joints_) {
    Joint* before = previous.joint_of(joint->node());
    if (!before) continue;
    const double edited_position = joint->axes()[0].tree_position;
    const bool edited = edited_position != before->axes()[0].tree_position;
    hand_over(*before, *joint);
    if (edited) joint->move_to(0, edited_position);
  }
  for (const Moved& m : moved) {
    const Pose parent = m.solid->parent_ ? m.solid->parent_->pose() : Pose();
    const Pose from = m.solid->body_ ? m.solid->pose() : parent * m.before->in_parent_;
    move(*m.solid, from, parent * m.solid->tree_pose_);
  }
  place_followers();
  if (previous.sounds_) sounds().share_clips(*previous.sounds_);
  for (const auto& robot : robots_) {
    for (const auto& before : previous.robots_)
      if (&before->node() == &robot->node()) robot->take_over(*before);
  }
  for (const auto& charger : chargers_)
    for (const auto& before : previous.chargers_)
      if (&before->node() == &charger->node()) charger->take_over(*before);
  paint_ = std::move(previous.paint_);
}

}  // namespace lightsout
