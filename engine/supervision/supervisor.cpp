// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The table of operations, and those that concern the simulation as a whole.
#include "engine/supervision/supervisor.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/bodies/solid.h"
#include "engine/ode/ode_context.h"
#include "engine/recorders/media/web_animation.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/state/clock.h"
#include "engine/state/log.h"
#include "engine/state/part.h"
#include "engine/state/state.h"
#include "engine/supervision/supervisor_request.h"
#include "world_format/project/project.h"
#include "world_format/protos/proto_projects.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

// Of what a saved state holds.
void visit_value(StateVisitor& state, Value& value) {
  FieldType type = value.type();
  state.field("type", type);
  if (state.is_loading()) value = Value::empty(type <= FieldType::MFNode ? type : FieldType::SFFloat);
  if (type == FieldType::SFFloat) {
    state.field("number", value.as<double>());
  } else if (type == FieldType::SFVec3f) {
    auto& v = value.as<Vec3>();
    for (double* number : {&v.x, &v.y, &v.z}) state.field("number", *number);
  } else if (type == FieldType::SFRotation) {
    auto& r = value.as<Rotation>();
    for (double* number : {&r.x, &r.y, &r.z, &r.angle}) state.field("number", *number);
  } else if (type == FieldType::MFFloat) {
    state.list("numbers", value.as<MFFloat>());
  }
}

}  // namespace

// In the order of the operation's numbers, from 1.
const Supervisor::Operation Supervisor::operations[] = {
    {LO_SUPERVISOR_ROOT, true, &Supervisor::get_node},
    {LO_SUPERVISOR_SELF, true, &Supervisor::get_node},
    {LO_SUPERVISOR_SELECTED, true, &Supervisor::get_node},
    {LO_SUPERVISOR_FROM_ID, true, &Supervisor::get_node},
    {LO_SUPERVISOR_FROM_DEF, true, &Supervisor::get_node},
    {LO_SUPERVISOR_FROM_DEVICE, true, &Supervisor::get_node},
    {LO_SUPERVISOR_PARENT, true, &Supervisor::get_node},
    {LO_SUPERVISOR_PROTO, true, &Supervisor::get_proto},
    {LO_SUPERVISOR_FIELD_BY_NAME, true, &Supervisor::get_field},
    {LO_SUPERVISOR_FIELD_BY_INDEX, true, &Supervisor::get_field},
    {LO_SUPERVISOR_ACTUAL_FIELD, true, &Supervisor::get_field},
    {LO_SUPERVISOR_FIELD_COUNT, true, &Supervisor::get_count},
    {LO_SUPERVISOR_FIELD_GET, true, &Supervisor::get_value},
    {LO_SUPERVISOR_POSITION, true, &Supervisor::get_pose},
    {LO_SUPERVISOR_ORIENTATION, true, &Supervisor::get_pose},
    {LO_SUPERVISOR_POSE, true, &Supervisor::get_pose},
    {LO_SUPERVISOR_CENTER_OF_MASS, true, &Supervisor::get_center_of_mass},
    {LO_SUPERVISOR_VELOCITY, true, &Supervisor::get_velocity},
    {LO_SUPERVISOR_STATIC_BALANCE, true, &Supervisor::get_static_balance},
    {LO_SUPERVISOR_EXPORT_STRING, true, &Supervisor::export_string},
    {LO_SUPERVISOR_CONTACT_POINTS, true, &Supervisor::get_contact_points},
    {LO_SUPERVISOR_MOVIE_STATUS, true, &Supervisor::get_movie_status},
    {LO_SUPERVISOR_FIELD_SET, false, &Supervisor::set_value},
    {LO_SUPERVISOR_FIELD_INSERT, true, &Supervisor::insert_value},
    {LO_SUPERVISOR_FIELD_REMOVE, true, &Supervisor::remove_value},
    {LO_SUPERVISOR_FIELD_IMPORT, true, &Supervisor::import_node},
    {LO_SUPERVISOR_REMOVE_NODE, true, &Supervisor::remove_node},
    {LO_SUPERVISOR_SET_VELOCITY, true, &Supervisor::set_velocity},
    {LO_SUPERVISOR_ADD_FORCE, true, &Supervisor::add_force},
    {LO_SUPERVISOR_ADD_FORCE_WITH_OFFSET, true, &Supervisor::add_force},
    {LO_SUPERVISOR_ADD_TORQUE, true, &Supervisor::add_force},
    {LO_SUPERVISOR_NODE_RESET_PHYSICS, true, &Supervisor::reset_node_physics},
    {LO_SUPERVISOR_SET_JOINT_POSITION, true, &Supervisor::set_joint_position},
    {LO_SUPERVISOR_SAVE_STATE, true, &Supervisor::save_state},
    {LO_SUPERVISOR_LOAD_STATE, true, &Supervisor::load_state},
    {LO_SUPERVISOR_RESTART_CONTROLLER, true, &Supervisor::restart_controller},
    {LO_SUPERVISOR_SET_VISIBILITY, true, &Supervisor::set_visibility},
    {LO_SUPERVISOR_MOVE_VIEWPOINT, true, &Supervisor::move_viewpoint},
    {LO_SUPERVISOR_WORLD_LOAD, true, &Supervisor::load_world},
    {LO_SUPERVISOR_WORLD_SAVE, true, &Supervisor::save_world},
    {LO_SUPERVISOR_WORLD_RELOAD, true, &Supervisor::load_world},
    {LO_SUPERVISOR_QUIT, true, &Supervisor::quit},
    {LO_SUPERVISOR_RESET, true, &Supervisor::reset},
    {LO_SUPERVISOR_RESET_PHYSICS, true, &Supervisor::reset_physics},
    {LO_SUPERVISOR_SET_MODE, true, &Supervisor::set_mode},
    {LO_SUPERVISOR_SET_LABEL, true, &Supervisor::set_label},
    {LO_SUPERVISOR_EXPORT_IMAGE, true, &Supervisor::export_image},
    {LO_SUPERVISOR_MOVIE_START, true, &Supervisor::start_movie},
    {LO_SUPERVISOR_MOVIE_STOP, true, &Supervisor::stop_movie},
    {LO_SUPERVISOR_ANIMATION_START, true, &Supervisor::start_animation},
    {LO_SUPERVISOR_ANIMATION_STOP, true, &Supervisor::stop_animation},
    {LO_SUPERVISOR_TRACK_FIELD, true, &Supervisor::track},
    {LO_SUPERVISOR_TRACK_POSE, true, &Supervisor::track},
    {LO_SUPERVISOR_TRACK_CONTACTS, true, &Supervisor::track},
};

