#include "app/plugin_settings.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "app/duration.h"
#include "plugins/host/drawing_recorder.h"
#include "plugins/host/hook_chain.h"
#include "plugins/host/joint_callbacks.h"
#include "plugins/host/physics_host.h"
#include "plugins/host/run_file.h"

namespace lightsout {

void add_plugin_options(CLI::App& command, PluginSettings& settings) {
  command.add_option("--run-file", settings.run_file, "Run file (run.yaml): dynamics passes, joint callbacks")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command.add_option("--passes", settings.passes, "Dynamics steps per basic step; default: the run file's, else 1")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  command
      .add_option_function<std::string>(
          "--plugin-timeout",
          [&settings](const std::string& text) {
            const auto parsed = parse_duration(text);
            if (!parsed) throw CLI::ValidationError(parsed.error());
            settings.timeout_s = *parsed;
          },
          "Wall-clock time that one call into a plugin may take; 0s: for ever; default 60s")
      ->type_name("TIME");
  command.add_flag("--plugin-guard", settings.guard,
                   "Simulate in a child process, so that whatever a plugin does to it, this one reports it");
  command
      .add_option("--plugin-drawing", settings.drawing, "Write what the physics plugin draws, a line of JSON per step")
      ->type_name("FILE");
}

struct PluginHooks::Parts {
  Parts(PhysicsHostOptions options, std::vector<JointBinding> bindings, double timeout_s, Log& log)
      : physics(std::move(options), log), joints(std::move(bindings), timeout_s, log), chain({&joints, &physics}) {}
  PhysicsHost physics;
  JointCallbacks joints;
  HookChain chain;
  std::filesystem::path drawing;
};

PluginHooks::PluginHooks() = default;
PluginHooks::~PluginHooks() = default;
Hooks& PluginHooks::hooks() { return parts_->chain; }

std::expected<std::unique_ptr<PluginHooks>, std::string> PluginHooks::make(const PluginSettings& settings, Log& log) {
  RunFile file;
  if (!settings.run_file.empty()) {
    auto read = read_run_file(settings.run_file);
    if (!read) return std::unexpected(read.error());
    file = std::move(*read);
  }
  auto result = std::unique_ptr<PluginHooks>(new PluginHooks);
  result->passes_ = settings.passes.value_or(file.passes.value_or(1));
  PhysicsHostOptions options{
      .timeout_s = settings.timeout_s, .assets = settings.assets, .interrupted = settings.interrupted};
  if (const char* home = std::getenv("WEBOTS_HOME"); home && *home) options.assets.emplace_back(home);
  result->parts_ =
      std::make_unique<Parts>(std::move(options), std::move(file.joint_callbacks), settings.timeout_s, log);
  result->parts_->drawing = settings.drawing;
  return result;
}

std::expected<std::unique_ptr<Recorder>, std::string> PluginHooks::make_recorder() {
  if (parts_->drawing.empty()) return nullptr;
  return make_drawing_recorder(parts_->drawing, parts_->physics);
}

std::optional<int> guard_process(const std::string& world, const std::string& verdict_path) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return std::nullopt;  // unguarded is better than not at all
  if (child == 0) return std::nullopt;
  // The child ends itself cleanly on these; the parent waits for it.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(signal, &ignore, nullptr);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  Verdict verdict;
  verdict.world = world;
  verdict.outcome = Outcome::PluginFailed;
  verdict.message = fmt::format("the process of the simulation was killed by signal {} ({})", WTERMSIG(status),
                                strsignal(WTERMSIG(status)));
  fmt::print(stderr, "{}: {}\n", name_of(verdict.outcome), verdict.message);
  if (!verdict_path.empty())
    if (const std::string failure = write_verdict(verdict, verdict_path); !failure.empty())
      fmt::print(stderr, "verdict not written: {}\n", failure);
  return verdict.exit_code();
}

}  // namespace lightsout
