// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/supervisor_bench.h"

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <deque>
#include <map>
#include <vector>

#include "controllers/wire/block.h"
#include "controllers/wire/message.h"
#include "controllers/wire/sensor.h"
#include "controllers/wire/supervisor.h"
#include "engine/bodies/solid.h"
#include "engine/controller_end.h"
#include "engine/recorders/recorder.h"
#include "engine/robots/exchange/reserved_memory.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation_options.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

using Action = SupervisorPlan::Action;
using Kind = Action::Kind;

constexpr double near = 1e-7;  // m, rad: of the size of what joints are pulled together by

Matrix3d rows_of(const double* r) { return to_matrix({r[0], r[1], r[2], r[3]}); }

std::string difference_between(Simulation& simulation, const SupervisorPlan::Turn& turn) {
  World& world = simulation.world();
  for (const auto& [def, expected] : turn.after) {
    const Node* node = world.find_def(def == "COPY" ? "THERE" : def);
    if (node && def == "COPY") node = node->nodes("children")[0].get();
    if (!node) return fmt::format("{} is gone", def);
    const Solid* solid = simulation.scene().solid_of(*node);
    if (!solid) continue;  // a Pose
    const Pose pose = solid->pose();
    const double off = (pose.position - expected.position).norm(), turned = (pose.rotation - expected.rotation).norm();
    if (!(off < near) || !(turned < near))
      return fmt::format("{} stands at {} {} {}, not at {} {} {} (turned by {})", def, pose.position.x(),
                         pose.position.y(), pose.position.z(), expected.position.x(), expected.position.y(),
                         expected.position.z(), turned);
  }
  return {};
}

}  // namespace

struct SupervisorBench::Link final : ControllerLink {
  explicit Link(std::size_t size) : memory(size) {}
  lo_block* block() override { return static_cast<lo_block*>(memory.get()); }
  void start() override {}
  void hand_turn() override {}
  void terminate() override {}

  // What is left of the plan's turn, as messages: up to the next that is answered, or to the step.
  TurnEnd wait_turn() override {
    take_answer();
    lo_block& b = *block();
    outgoing.clear();
    b.request = LO_REQUEST_STEP;
    b.step_ms = int(SupervisorPlan::dt * 1000);
    while (actions && next < actions->size()) {
      const Action& action = (*actions)[next++];
      if (action.kind == Kind::Set) {
        wait_with(action);
        continue;
      }
      if (action.waits) continue;  // the library answers it
      if (action.kind == Kind::Import || action.kind == Kind::Remove || action.kind == Kind::Physics) send_sets();
      send(request_of(action), action.kind == Kind::Remove || action.kind == Kind::Velocity ? "" : action.text);
      asked = &action;
      b.request = LO_REQUEST_IMMEDIATE;
      break;
    }
    if (!asked) send_sets();
    lo_box_fill(&b, b.to_engine.offset, b.to_engine.capacity, &b.to_engine, outgoing.data(), outgoing.size());
    return {asked ? TurnEnd::Kind::Immediate : TurnEnd::Kind::Step, 0, {}};
  }

  void wait_with(const Action& action) {
    for (const Action*& set : sets)
      if (set->def == action.def && set->field == action.field) {
        set = &action;
        return;
      }
    sets.push_back(&action);
  }

  void send_sets() {
    for (const Action* set : sets) send(request_of(*set), "");
    sets.clear();
  }