void Supervisor::serve(Robot& robot, std::span<const std::byte> message) {
  static_assert(std::size(operations) == LO_SUPERVISOR_OPERATION_COUNT - 1);
  Request request{};
  Answer answer;
  request.robot = &robot;
  if (message.size() < sizeof(lo_supervisor_request)) return;
  std::memcpy(static_cast<lo_supervisor_request*>(&request), message.data(), sizeof(lo_supervisor_request));
  const auto text = message.subspan(sizeof(lo_supervisor_request));
  request.body = {reinterpret_cast<const char*>(text.data()), std::min<std::size_t>(request.text_size, text.size())};
  if (request.operation < 1 || request.operation >= LO_SUPERVISOR_OPERATION_COUNT) {
    answer.no("unknown request");
    robot.send(0, LO_MESSAGE_ANSWER, answer.bytes);
    return;
  }
  const Operation& operation = operations[request.operation - 1];
  assert(operation.code == request.operation);
  if (!robot.node().get<bool>("supervisor")) {
    answer.no("the robot is not a supervisor: set its field `supervisor` to TRUE");
  } else if (request.operation == LO_SUPERVISOR_FIELD_SET) {
    sets_.push_back({robot.node().id(), request, std::string(request.body)});
  } else {
    const bool changes_tree =
        request.operation >= LO_SUPERVISOR_FIELD_INSERT && request.operation <= LO_SUPERVISOR_REMOVE_NODE;
    if (changes_tree || request.operation == LO_SUPERVISOR_WORLD_SAVE ||
        request.operation == LO_SUPERVISOR_EXPORT_IMAGE || request.operation == LO_SUPERVISOR_MOVE_VIEWPOINT)
      apply_sets(robot.node().id());
    (this->*operation.handler)(request, answer);
  }
  if (operation.answered) robot.send(0, LO_MESSAGE_ANSWER, answer.bytes);
}

void Supervisor::apply_sets() {
  // Turns are taken in the order of the tree, and so they came.
  while (!sets_.empty()) apply_sets(sets_.front().robot);
}

void Supervisor::apply_sets(std::uint32_t id) {
  const Node* node = simulation_.world().find_id(id);
  Robot* robot = node ? simulation_.scene().robot_of(*node) : nullptr;
  for (const WaitingSet& set : sets_) {
    if (set.robot != id || !robot) continue;
    Request request{};
    static_cast<lo_supervisor_request&>(request) = set.request;
    request.robot = robot;
    request.body = set.text;
    Answer nobody;
    set_value(request, nobody);
  }
  std::erase_if(sets_, [id](const WaitingSet& set) { return set.robot == id; });
}

