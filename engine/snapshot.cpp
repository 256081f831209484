// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Snapshots: everything that a step changes, and what edits made of the tree, so that a simulation restored from one
// goes on in the same bits. A CBOR document and the XXH3 of its bytes; where the motion stands is a run of bytes in the
// order of visit_state.
#include "engine/snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/contact/contacts.h"
#include "engine/controller_end.h"
#include "engine/files/binary_json.h"
#include "engine/ode/ode_context.h"
#include "engine/recorders/recorder.h"
#include "engine/robots/robot.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/followers.h"
#include "engine/stage/hooks.h"
#include "engine/state/state.h"
#include "engine/supervision/supervisor.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

using Json = nlohmann::json;

// Grows when what stands in a snapshot changes.
constexpr int format = 11;

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  StateHash hash;
  hash.add_bytes(bytes.data(), bytes.size());
  return hash.value();
}

std::vector<std::uint8_t> sealed(const Json& json) {
  std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  const std::uint64_t sum = checksum(bytes);
  bytes.resize(bytes.size() + sizeof sum);
  std::memcpy(bytes.data() + bytes.size() - sizeof sum, &sum, sizeof sum);
  return bytes;
}

// The error says what is wrong with the bytes.
std::expected<Json, std::string> opened(std::span<const std::uint8_t> snapshot) {
  const std::string error = "this is no snapshot of this release of lightsout, or it is damaged";
  std::uint64_t sum;
  if (snapshot.size() < sizeof sum) return std::unexpected(error);
  const auto bytes = snapshot.first(snapshot.size() - sizeof sum);
  std::memcpy(&sum, snapshot.data() + bytes.size(), sizeof sum);
  if (sum != checksum(bytes)) return std::unexpected(error);
  Json json = Json::from_cbor(bytes.begin(), bytes.end(), true, false);
  if (!json.is_object() || json.value("lightsout snapshot", 0) != format) return std::unexpected(error);
  return json;
}

Json binary(std::span<const std::byte> bytes) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return binary_json<Json>(std::vector<std::uint8_t>(begin, begin + bytes.size()));
}

std::span<const std::byte> bytes_of(const Json& json) { return std::as_bytes(std::span(json.get_binary())); }

template <class Visit>
Json saved_by(Visit visit) {
  std::vector<std::byte> bytes;
  StateVisitor saving = StateVisitor::saving(bytes);
  visit(saving);
  return {{"bytes", binary(bytes)}, {"layout", saving.layout()}};
}

// False if the bytes are of another layout: of another world or another release.
template <class Visit>
bool load(const Json& json, Visit visit) {
  StateVisitor loading = StateVisitor::loading(bytes_of(json.at("bytes")));
  visit(loading);
  return !loading.failed() && loading.at_end() && loading.layout() == json.at("layout").get<std::uint64_t>();
}

Json to_json(const std::vector<ControllerEnd>& ends) {
  Json json = Json::array();
  for (const ControllerEnd& end : ends)
    json.push_back({end.robot, end.controller, int(end.end.kind), end.end.exit_code, end.end.reason, end.time,
                    end.end.by_environment});
  return json;
}

std::vector<ControllerEnd> ends_of(const Json& json) {
  std::vector<ControllerEnd> ends;
  for (const Json& saved : json) {
    ControllerEnd& end = ends.emplace_back();
    end.robot = saved.at(0);
    end.controller = saved.at(1);
    end.end.kind = TurnEnd::Kind(saved.at(2).get<int>());
    end.end.exit_code = saved.at(3);
    end.end.reason = saved.at(4);
    end.time = saved.at(5);
    end.end.by_environment = saved.at(6);
  }
  return ends;
}

}  // namespace

std::string Simulation::no_snapshots() const {
  if (!options_->snapshots) return "the run does not keep what snapshots need";
  return hooks_.keeps_state_of_its_own();
}

std::uint64_t Simulation::digest_of_sources() const {
  StateHash digest;
  for (const SourcePtr& source : world_->sources) digest.add_bytes(source->text().data(), source->text().size());
  return digest.value();
}

void Simulation::visit_motion(StateVisitor& state) {
  scene_->visit_state(state);
  scene_->contacts().visit_state(state);
}

std::expected<std::vector<std::uint8_t>, std::string> Simulation::snapshot() {
  if (std::string reason = no_snapshots(); !reason.empty()) return std::unexpected(reason);
  follow_edits();  // what is set between two steps belongs to the state
  if (stop_) return std::unexpected(stop_->message);
  Json robots = Json::array();
  bool any = false;
  for (const auto& robot : scene_->robots())
    if (robot->has_controller()) {
      robots.push_back(robot->node().id());
      any = true;
    }
  Json controllers;
  if (any) {
    auto saved = host_.save_controllers();
    if (!saved) return std::unexpected(saved.error());
    controllers = binary_json<Json>(std::move(*saved));
  }
  return sealed({
      {"lightsout snapshot", format},
      {"world", std::filesystem::absolute(world_->path).lexically_normal().string()},
      {"sources", sources_},
      {"seed", seed_},
      {"load seed", world_->protos ? world_->protos->seed() : seed_},
      {"step", clock_.step()},
      {"steps in this world", steps_here_},
      {"total steps", total_steps_},
      {"ms in earlier worlds", earlier_ms_},
      {"resets", resets_},
      {"worlds before", world_generation_},
      {"controllers that ended", to_json(controller_ends_)},
      {"basic time step", clock_.basic_time_step_ms()},
      {"passes", passes_},
      {"solver", int(options_->solver)},
      {"run hash", run_hash_},
      {"changes", binary_json<Json>(world_->save_changes())},
      {"construction", saved_by([this](StateVisitor& state) { scene_->visit_construction(state); })},
      {"exchange", saved_by([this](StateVisitor& state) { visit_exchange(state); })},
      {"motion", saved_by([this](StateVisitor& state) { visit_motion(state); })},
      {"robots", robots},
      {"controllers", controllers},
  });
}

