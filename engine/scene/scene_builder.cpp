#include "engine/scene/scene_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/bodies/solid.h"
#include "engine/contact/contacts.h"
#include "engine/joints/find_kinematic_wheels.h"
#include "engine/joints/kinds/track.h"
#include "engine/joints/kinds/wheel_joint.h"
#include "engine/joints/kinematic_wheels.h"
#include "engine/media/fluids.h"
#include "engine/ode/ode_context.h"
#include "engine/ode/own_joints.h"
#include "engine/robots/charger.h"
#include "engine/robots/devices/brake.h"
#include "engine/robots/devices/motor.h"
#include "engine/robots/robot.h"
#include "engine/shapes/geometry.h"
#include "engine/shapes/mass.h"

namespace lightsout {
namespace {

// The format's damping is per second, ODE's per step: 1 - s = (1 - d)^dt.
double damping_per_step(double per_second, double dt) { return 1 - std::pow(1 - per_second, dt); }

// A merged body's damping is the mean of its parts by volume: a part without a Damping of its own adds 0. Only where no
// part has one it is the default of the world (WbSolidMerger.cpp, setOdeDamping).
struct DampingSum {
  double linear = 0, angular = 0, volume = 0;
  bool any = false;

  void add(const Node& damping, double weight) {
    linear += weight * damping.get<double>("linear");
    angular += weight * damping.get<double>("angular");
    any = true;
  }
};

}  // namespace

void SceneBuilder::read() {
  if (!scene_.meshes_) scene_.meshes_ = std::make_shared<MeshReader>(scene_.world_);
  read_world_info();
  for (const NodePtr& node : scene_.world_.nodes()) visit(*node, {});
  weigh_bodies();
  for (const auto& joint : scene_.joints_) joint->check(diagnostics_);
  for (const auto& robot : scene_.robots_) check_device_names(*robot);
}

void SceneBuilder::place_joints(std::span<const Scene::Standing> standings) {
  standings_ = standings;
  // A world pose that goes with a solid, after this edit.
  const auto carried = [&](const Pose& pose, const Solid* before) {
    const Solid* solid = before ? scene_.solid_of(before->node()) : nullptr;
    if (!solid || !standings[solid->order_].moved) return pose;
    return standings[solid->order_].now * before->pose().inverse() * pose;
  };
  const auto carried_frame = [&](const Solid& solid, const Solid& before) {
    const Pose frame = carried(before.construction_frame(), &before);
    return same_bits(before.place_, solid.place_) ? frame : frame * before.place_ * solid.place_.inverse();
  };
  for (const auto& solid : scene_.solids_) {
    if (!solid->hangs_in_environment()) continue;
    const Solid* before = previous_->solid_of(solid->node());
    const bool goes_on = before && before->hangs_in_environment() && !before->is_set();
    const Pose frame = goes_on ? carried_frame(*solid, *before) : standings[solid->parent_->order_].now;
    if (!same_bits(frame, solid->parent_->construction_in_world()))
      solid->hung_in_ = std::make_unique<const Pose>(frame);
  }
  for (const auto& joint : scene_.joints_) {
    const Joint* before = previous_->joint_of(joint->node());
    if (!before || !before->closed_at_) continue;
    joint->closed_at_ = {carried(before->closed_at_->parent, before->parent_),
                         carried(before->closed_at_->end_point, before->end_point_)};
  }
}

bool SceneBuilder::make() {
  making_ = &scene_.world_.world_info();
  try {
    make_all();
    return true;
  } catch (const OdeFailure& failure) {
    diagnostics_.report(DiagnosticKind::PhysicalValue, making_->span(),
                        fmt::format("ODE cannot simulate {}: {}", describe(*making_), failure.what()));
    return false;
  }
}

void SceneBuilder::make_all() {
  const Node& info = scene_.world_.world_info();
  scene_.ode_->set({scene_.gravity_, info.get<double>("ERP"), info.get<double>("CFM")});
  make_bodies();
  find_kinematic_wheels();
  make_geoms();
  connect_joints();
  if (auto* fluids = scene_.find_part<Fluids>()) fluids->connect();
  for (const auto& robot : scene_.robots_) robot->number_devices();
  bool contacts_are_read = false;
  for (const auto& robot : scene_.robots_) {
    contacts_are_read |= robot->node().get<bool>("supervisor");
    for (const auto& device : robot->devices()) {
      making_ = &device->node();
      device->connect(diagnostics_);
      contacts_are_read |= device->reads_contacts();
      if (auto* gripping = dynamic_cast<Gripping*>(device.get())) scene_.gripping_.push_back(gripping);
    }
  }
  scene_.contacts().read_properties();
  for (const auto& robot : scene_.robots_) {
    const std::uint32_t company = robot->self_collision() ? 0 : robot->node().id();
    scene_.contacts().set_robot(*robot, {company, robot->kinematic_wheels(), &robot->solid()});
  }
  scene_.contacts().prepare(contacts_are_read);
  scene_.solids_.shrink_to_fit();
  scene_.bodies_.shrink_to_fit();
  scene_.body_ids_.shrink_to_fit();
}

void SceneBuilder::read_world_info() {
  const Node& info = scene_.world_.world_info();
  const std::string& system = info.get<std::string>("coordinateSystem");
  if (system == "NUE") {
    scene_.axes_ = {Vector3d::UnitY(), Vector3d::UnitX(), Vector3d::UnitZ()};
  } else if (system == "EUN") {
    scene_.axes_ = {Vector3d::UnitY(), Vector3d::UnitZ(), Vector3d::UnitX()};
  }
  // Of a file before R2020b, where it is not that of the system.
  if (const FieldIndex north = info.type().find_retired("northDirection", 0); info.is_set(north)) {
    scene_.axes_.north = to_eigen(info.get(north).as<Vec3>()).normalized();
    scene_.axes_.east = scene_.axes_.north.cross(scene_.axes_.up);
  }
  scene_.part<Contacts>();
  scene_.gravity_ = -info.get<double>("gravity") * scene_.axes_.up;
}

// What a world may count on and does not get, once per type, at its first node.
void SceneBuilder::tell_unsupported(const Node& node) {
  static constexpr std::pair<std::string_view, std::string_view> effects[] = {
      {"Radio", "controllers do not find it"},
      {"CadShape", "cameras alone see it"},
  };
  for (const auto& [type, effect] : effects)
    if (node.type().name() == type && told_.insert(type).second)
      diagnostics_.report(DiagnosticKind::Unsupported, node.span(),
                          fmt::format("{} is not simulated: {}", type, effect));
}

void SceneBuilder::visit(Node& node, const Place& place) {
  tell_unsupported(node);
  if (node.is_a("Solid")) {
    visit_solid(node, place);
  } else if (node.is_a("Joint") || node.is_a("Propeller")) {
    visit_joint(node, place);
  } else if (node.is_a("Fluid")) {
    visit_fluid(node, place);
  } else if (node.is_a("Group")) {
    Place inner = place;
    inner.frame = place.frame.inside(node);
    inner.in_solid = inner.frame.pose;
    inner.joint = nullptr;
    for (const NodePtr& child : node.nodes("children")) visit(*child, inner);
  } else if (node.is_a("Slot")) {
    if (Node* end = node.node("endPoint")) visit(*end, place);
  } else if (node.is_a("Shape")) {
    add_visible_shape(node, place);
  } else if (place.robot && place.solid) {
    add_device(node, place, nullptr, 0);
  }
}

std::string SceneBuilder::unique_path(const Node& node, const Solid* parent) {
  std::string path = node.def().empty() ? node.get<std::string>("name") : node.def();
  if (parent) path = parent->path() + "." + path;
  if (!scene_.solid_by_path_.contains(path)) return path;
  for (int& n = last_numbers_[path];;) {
    std::string candidate = fmt::format("{}#{}", path, ++n + 1);
    if (!scene_.solid_by_path_.contains(candidate)) return candidate;
  }
}

void SceneBuilder::visit_solid(Node& node, const Place& place) {
  Robot* robot = place.robot;
  if (node.is_a("Robot")) {
    scene_.robots_.push_back(std::make_unique<Robot>(node, scene_));
    robot = scene_.robots_.back().get();
  }
  scene_.solids_.push_back(std::make_unique<Solid>(node, place.solid, robot, place.in_solid));
  Solid& solid = *scene_.solids_.back();
  if (node.is_a("Robot")) robot->solid_ = &solid;
  solid.order_ = std::uint32_t(scene_.solids_.size() - 1);
  solid.path_ = unique_path(node, place.solid);
  Joint* joint = place.joint;
  if (!joint && place.solid && is_driven_wheel(node, place.solid->node()))
    joint = add_joint(make_wheel_joint({node, scene_, place.solid, place.in_solid, robot, solid.path_}), place);
  solid.joint_ = joint;
  scene_.solid_of_[&node] = &solid;
  scene_.solid_by_path_[solid.path_] = &solid;
  if (const Solid* before = previous_ ? previous_->solid_of(node) : nullptr) {
    if (before->is_set()) {
      solid.construction_ = solid.in_parent_ = place.in_solid * before->edited_place();
      // The joint stands where it stood: its zero is another.
      if (joint)
        for (JointAxis& axis : joint->axes()) axis.initial_position = axis.position;
    } else {
      // A Pose above that was put elsewhere takes along what is in it.
      const bool is_carried = !same_bits(before->place_, solid.place_);
      const auto carried = [&](const Pose& in_parent) {
        return is_carried ? solid.place_ * before->place_.inverse() * in_parent : in_parent;
      };
      solid.construction_ = carried(before->construction_);
      solid.in_parent_ = carried(before->in_parent_);
      // Where it gets or loses a body, it is where that leaves it; a joint keeps its zero.
      const bool has_physics = node.node("physics") != nullptr;
      if (before->owns_body() && !has_physics)
        solid.in_parent_ = carried((before->parent_ ? before->parent_->pose() : Pose()).inverse() * before->pose());
      if (!joint && before->owns_body() != has_physics && (before->owns_body() || !before->body_))
        solid.construction_ = solid.in_parent_;
      // What was held in the environment may have been left behind by what it is below: its joint begins anew there.
      if (joint && !has_physics && before->hangs_in_environment()) {
        solid.construction_ = solid.in_parent_;
        for (JointAxis& axis : joint->axes()) axis.initial_position = axis.position;
      }
    }
  }
  if (joint) joint->end_point_ = &solid;

  if (Node* bounding = node.node("boundingObject"))
    read_bounding_object(*bounding, Pose(), *scene_.meshes_, diagnostics_, solid.shapes_);
  const int material = scene_.part<Contacts>().material(node.get<std::string>("contactMaterial"));
  for (auto& shape : solid.shapes_) {
    shape->solid = &solid;
    shape->material = material;
  }

  const Place inner{&solid, Pose(), Pose(), robot, nullptr};
  // A device with a pose belongs to the robot above it.
  if (place.robot && !node.is_a("Robot"))
    if (const Device* device = add_device(node, inner, nullptr, 0)) solid.held_by_device_ = device->holds_its_body();
  for (const NodePtr& child : node.nodes("children")) visit(*child, inner);
  if (Node* head = node.has("rotatingHead") ? node.node("rotatingHead") : nullptr) {
    visit(*head, inner);
    const auto found = scene_.solid_of_.find(head);
    if (found != scene_.solid_of_.end()) found->second->drives_itself_ = node.get<std::string>("type") == "rotating";
  }
  if (node.is_a("DifferentialWheels")) add_device(node, inner, nullptr, 0);
  if (node.is_a("Charger")) scene_.part<Chargers>().add(solid);
  if (node.is_a("Track")) {
    visit_joint(node, inner);
    solid.track_ = dynamic_cast<Track*>(scene_.joint_of(node));
  }
}

void SceneBuilder::visit_fluid(Node& node, const Place& place) {
  std::vector<std::unique_ptr<Shape>> shapes;
  if (Node* bounding = node.node("boundingObject"))
    read_bounding_object(*bounding, Pose(), *scene_.meshes_, diagnostics_, shapes);
  const Pose in_world = (place.solid ? place.solid->construction_in_world() : Pose()) * place.in_solid;
  scene_.part<Fluids>().add(node, in_world * local_pose(node), std::move(shapes));
}

Joint* SceneBuilder::add_joint(std::unique_ptr<Joint> joint, const Place& place) {
  Joint* live = joint.get();
  const Node& node = live->node();
  if (const Joint* before = previous_ ? previous_->joint_of(node) : nullptr) live->keep_zero_of(*before);
  scene_.joints_.push_back(std::move(joint));
  scene_.joint_of_[&node] = live;
  if (place.robot) {
    for (int axis = 0; axis < int(live->axes().size()); ++axis) {
      static constexpr std::string_view fields[] = {"device", "device2", "device3"};
      add_joint_devices(node, *live, place, fields[axis], axis);
    }
  }
  return live;
}

void SceneBuilder::visit_joint(Node& node, const Place& place) {
  std::string path = node.def();
  if (path.empty()) path = fmt::format("{}{}", node.type().name(), scene_.joints_.size());
  if (place.solid) path = place.solid->path() + "." + path;
  auto joint = make_joint({node, scene_, place.solid, place.in_solid, place.robot, std::move(path)});
  if (!joint) {
    diagnostics_.report(DiagnosticKind::Unsupported, node.span(),
                        fmt::format("{} is not simulated: its endPoint stays where it is", node.type().name()));
    if (Node* end = node.node("endPoint")) {
      Place inner = place;
      inner.joint = nullptr;
      visit(*end, inner);
    }
    return;
  }
  Joint* live = add_joint(std::move(joint), place);
  Place inner = place;
  inner.joint = nullptr;
  for (const std::string_view helix : {"slowHelix", "fastHelix"})
    if (Node* solid = node.has(helix) ? node.node(helix) : nullptr) visit(*solid, inner);
  if (Node* end = node.has("endPoint") ? node.node("endPoint") : nullptr) {
    inner.joint = live;
    visit(*end, inner);
  }
}

void SceneBuilder::add_joint_devices(const Node& node, Joint& joint, const Place& place, std::string_view field,
                                     int axis) {
  const FieldIndex index = node.type().find(field);
  if (index == no_field) return;
  if (node.type().field(index).type == FieldType::SFNode) {
    if (Node* device = node.node(field)) add_device(*device, place, &joint, axis);
    return;
  }
  for (const NodePtr& device : node.nodes(field)) add_device(*device, place, &joint, axis);
}

void SceneBuilder::find_kinematic_wheels() {
  for (const auto& robot : scene_.robots_) {
    robot->kinematic_wheels_ = lightsout::find_kinematic_wheels(*robot->solid_, scene_.joints_, scene_.axes_.up);
    robot->solid_->drives_itself_ = robot->kinematic_wheels_ != nullptr;
  }
}

Device* SceneBuilder::add_device(Node& node, const Place& place, Joint* joint, int axis) {
  Robot& robot = *place.robot;
  if (node.is_a("JointDevice") && !joint) return nullptr;  // nothing to drive or to measure there
  auto device = make_device({node, robot.surroundings(), place.solid, joint, axis});
  if (!device) return nullptr;
  if (joint) {
    if (auto* motor = dynamic_cast<Motor*>(device.get())) joint->axes()[axis].drive = joint->axes()[axis].motor = motor;
    if (auto* brake = dynamic_cast<Brake*>(device.get())) joint->axes()[axis].brake = brake;
  }
  robot.devices_.push_back(std::move(device));
  return robot.devices_.back().get();
}

// Told at the second one.
void SceneBuilder::check_device_names(const Robot& robot) {
  std::map<std::string_view, std::vector<const Node*>> named;
  for (const auto& device : robot.devices()) {
    std::vector<const Node*>& nodes = named[device->name()];
    nodes.push_back(&device->node());
    if (nodes.size() != 2) continue;
    diagnostics_
        .report(DiagnosticKind::DuplicateDevice, nodes[1]->span(),
                fmt::format("a second device with the name \"{}\": controllers that ask for it get one of them",
                            device->name()))
        .note(nodes[0]->span(), "the first is here");
  }
}

void SceneBuilder::add_visible_shape(Node& node, const Place& place) {
  Node* geometry = node.node("geometry");
  if (!geometry) return;
  // What cannot be hit by a ray is only not seen; of scenery, only a mesh that is there and cannot be read is told.
  Diagnostics unseen;
  auto shape = read_geometry(*geometry, place.frame, false, *scene_.meshes_, unseen);
  for (const Diagnostic& told : unseen.all())
    if (told.kind == DiagnosticKind::BadMesh || told.kind == DiagnosticKind::UnreadableVisibleMesh)
      diagnostics_.report(told.kind, told.span, told.message);
  if (!shape) return;
  shape->solid = place.solid;
  shape->node = &node;
  (place.solid ? place.solid->visible_shapes_ : scene_.environment_shapes_).push_back(std::move(shape));
}

void SceneBuilder::weigh_bodies() {
  const Node& info = scene_.world_.world_info();
  const double dt = info.get<double>("basicTimeStep") / 1000;

  // Which solid owns the body that carries each; a parent stands before its children.
  for (const auto& solid : scene_.solids_) {
    if (!solid->node().node("physics")) continue;
    Solid* parent = solid->parent_;
    const bool merges = parent && parent->body_owner_ && !solid->joint_ && !solid->held_by_device_;
    solid->body_owner_ = merges ? parent->body_owner_ : solid.get();
  }

  std::unordered_map<const Solid*, std::size_t> index;  // looked up only
  std::vector<DampingSum> dampings;
  const Node* default_damping = info.node("defaultDamping");
  for (const auto& solid : scene_.solids_) {
    Solid* owner = solid->body_owner_;
    if (!owner) continue;
    const Node& physics = *solid->node().node("physics");
    const auto mass = solid_mass(physics, solid->shapes_, diagnostics_);
    if (!mass) continue;
    if (owner == solid.get()) {
      index[owner] = settings_.size();
      settings_.push_back({*mass, std::nullopt});
      dampings.emplace_back();
      scene_.bodies_.push_back(owner);
    } else if (index.contains(owner)) {
      const dMass moved = transformed(*mass, solid->construction_in(*owner));
      dMassAdd(&settings_[index[owner]].mass, &moved);
    }
    if (!index.contains(owner)) continue;
    double volume = 0;
    for (const auto& shape : solid->shapes_) volume += shape_volume(*shape);
    if (volume == 0) volume = 1e-9;  // so that a body without shapes has a damping too
    DampingSum& sum = dampings[index[owner]];
    if (const Node* damping = physics.node("damping")) sum.add(*damping, volume);
    sum.volume += volume;
  }
  check_weights();
  for (std::size_t i = 0; i < dampings.size(); ++i) {
    DampingSum& sum = dampings[i];
    if (!sum.any && default_damping) sum.add(*default_damping, sum.volume);
    if (!sum.any) continue;
    settings_[i].damping = {damping_per_step(sum.linear / sum.volume, dt),
                            damping_per_step(sum.angular / sum.volume, dt)};
  }
}

// ODE wants a body's inertia about its centre of mass. Where that is far from the shapes, the difference of what the
// parallel-axis theorem adds and takes away again leaves nothing of it.
void SceneBuilder::check_weights() {
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    dMass mass = settings_[i].mass;
    translate(mass, -vector_of(mass.c));
    if (is_physical(mass)) continue;
    const Node& node = scene_.bodies_[i]->node();
    const double* c = settings_[i].mass.c;
    diagnostics_.report(DiagnosticKind::PhysicalValue, node.node("physics")->span(),
                        fmt::format("the body of {} has no inertia that can be computed with: mass {} kg, centre of "
                                    "mass {} {} {} m",
                                    describe(node), mass.mass, c[0], c[1], c[2]));
    dMassSetParameters(&settings_[i].mass, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0);  // to find what else is wrong
  }
}