// Keepers of parameters are nobody's handle.
Node* Supervisor::node_of(int id) const {
  Node* node = id > 0 ? simulation_.world().find_id(std::uint32_t(id)) : nullptr;
  return node && node->type().is_proto() ? nullptr : node;
}

void Supervisor::warn(const Request& request, std::string_view text) const {
  simulation_.log().write(LogLevel::Warning, request.robot->path(), text);
}

void Supervisor::accept(const Request&, Answer& answer) { answer.yes(); }

std::string Supervisor::file_of(const Request& request) const {
  std::filesystem::path path(request.body);
  if (path.is_absolute()) return path.string();
  const Node& robot = request.robot->node();
  const std::filesystem::path folder =
      find_part(simulation_.world(), robot, "controllers", robot.get<std::string>("controller"));
  return (folder.empty() ? path : folder / path).lexically_normal().string();
}

void Supervisor::start_animation(const Request& request, Answer& answer) {
  if (animation_) return answer.no("an animation is being recorded already");
  auto animation = WebAnimation::open(file_of(request));
  if (!animation) return answer.no(animation.error());
  animation_ = animation->get();
  simulation_.scene().write_to_tree();
  simulation_.start_recorder(std::move(*animation));
  answer.yes();
}

void Supervisor::stop_animation(const Request&, Answer& answer) {
  if (!animation_) return answer.no("no animation is being recorded");
  const std::string failure = simulation_.stop_recorder(std::exchange(animation_, nullptr));
  failure.empty() ? answer.yes() : answer.no(failure);
}

void Supervisor::leave_world() {
  if (animation_) simulation_.stop_recorder(std::exchange(animation_, nullptr));
  end_movie();
  clear();
}

void Supervisor::quit(const Request& request, Answer& answer) {
  simulation_.request_quit(request.robot->path(), request.index);
  answer.yes();
}

void Supervisor::reset(const Request&, Answer& answer) {
  simulation_.request_reset();
  answer.yes();
}

void Supervisor::reset_physics(const Request&, Answer& answer) {
  for (const auto& solid : simulation_.scene().solids()) {
    solid->stop_motion();
    simulation_.scene().stop_motors(*solid);
  }
  answer.yes();
}

void Supervisor::restart_controller(const Request& request, Answer& answer) {
  const Node* node = node_of(request.node);
  Robot* robot = node ? simulation_.scene().robot_of(*node) : nullptr;
  if (!robot) return answer.no("restart_controller needs a Robot");
  simulation_.request_restart(node->id());
  answer.yes();
}

void Supervisor::load_world(const Request& request, Answer& answer) {
  const bool reload = request.operation == LO_SUPERVISOR_WORLD_RELOAD;
  simulation_.request_world(reload ? simulation_.world().path : file_of(request));
  answer.yes();
}

void Supervisor::save_world(const Request& request, Answer& answer) {
  const std::string path = request.body.empty() ? simulation_.world().path : file_of(request);
  if (const auto saved = simulation_.save_world(path); !saved) return answer.no(saved.error());
  answer.yes();
}

void Supervisor::set_mode(const Request& request, Answer& answer) {
  if (request.index < pause_mode || request.index > fast_mode) return answer.no("there is no such mode");
  mode_ = request.index;
  if (mode_ == pause_mode)
    warn(request,
         "the simulation was paused: a run without a window has nobody to resume it, it goes on with the next "
         "step");
  answer.yes();
}

void Supervisor::set_label(const Request& request, Answer& answer) {
  Label& label = labels_[request.index];
  const std::size_t end = std::min(request.body.find('\0'), request.body.size());
  label.text = request.body.substr(0, end);
  label.font = end < request.body.size() ? request.body.substr(end + 1) : std::string_view();
  label.x = request.numbers[0];
  label.y = request.numbers[1];
  label.size = request.numbers[2];
  label.transparency = request.numbers[3];
  label.color = std::uint32_t(request.integer) & 0xffffff;
  answer.yes();
}

void Supervisor::track(const Request& request, Answer& answer) {
  const auto same = [&](const Tracked& t) {
    return t.robot == request.robot->node().id() && t.request.operation == request.operation &&
           t.request.node == request.node && t.request.level == request.level && t.request.field == request.field &&
           t.request.other == request.other;
  };
  std::erase_if(tracked_, same);
  if (request.index > 0) {
    const std::int64_t period = simulation_.clock().steps_in(request.index);
    tracked_.push_back({request.robot->node().id(), request, period, simulation_.clock().step() + period});
  }
  answer.yes();
}