  lo_supervisor_request request_of(const Action& action) {
    static constexpr int operations[] = {
        LO_SUPERVISOR_FIELD_SET,          LO_SUPERVISOR_FIELD_GET,     LO_SUPERVISOR_POSITION,
        LO_SUPERVISOR_ORIENTATION,        LO_SUPERVISOR_FIELD_COUNT,   LO_SUPERVISOR_FIELD_IMPORT,
        LO_SUPERVISOR_REMOVE_NODE,        LO_SUPERVISOR_SET_VELOCITY,  LO_SUPERVISOR_ADD_FORCE,
        LO_SUPERVISOR_SET_JOINT_POSITION, LO_SUPERVISOR_SAVE_STATE,    LO_SUPERVISOR_LOAD_STATE,
        LO_SUPERVISOR_NODE_RESET_PHYSICS, LO_SUPERVISOR_EXPORT_STRING, LO_SUPERVISOR_RESET,
        LO_SUPERVISOR_FIELD_IMPORT};
    lo_supervisor_request request{};
    request.operation = operations[int(action.kind)];
    const Node* node = action.def.empty() ? nullptr : simulation->world().find_def(action.def);
    request.node = node ? int(node->id()) : LO_ROOT_NODE;
    request.level = LO_LEVEL_WRITTEN;
    const bool is_list = action.kind == Kind::Import || action.kind == Kind::Count;
    const std::string field = is_list ? "children" : action.kind == Kind::Physics ? "physics" : action.field;
    if (node && !field.empty()) {
      const NodeType& type = node->proto() ? node->proto()->parameters->type() : node->type();
      const auto at = std::ranges::find(type.counted(), type.find(field));
      request.field = at == type.counted().end() ? -1 : int(at - type.counted().begin());
    }
    if (action.kind == Kind::Import) request.index = -1;
    if (action.kind == Kind::Joint) request.index = 1;
    if (action.kind == Kind::Set || action.kind == Kind::Velocity || action.kind == Kind::Force ||
        action.kind == Kind::Joint)
      std::ranges::copy(action.numbers, request.numbers);
    return request;
  }

  void send(lo_supervisor_request request, const std::string& text) {
    request.text_size = std::uint32_t(text.size());
    const lo_message head{std::uint32_t(sizeof request + text.size()), LO_MESSAGE_SUPERVISOR, 0};
    const auto append = [this](const void* bytes, std::size_t size) {
      const auto* begin = static_cast<const std::byte*>(bytes);
      outgoing.insert(outgoing.end(), begin, begin + size);
    };
    append(&head, sizeof head);
    append(&request, sizeof request);
    append(text.data(), text.size());
    outgoing.resize((outgoing.size() + 7) & ~std::size_t(7));
  }

  void take_answer() {
    lo_box& box = block()->to_controller;
    const auto* begin = static_cast<const std::byte*>(memory.get()) + box.offset;
    std::vector<std::byte> bytes(begin, begin + box.size);
    box.size = 0;
    const Action* action = std::exchange(asked, nullptr);
    if (!action) return;
    std::uint64_t at = 0;
    int damaged = 0;
    lo_supervisor_value value{};
    while (const lo_message* message = lo_next_record(bytes.data(), bytes.size(), &at, &damaged))
      if (message->kind == LO_MESSAGE_ANSWER)
        std::memcpy(&value, lo_payload(message), std::min<std::size_t>(message->size, sizeof value));
    if (!value.status.ok) return note(*action, "refused");
    const auto& n = action->numbers;
    if (action->kind == Kind::Count && value.integer != int(n[0])) note(*action, fmt::format("{}", value.integer));
    if (action->kind != Kind::Get && action->kind != Kind::Position && action->kind != Kind::Orientation) return;
    double far = 0;
    if (action->field == "rotation")
      far = (rows_of(value.numbers) - rows_of(n.data())).norm();
    else
      for (std::size_t i = 0; i < n.size(); ++i) far = std::max(far, std::abs(value.numbers[i] - n[i]));
    if (!(far < near)) note(*action, fmt::format("{} {} {}", value.numbers[0], value.numbers[1], value.numbers[2]));
  }

  void note(const Action& action, const std::string& instead) {
    if (difference->empty()) *difference = fmt::format("{}: {}", text_of(action), instead);
  }

  ReservedMemory memory;
  std::vector<std::byte> outgoing;
  Simulation* simulation = nullptr;
  const std::vector<Action>* actions = nullptr;
  std::size_t next = 0;
  std::vector<const Action*> sets;
  const Action* asked = nullptr;
  std::string* difference = nullptr;
};

struct SupervisorBench::Host final : ControllerHost {
  Simulation* simulation = nullptr;
  std::map<std::string, Link*> links;
  std::string difference;
  std::vector<std::uint8_t> kept;  // the blocks of the links, in the order of their names, without the boxes

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t size) override {
    auto link = std::make_unique<Link>(size);
    link->difference = &difference;
    link->simulation = simulation;
    links[description.robot_name] = link.get();
    if (!kept.empty()) {
      const std::size_t half = kept.size() / SupervisorPlan::supervisors;
      std::memcpy(link->memory.get(), kept.data() + (description.robot_name == "boss1" ? half : 0), half);
    }
    return link;
  }
  std::expected<std::vector<std::uint8_t>, std::string> save_controllers() override {
    std::vector<std::uint8_t> blocks;
    for (const auto& [name, link] : links) {
      const auto* begin = static_cast<const std::uint8_t*>(link->memory.get());
      blocks.insert(blocks.end(), begin, begin + link->block()->to_engine.offset);
    }
    return blocks;
  }
  std::expected<void, std::string> load_controllers(std::span<const std::uint8_t> blocks,
                                                    const std::filesystem::path&) override {
    kept.assign(blocks.begin(), blocks.end());
    return {};
  }
};