void SceneBuilder::make_bodies() {
  const Node& info = scene_.world_.world_info();
  const double dt = info.get<double>("basicTimeStep") / 1000;
  const double disable_time = info.get<double>("physicsDisableTime");
  if (disable_time > 0) {
    scene_.sleep_ = {std::int64_t(std::ceil(disable_time / dt)), info.get<double>("physicsDisableLinearThreshold"),
                     info.get<double>("physicsDisableAngularThreshold")};
  }
  for (std::size_t i = 0; i < scene_.bodies_.size(); ++i) {
    Solid& owner = *scene_.bodies_[i];
    dMass& mass = settings_[i].mass;
    const Vector3d center = vector_of(mass.c);
    const Pose pose = owner.construction_in_world();
    making_ = &owner.node();
    translate(mass, -center);
    mass.c[0] = mass.c[1] = mass.c[2] = 0;  // ODE insists on an exact zero
    const dBodyID body = scene_.ode_->body(owner.node().id(), settings_[i]);
    const Vector3d p = pose * center;
    dBodySetPosition(body, p.x(), p.y(), p.z());
    dBodySetRotation(body, OdeMatrix(pose.rotation).m);
    owner.body_ = body;
    owner.owns_body_ = true;
    owner.body_index_ = int(i);
    scene_.body_ids_.push_back(body);
    owner.in_body_ = {-center, Matrix3d::Identity()};
    // What Webots keeps as hidden fields of a moving solid in a saved world: velocities of the body, world axes.
    const Node& node = owner.node();
    if (node.has("linearVelocity")) {
      const Vec3 &v = node.get<Vec3>("linearVelocity"), &w = node.get<Vec3>("angularVelocity");
      dBodySetLinearVel(body, v.x, v.y, v.z);
      dBodySetAngularVel(body, w.x, w.y, w.z);
    }
  }
  for (const auto& solid : scene_.solids_) {
    Solid* owner = solid->body_owner_;
    if (!owner || owner == solid.get() || !owner->body_) continue;
    solid->body_ = owner->body_;
    solid->in_body_ = owner->in_body_ * solid->construction_in(*owner);
  }

  // A solid with Physics, all solids above it without, and no joint between, is held where it is.
  for (Solid* owner : scene_.bodies_) {
    if (!owner->parent_ || owner->joint_ || owner->parent_->moved_by()) continue;
    owner->top().held_by_environment_ = true;
    if (owner->held_by_device_) continue;
    const dJointID fixed = dJointCreateFixed(scene_.ode_world(), nullptr);
    dJointAttach(fixed, owner->body_, nullptr);
    dJointSetFixed(fixed);
    mark_as_own(fixed);
    scene_.fixed_joints_.push_back(fixed);
    scene_.joint_edges_.push_back({owner->body_index_, -1, 6});
  }
}

