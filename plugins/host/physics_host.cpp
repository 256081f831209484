// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/physics_host.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/contact/contacts.h"
#include "engine/media/medium.h"
#include "engine/programs/shell.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "plugins/host/guard/ode_watch.h"
#include "plugins/host/guard/unload.h"
#include "plugins/host/plugin_check.h"
#include "plugins/host/services.h"
#include "world_format/nodes/node.h"
#include "world_format/project/file_listener.h"
#include "world_format/project/project.h"

namespace lightsout {

thread_local constinit PhysicsHost* PhysicsHost::current_ = nullptr;

namespace {

// The names that C++ plugins export which define a callback in the other form than the header's declaration.
constexpr const char* init_cpp = "_Z19webots_physics_initP7dxWorldP7dxSpaceP12dxJointGroup";
constexpr const char* init_cpp_empty = "_Z19webots_physics_initv";
constexpr const char* draw_cpp_empty = "_Z19webots_physics_drawv";
constexpr const char* predraw_cpp = "_Z22webots_physics_predrawv";

// The state in which the C library starts: runs repeat inside one process too.
void reset_random_generators() {
  srand(1);
  unsigned short initial[3] = {0x330e, 0xabcd, 0x1234};
  seed48(initial);
}

}  // namespace

PhysicsHost::PhysicsHost(PhysicsHostOptions options, Log& log)
    : options_(std::move(options)), log_(log), guard_(options_.timeout_s) {}

PhysicsHost::~PhysicsHost() { unload(); }

void PhysicsHost::unload() {
  if (failed_ && library_) library_.abandon();
  // What a damaged library leaves behind is seen, and then it stays.
  std::string remark;
  if (library_ && !lightsout::unload(library_, guard_, "the destructors of its static variables", remark)) fail();
  if (!remark.empty()) warn(fmt::format("the physics plugin \"{}\" {}", name_, remark));
  init_ = nullptr;
  step_ = step_end_ = cleanup_ = predraw_ = nullptr;
  collide_ = nullptr;
  draw_ = nullptr;
  failed_ = false;
  loaded_for_.clear();
}

// Calls into the plugin: the services know this host, ODE's random numbers are the plugin's own stream (the engine
// seeds its own at every step), and what goes wrong ends the run.
template <class Call>
void PhysicsHost::call(const char* callback, Call&& body) {
  if (failed_) return;
  PhysicsHost* outer = current_;
  current_ = this;
  const unsigned long engine_state = dRandGetSeed();
  dRandSetSeed(random_state_);
  const WatchedScene watched(simulation_ ? &simulation_->scene() : nullptr);
  const bool returned = guard_.run(callback, body);
  random_state_ = dRandGetSeed();
  dRandSetSeed(engine_state);
  current_ = outer;
  if (!returned) fail();
}

void PhysicsHost::fail() {
  failed_ = true;
  const auto& failure = guard_.failure();
  std::string message = fmt::format("the physics plugin \"{}\" {}", name_, failure.what_and_where());
  if (simulation_)
    message += fmt::format(", step {} (t = {} ms)", simulation_->clock().step(), simulation_->clock().time_ms());
  std::string trace;
  for (std::size_t i = 0; i < failure.backtrace.size(); ++i)
    trace += fmt::format("\n  #{} {}", i, failure.backtrace[i]);
  // A stop is told by whoever runs the simulation; only the first one is.
  if (simulation_ && (!simulation_->stop() || simulation_->stop()->kind == Stop::Kind::Done))
    simulation_->request_stop({Stop::Kind::PluginFailed, message + trace, {}});
  else
    log_.write(LogLevel::Error, name_, message + trace);
}

std::expected<void, std::string> PhysicsHost::load(const World& world) {
  name_ = world.world_info().get<std::string>("physics");
  if (name_.empty() || name_ == "<none>") return {};
  const auto files = find_plugin(name_, world, options_.assets, options_.prefix);
  if (!files) return std::unexpected(files.error());
  if (options_.no_code && !lies_in(files->folder, options_.prefix / "projects")) {
    log_.write(LogLevel::Warning, name_, "this physics plugin is not run (--no-code)");
    return {};
  }
  files_ = *files;
  std::error_code error;
  if (!std::filesystem::exists(files_.library, error)) {
    log_.write(LogLevel::Info, name_, fmt::format("building the physics plugin in {}", files_.folder.string()));
    const auto built =
        build_plugin(files_, name_,
                     {.prefix = options_.prefix,
                      .interrupted = options_.interrupted,
                      .timeout_s = options_.build_timeout_s,
                      .forbidden = options_.no_build,
                      .report_wait = [&](const std::string& what) { log_.write(LogLevel::Info, name_, what); }});
    if (!built)
      return std::unexpected(fmt::format("the physics plugin \"{}\" could not be built: {}", name_, built.error()));
    files_.library = *built;
  } else if (files_.newer_sources) {
    log_.write(LogLevel::Warning, name_,
               fmt::format("{} is older than its sources: build it again (lightsout build {})", files_.library.string(),
                           shell_words({files_.folder.string()})));
  }

  if (options_.listener) options_.listener->reads(files_.folder, "plugin");
  const auto elf = read_elf(files_.library);
  if (!elf) return std::unexpected(fmt::format("{} {}", files_.library.string(), elf.error()));
  if (const auto has_gl = bring_gl(*elf, options_.prefix); !has_gl) return has_gl;
  keep_services();
  watch_ode();
  if (const auto bound = bind(name_, *elf); !bound) return bound;
  return {};
}

std::expected<void, std::string> PhysicsHost::bind(const std::string& name, const ElfSummary& elf) {
  const std::vector<std::string> wrong = faults_of_plugin(elf);
  if (!wrong.empty())
    return std::unexpected(fmt::format("the physics plugin {} cannot be loaded:\n  {}", files_.library.string(),
                                       fmt::join(wrong, "\n  ")));

  PhysicsHost* outer = std::exchange(current_, this);
  std::expected<LoadedLibrary, std::string> library;
  const bool returned =
      guard_.run("the constructors of its static variables", [&] { library = LoadedLibrary::open(files_.library); });
  current_ = outer;
  if (!returned) {
    fail();
    return std::unexpected(fmt::format("the physics plugin \"{}\" {}", name, guard_.failure().what_and_where()));
  }
  if (!library) return std::unexpected(fmt::format("the physics plugin cannot be loaded: {}", library.error()));
  library_ = std::move(*library);
  const auto find = [&]<class F>(F& function, std::initializer_list<const char*> symbols) {
    for (const char* symbol : symbols)
      if (!function) function = library_.find_function<F>(symbol);
  };
  // A callback of the form without arguments ignores what it is given.
  receives_ = std::ranges::binary_search(elf.undefined, "dWebotsReceive");
  find(init_, {"webots_physics_init", init_cpp, init_cpp_empty});
  find(step_, {"webots_physics_step"});
  find(step_end_, {"webots_physics_step_end"});
  find(collide_, {"webots_physics_collide"});
  find(cleanup_, {"webots_physics_cleanup"});
  find(draw_, {"webots_physics_draw", draw_cpp_empty});
  find(predraw_, {"webots_physics_predraw", predraw_cpp});
  return {};
}

void PhysicsHost::init(Simulation& simulation) {
  // At the first load, and where a supervisor has loaded another world. A reset keeps what is loaded, static variables
  // too.
  const World& world = simulation.world();
  const std::string wanted = fmt::format("{}\n{}", world.path, world.world_info().get<std::string>("physics"));
  if (wanted != loaded_for_) {
    unload();
    loaded_for_ = wanted;
    if (const auto loaded = load(world); !loaded) {
      unload();
      simulation.request_stop({Stop::Kind::PluginFailed, loaded.error(), {}});
      return;
    }
  }
  if (!library_) return;
  simulation_ = &simulation;
  random_state_ = static_cast<unsigned long>(simulation.seed() & 0xffffffff);
  reset_random_generators();
  setenv("LIGHTSOUT_SEED", std::to_string(simulation.seed()).c_str(), 1);
  if (!init_) return;
  if (!guard_.guest().set_folder(files_.folder))
    log_.write(LogLevel::Warning, name_, fmt::format("the folder {} cannot be entered", files_.folder.string()));
  Scene& scene = simulation.scene();
  call("webots_physics_init", [&] { init_(scene.ode_world(), scene.ode_space(), scene.contacts().group()); });
  guard_.guest().set_folder("");
}

void PhysicsHost::before_physics(Simulation& simulation) {
  if (!library_) return;
  if (simulation.pass() == 0) notable_.clear();
  // Packets wait until they are received, for steps if need be.
  if (receives_ && simulation.pass() == 0) {
    if (std::exchange(inbox_read_, false)) inbox_.clear();
    const auto packets = simulation.scene().parts().get<Medium>().plugin_inbox();
    inbox_.append(reinterpret_cast<const char*>(packets.data()), packets.size());
  }
  sleepers_.note(simulation.scene());
  call("webots_physics_step", [&] { step_(); });
  sleepers_.wake_touched();
}

int PhysicsHost::collide(dGeomID geom1, dGeomID geom2) {
  int handled = 0;
  if (!std::exchange(sleepers_noted_, true)) sleepers_.note(simulation_->scene());
  call("webots_physics_collide", [&] { handled = collide_(geom1, geom2); });
  if (handled == 2 && std::ranges::find(notable_, Pair{geom1, geom2}) == notable_.end())
    notable_.push_back({geom1, geom2});
  return handled;
}

void PhysicsHost::after_physics(Simulation& simulation) {
  if (!library_ || failed_) return;
  if (!std::exchange(sleepers_noted_, false)) sleepers_.note(simulation.scene());
  if (step_end_) call("webots_physics_step_end", [&] { step_end_(); });
  sleepers_.wake_touched();
  if (simulation.pass() + 1 == simulation.passes()) {
    if (!notable_.empty() && !notable_before_)
      log_.write(
          LogLevel::Info, name_,
          fmt::format("step {}: notable collision ({} pairs of geoms)", simulation.clock().step(), notable_.size()));
    notable_before_ = !notable_.empty();
  }
  if (const auto stale = written_after_destruction(); !stale.empty() && !failed_) {
    failed_ = true;
    const std::string message =
        fmt::format("the physics plugin \"{}\" {}, step {}", name_, stale, simulation.clock().step());
    simulation.request_stop({Stop::Kind::PluginFailed, message, {}});
  }
}

void PhysicsHost::cleanup(Simulation&) {
  if (!library_) return;
  call("webots_physics_cleanup", [&] { cleanup_(); });
  forget_foreign_bodies();
  simulation_ = nullptr;
  inbox_.clear();
  notable_.clear();
}

void PhysicsHost::leave_world(Simulation& simulation) {
  simulation_ = &simulation;
  unload();
  simulation_ = nullptr;
}

std::span<const dBodyID> PhysicsHost::foreign_bodies() const { return lightsout::foreign_bodies(); }

const DebugGeometry& PhysicsHost::draw(int pass, const char* view) {
  drawing_.clear();
  if (!library_ || failed_ || !draws()) return drawing_;
  const auto begin = reinterpret_cast<GlBeginRecording>(dlsym(RTLD_DEFAULT, gl_begin_recording));
  const auto end = reinterpret_cast<GlEndRecording>(dlsym(RTLD_DEFAULT, gl_end_recording));
  if (begin) begin(&drawing_);
  if (pass == 0 && predraw_) call("webots_physics_predraw", [&] { predraw_(); });
  // The old form without arguments belongs to the second pass; the new one is called in both and looks at `pass`.
  const bool old_form = !library_.find("webots_physics_draw");
  if (draw_ && !failed_ && (pass == 1 || !old_form)) call("webots_physics_draw", [&] { draw_(pass, view); });
  if (end) end();
  return drawing_;
}

void PhysicsHost::print(const char* text) {
  std::string_view rest(text);
  if (const auto feed = rest.rfind('\f'); feed != std::string_view::npos) {
    log_.write(LogLevel::Info, name_, "(console cleared)");
    rest.remove_prefix(feed + 1);
  }
  while (rest.ends_with('\n') || rest.ends_with('\r')) rest.remove_suffix(1);
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    log_.write(LogLevel::Info, name_, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void PhysicsHost::warn(std::string_view text) { log_.write(LogLevel::Warning, name_, text); }

void* PhysicsHost::receive(int* size) {
  const bool nothing = std::exchange(inbox_read_, true) || inbox_.empty();
  if (size) *size = nothing ? 0 : int(inbox_.size());
  return nothing ? nullptr : inbox_.data();
}

}  // namespace lightsout