SupervisorBench::SupervisorBench()
    : project_(std::make_unique<TemporaryFolder>()),
      log_(std::make_unique<WarningLog>()),
      host_(std::make_unique<Host>()) {
  for (const char* folder : {"worlds", "protos"}) std::filesystem::create_directories(*project_ / folder);
  write_file(*project_ / "protos/PlanCart.proto", SupervisorPlan::proto());
  write_file(*project_ / "worlds/plan.wbt", SupervisorPlan::world());
  Diagnostics diagnostics;
  auto world = load_world((*project_ / "worlds/plan.wbt").string(), {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (!SupervisorPlan::is_expected(render(diagnostic, false))) CHECK(render(diagnostic, false) == "");
  REQUIRE(world);
  SimulationOptions options;
  options.snapshots = true;
  simulation_ = std::make_unique<Simulation>(std::move(world), options, *host_, hooks_, *log_);
  host_->simulation = simulation_.get();
  const bool good = simulation_->start(diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (!SupervisorPlan::is_expected(render(diagnostic, false))) CHECK(render(diagnostic, false) == "");
  REQUIRE(good);
  first_hash_ = simulation_->state_hash();
}

SupervisorBench::~SupervisorBench() { simulation_->finish(); }

void SupervisorBench::start_over() {
  simulation_->request_start_over();
  simulation_->reset();
}

std::string SupervisorBench::play(const SupervisorPlan& plan) {
  start_over();
  if (simulation_->state_hash() != first_hash_) return "a reset is not as the world was loaded";
  return play(plan, 0, plan.turns.size());
}

std::vector<std::uint8_t> SupervisorBench::snapshot() {
  auto made = simulation_->snapshot();
  REQUIRE(made.has_value());
  return *made;
}

std::string SupervisorBench::restore(const std::vector<std::uint8_t>& snapshot) {
  Diagnostics diagnostics;
  const auto restored = simulation_->restore(snapshot, {}, diagnostics);
  return restored ? "" : restored.error();
}

std::string SupervisorBench::play(const SupervisorPlan& plan, std::size_t first, std::size_t last) {
  host_->difference.clear();
  log_->warnings.clear();
  for (std::size_t i = first; i < last; ++i) {
    const SupervisorPlan::Turn& turn = plan.turns[i];
    for (int robot = 0; robot < SupervisorPlan::supervisors; ++robot) {
      Link& link = *host_->links.at(fmt::format("boss{}", robot));
      link.actions = &turn.actions[std::size_t(robot)];
      link.next = 0;
      link.sets.clear();
    }
    simulation_->step();
    std::string difference = host_->difference;
    if (difference.empty() && simulation_->stop()) difference = simulation_->stop()->message;
    for (const std::string& warning : log_->warnings)
      if (difference.empty() && !SupervisorPlan::is_expected(warning)) difference = warning;
    if (difference.empty()) difference = difference_between(*simulation_, turn);
    if (!difference.empty()) return fmt::format("turn {}: {}", i, difference);
  }
  return {};
}

std::string SupervisorBench::difference_when_saved(const SupervisorPlan::Turn& last) {
  const std::string path = (*project_ / "worlds/saved.wbt").string();
  if (const auto saved = simulation_->save_world(path); !saved) return saved.error();
  Diagnostics diagnostics;
  auto world = load_world(path, {}, diagnostics);
  NoControllers nobody;
  if (world && diagnostics.errors() == 0) {
    Simulation loaded(std::move(world), {}, nobody, hooks_, *log_);
    if (loaded.start(diagnostics)) return difference_between(loaded, last);
  }
  std::string told;
  for (const Diagnostic& diagnostic : diagnostics.all()) told += render(diagnostic, false);
  return told;
}

}  // namespace lightsout