void SceneBuilder::make_geoms() {
  for (const auto& solid : scene_.solids_) {
    const Node& node = solid->node();
    if (solid->body_ || !node.has("linearVelocity")) continue;
    solid->set_own_velocity(to_eigen(node.get<Vec3>("linearVelocity")), to_eigen(node.get<Vec3>("angularVelocity")));
    solid->drifts_ = solid->moves_by_itself() && !solid->drives_itself_;
  }
  scene_.list_drifting();
  for (const auto& solid : scene_.solids_) {
    const Solid* mover = solid->moved_by();
    solid->can_move_ = mover != nullptr;
    for (Solid* s = solid.get(); s && !solid->can_move_; s = s->parent_)
      solid->can_move_ = s->joint_ != nullptr || s->drives_itself_ || s->drifts_;
    const bool carried = !solid->body_ && solid->can_move_;
    const Node& node = solid->node();
    const Node* bounding = node.node("boundingObject");
    if (solid->shapes_.empty()) continue;
    // Part of what plugins rely on: docs/plugins.md, "What a boundingObject becomes".
    making_ = &node;
    const bool own_space = bounding && (bounding->type().name() == "Group" || solid->shapes_.size() > 1);
    solid->space_ = scene_.ode_->geoms(node.id(), solid->shapes_, own_space);
    for (const auto& shape : solid->shapes_) {
      scene_.contacts().add_shape(*shape);
      if (solid->body_ && shape->kind != ShapeKind::Plane)
        attach_geom(*shape, solid->body_, solid->in_body_);
      else
        place_geom(shape->geom, solid->pose() * geom_in_solid(*shape));
    }
    if (carried) scene_.add_followers(*solid);
  }
}