std::expected<SnapshotDescription, std::string> describe_snapshot(std::span<const std::uint8_t> snapshot) {
  try {
    const auto json = opened(snapshot);
    if (!json) return std::unexpected(json.error());
    return SnapshotDescription{json->at("world"), json->at("seed"), json->at("load seed"), json->at("step")};
  } catch (const Json::exception& error) {
    return std::unexpected(fmt::format("the snapshot is damaged: {}", error.what()));
  }
}

void Simulation::visit_exchange(StateVisitor& state) {
  supervisor_->visit_state(state);
  for (const auto& robot : scene_->robots()) robot->visit_exchange(state);
}

std::expected<void, std::string> Simulation::restore(std::span<const std::uint8_t> snapshot,
                                                     const std::filesystem::path& folder, Diagnostics& diagnostics) {
  if (std::string reason = no_snapshots(); !reason.empty()) return std::unexpected(reason);
  const OdeMessages messages(log_);
  try {
    const auto read = opened(snapshot);
    if (!read) return std::unexpected(read.error());
    const Json& json = *read;
    if (json.at("sources").get<std::uint64_t>() != sources_)
      return std::unexpected("the snapshot is of another world, or a file of this world has changed since");
    if (json.at("passes").get<int>() != passes_)
      return std::unexpected(fmt::format("the snapshot is of a run with --passes {}", json.at("passes").get<int>()));
    if (json.at("solver").get<int>() != int(options_->solver))
      return std::unexpected("the snapshot is of a run with another --solver");
    MFNode old_nodes;
    std::unique_ptr<Scene> old_scene;
    if (started_) {
      supervisor_->clear();
      close_controllers();
      hooks_.cleanup(*this);
      old_nodes = world_->restore();
      auto empty = make_scene();
      old_scene = std::exchange(scene_, std::move(empty));
    } else {
      world_->remember();
    }
    if (auto changed = world_->apply_changes(json.at("changes").get_binary()); !changed) return changed;
    for (const Edit& edit : world_->take_journal()) note_seed(edit);
    seed_ = json.at("seed");
    clock_ = Clock(json.at("basic time step").get<double>());
    clock_.set_step(json.at("step").get<std::int64_t>());
    steps_here_ = json.at("steps in this world");
    total_steps_ = json.at("total steps");
    earlier_ms_ = json.at("ms in earlier worlds");
    resets_ = json.at("resets");
    world_generation_ = json.at("worlds before");
    controller_ends_ = ends_of(json.at("controllers that ended"));
    run_hash_ = json.at("run hash");

    // Joints have the zeros and bits with which they were made, perhaps before an edit moved what they connect: a first
    // scene is told of them, and a second is made as if it replaced that one.
    world_runs_ = true;
    auto as_made = make_scene();
    as_made->build(diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) told_.insert(render(diagnostic, false));
    const std::string other = "the snapshot does not fit the world: it was made by another release or on other files";
    if (!load(json.at("construction"), [&](StateVisitor& state) { as_made->visit_construction(state); }))
      return std::unexpected(other);
    auto scene = make_scene();
    scene->build(diagnostics, as_made.get());
    if (diagnostics.errors() > 0) return std::unexpected("the world of the snapshot cannot be simulated");
    as_made.reset();
    scene_ = std::move(scene);
    scene_->settle();
    if (is_refused()) return {};
    hooks_.init(*this);
    if (!load(json.at("exchange"), [this](StateVisitor& state) { visit_exchange(state); }))
      return std::unexpected(other);
    if (!json.at("robots").empty()) {
      if (auto ready = host_.load_controllers(json.at("controllers").get_binary(), folder); !ready) return ready;
      for (const auto& robot : scene_->robots()) {
        const auto& with_controller = json.at("robots");
        if (std::ranges::find(with_controller, Json(robot->node().id())) != with_controller.end())
          robot->resume_controller(host_);
      }
      start_controllers();
    }
    if (!load(json.at("motion"), [this](StateVisitor& state) { visit_motion(state); })) return std::unexpected(other);
    scene_->followers().leave_behind();
    scene_->followers().place();
  } catch (const Json::exception& error) {
    return std::unexpected(fmt::format("the snapshot is damaged: {}", error.what()));
  } catch (const OdeFailure& failure) {
    return std::unexpected(fmt::format("ODE cannot simulate the world of the snapshot: {}", failure.what()));
  }
  if (!started_)
    for (const auto& recorder : recorders_) recorder->begin(recorded());
  started_ = true;
  return {};
}

}  // namespace lightsout