void Supervisor::forget_controller(std::uint32_t robot) {
  std::erase_if(tracked_, [robot](const Tracked& tracked) { return tracked.robot == robot; });
}

void Supervisor::send_tracked() {
  for (Tracked& tracked : tracked_) {
    if (simulation_.clock().step() < tracked.next_step) continue;
    const Node* node = simulation_.world().find_id(tracked.robot);
    Robot* robot = node ? simulation_.scene().robot_of(*node) : nullptr;
    if (!robot || !node->get<bool>("supervisor")) continue;
    tracked.next_step = simulation_.clock().step() + tracked.period_steps;
    Request request{};
    static_cast<lo_supervisor_request&>(request) = tracked.request;
    request.robot = robot;
    Answer answer;
    switch (tracked.request.operation) {
      case LO_SUPERVISOR_TRACK_FIELD:
        request.operation = LO_SUPERVISOR_FIELD_GET;
        break;
      case LO_SUPERVISOR_TRACK_POSE:
        request.operation = LO_SUPERVISOR_POSE;
        break;
      default:
        request.operation = LO_SUPERVISOR_CONTACT_POINTS;
        break;
    }
    const Operation& operation = operations[request.operation - 1];
    (this->*operation.handler)(request, answer);
    const lo_supervisor_tracked header{request.operation, request.node,  request.level,
                                       request.field,     request.other, request.flag};
    std::vector<std::byte> bytes(sizeof header + answer.bytes.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    std::memcpy(bytes.data() + sizeof header, answer.bytes.data(), answer.bytes.size());
    robot->send(0, LO_MESSAGE_TRACKED, bytes);
  }
}

void Supervisor::visit_state(StateVisitor& state) {
  state.node("supervisor");
  // Maps and lists of records: their number, then each; loading starts from nothing.
  const auto count_of = [&state](std::string_view label, std::size_t size) {
    std::uint64_t count = size;
    state.field(label, count);
    return state.failed() ? 0 : count;
  };
  const auto visit_fields = [&](std::vector<SavedField>& fields) {
    const std::uint64_t count = count_of("fields", fields.size());
    if (state.is_loading()) fields.resize(std::min<std::uint64_t>(count, 1u << 24));
    for (SavedField& field : fields) {
      state.field("node", field.node);
      state.field("is an axis", field.is_axis);
      state.field("field", field.field);
      visit_value(state, field.value);
    }
  };
  std::vector<int> ids;
  for (const auto& [id, label] : labels_) ids.push_back(id);
  state.list("labels", ids);
  if (state.is_loading()) clear();
  for (const int id : ids) {
    Label& label = labels_[id];
    state.text("text", label.text);
    state.text("font", label.font);
    state.field("x", label.x);
    state.field("y", label.y);
    state.field("size", label.size);
    state.field("transparency", label.transparency);
    state.field("color", label.color);
  }
  state.field("mode", mode_);
  state.field("departures", simulation_.world().departures);
  std::vector<std::byte> requests(tracked_.size() * sizeof(Tracked));
  if (!tracked_.empty()) std::memcpy(requests.data(), tracked_.data(), requests.size());
  state.list("tracked", requests);
  if (state.is_loading()) {
    tracked_.resize(requests.size() / sizeof(Tracked));
    if (!tracked_.empty()) std::memcpy(tracked_.data(), requests.data(), tracked_.size() * sizeof(Tracked));
  }
  auto saved = saved_.begin();
  for (std::uint64_t i = count_of("saved states", saved_.size()); i > 0 && !state.failed(); --i) {
    std::pair<std::uint32_t, std::string> key;
    if (!state.is_loading()) key = saved->first;
    state.field("node", key.first);
    state.text("name", key.second);
    std::vector<SavedField>& fields = state.is_loading() ? saved_[key] : (saved++)->second;
    visit_fields(fields);
  }
  visit_fields(initial_);
  state.field("fields of the start", initial_count_);
  edits_.visit_state(state);
  hidden_->visit_state(state);
  viewpoint_.visit_state(state);
}

void Supervisor::clear() {
  labels_.clear();
  tracked_.clear();
  saved_.clear();
  leaving_.clear();
  sets_.clear();
  forget_held();
  mode_ = fast_mode;
  hidden_->clear();
  viewpoint_.clear();
}

}  // namespace lightsout