void SceneBuilder::close_loop(Joint& joint, const Node& reference) {
  const std::string& name = reference.get<std::string>("solidName");
  joint.closes_loop_ = true;
  if (name == "<static environment>") return;
  // Of the same robot, or of whatever solid is at the top there.
  for (const auto& solid : scene_.solids_) {
    if (joint.parent_ && &solid->top() != &joint.parent_->top()) continue;
    if (solid->node().get<std::string>("name") != name) continue;
    // What has no Physics belongs to the environment.
    joint.end_point_ = solid->body_ ? solid.get() : nullptr;
    return;
  }
  diagnostics_.report(DiagnosticKind::Unsupported, reference.span_of("solidName"),
                      fmt::format("no solid below the same top has the name \"{}\": the joint holds nothing", name));
  joint.end_point_ = joint.parent_;  // a joint of a body with itself is none
}

void SceneBuilder::close_as_it_is(Joint& joint) const {
  const auto node_of = [](const Solid* solid) { return solid ? &solid->node() : nullptr; };
  const Joint* before = previous_->joint_of(joint.node());
  if (before && before->closes_loop_ && node_of(before->end_point_) == node_of(joint.end_point_)) return;
  const auto now = [this](const Solid* solid) { return solid ? standings_[solid->order_].now : Pose(); };
  joint.closed_at_ = {now(joint.parent_), now(joint.end_point_)};
}

void SceneBuilder::connect_joints() {
  for (const auto& joint : scene_.joints_) {
    making_ = &joint->node();
    if (const Node* end = joint->node().has("endPoint") ? joint->node().node("endPoint") : nullptr)
      if (end->is_a("SolidReference")) {
        close_loop(*joint, *end);
        if (!standings_.empty()) close_as_it_is(*joint);
      }
    joint->connect();
    if (joint->ode_joint()) scene_.ode_joints_.push_back(joint.get());
    if (joint->rows() == 0) continue;
    const Solid* parent = joint->holder();
    Solid* end = joint->end_point();
    if (!parent) end->top().held_by_environment_ = true;
    if (!end) joint->parent()->top().held_by_environment_ = true;
    // The first body of an edge is never the environment.
    const int one = end ? end->body_index() : -1, other = parent ? parent->body_index() : -1;
    scene_.joint_edges_.push_back({one < 0 ? other : one, one < 0 ? one : other, joint->rows()});
  }
}

}  // namespace lightsout
