// `lightsout collide`: which of many configurations of link meshes touch. The work is engine/collider's.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/command.h"
#include "app/terminal.h"
#include "engine/collider/pair_sampling.h"
#include "engine/collider/pose_stream.h"

namespace lightsout {
namespace {

struct CollideOptions {
  std::vector<std::vector<std::string>> groups, statics;
  std::string poses = "-", output, rules, sampled_rules;
  std::vector<int> robots;
  bool pairs = false, contacts = false, distance = false;
  bool simplified = false, surfaces = false, strict = false, fixed_static = false;
  double margin = 0, scale = 1;
  int neighbours = 1, jobs = 1, binary = 0;
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

constexpr int done_with = 0, bad_poses = 1, wrong_use = 2, environment_failed = 9;

int fail(int code, const std::string& text) {
  fmt::print(stderr, "lightsout collide: {}\n", text);
  return code;
}

int collide(const CollideOptions& options) {
  ColliderOptions collider;
  std::vector<std::vector<std::string>> groups = options.groups;
  for (const auto& group : options.statics) {
    collider.static_groups.push_back(int(groups.size()));
    groups.push_back(group);
  }
  collider.neighbours = options.neighbours;
  collider.containment = !options.surfaces;
  collider.simplified = options.simplified;
  collider.scale = options.scale;
  if (!options.rules.empty()) {
    std::ifstream file(options.rules);
    if (!file) return fail(environment_failed, fmt::format("{}: {}", options.rules, std::strerror(errno)));
    auto rules = read_pair_rules(std::string(std::istreambuf_iterator<char>(file), {}));
    if (!rules) return fail(wrong_use, fmt::format("{}: {}", options.rules, rules.error()));
    collider.rules = std::move(*rules);
  }
  const auto scene = ColliderScene::load(groups, collider);
  if (!scene) return fail(wrong_use, scene.error());
  for (const std::string& note : (*scene)->notes()) fmt::print(stderr, "lightsout collide: {}\n", note);

  File in(stdin, [](std::FILE*) { return 0; }), out(stdout, [](std::FILE*) { return 0; });
  if (options.poses != "-") in = {std::fopen(options.poses.c_str(), "rb"), &std::fclose};
  if (!in) return fail(environment_failed, fmt::format("{}: {}", options.poses, std::strerror(errno)));
  if (!options.output.empty()) out = {std::fopen(options.output.c_str(), "wb"), &std::fclose};
  if (!out) return fail(environment_failed, fmt::format("{}: {}", options.output, std::strerror(errno)));

  PoseStreamOptions stream;
  stream.request = {.pairs = options.pairs,
                    .contacts = options.contacts,
                    .distance = options.distance,
                    .all = options.pairs || options.contacts,
                    .margin = options.margin};
  if (!options.robots.empty()) {
    // Refused here and once, not for every configuration.
    for (const int robot : options.robots)
      if (robot < 0 || std::size_t(robot) >= options.groups.size())
        return fail(wrong_use,
                    fmt::format("robot index {} is out of range: there are {} robots", robot, options.groups.size()));
    stream.robots = options.robots;
  }
  stream.binary = options.binary != 0;
  stream.numbers = options.binary;
  stream.fixed_static = options.fixed_static;
  stream.strict = options.strict;
  stream.threads = options.jobs > 0 ? options.jobs : int(std::max(1u, std::thread::hardware_concurrency()));
  const std::string source = options.poses == "-" ? "standard input" : options.poses;
  stream.complain = [&](const std::string& text) { fmt::print(stderr, "lightsout collide: {}: {}\n", source, text); };
  PairSampling sampling(**scene);
  if (!options.sampled_rules.empty()) {
    stream.request.pairs = stream.request.all = true;
    stream.on_result = [&](const CollisionResult& result) { sampling.add(result); };
  }
  const bool live = is_live(stderr);
  auto last = std::chrono::steady_clock::now();
  stream.progress = [&](std::int64_t configurations) {
    const auto now = std::chrono::steady_clock::now();
    if (!live || now - last < std::chrono::milliseconds(100)) return;
    last = now;
    fmt::print(stderr, "\r\x1b[K{} configurations", configurations);
    std::fflush(stderr);
  };
  const auto totals = check_pose_stream(*scene, in.get(), out.get(), stream);
  if (live) fmt::print(stderr, "\r\x1b[K");
  if (!totals) return fail(bad_poses, fmt::format("{}: {}", source, totals.error()));
  if (!options.sampled_rules.empty() && !(std::ofstream(options.sampled_rules) << sampling.rules() << std::flush))
    return fail(environment_failed, fmt::format("{}: {}", options.sampled_rules, std::strerror(errno)));
  fmt::print(stderr, "{} configurations, {} in collision{}\n", totals->configurations, totals->collided,
             totals->bad ? fmt::format(", {} bad", totals->bad) : "");
  return totals->bad ? bad_poses : done_with;
}

}  // namespace

Command add_collide(CLI::App& program) {
  auto options = std::make_shared<CollideOptions>();
  CLI::App* command = program.add_subcommand("collide", "Say which configurations of link meshes collide");
  command->add_option("--group", options->groups, "Models of a robot's links, in order; repeat for each robot")
      ->expected(1, 100000)
      ->required()
      ->type_name("MODEL...");
  command->add_option("--static", options->statics, "Models that never move; numbered behind all robots")
      ->expected(1, 100000)
      ->type_name("MODEL...");
  command->add_option("--poses", options->poses, "Matrices of the links, - for standard input")->type_name("FILE");
  command->add_option("-o,--output", options->output, "Where the answers go instead of standard output")
      ->type_name("FILE");
  command->add_option("--binary", options->binary, "Poses are little-endian doubles, so many for each link")
      ->check(CLI::IsMember({12, 16}));
  command->add_flag("--static-fixed", options->fixed_static, "Static models stand at the origin, without poses");
  command->add_option("--robots", options->robots, "Check these robots and the static models only (0,2)")
      ->delimiter(',');
  command->add_option("--allow", options->rules, "Pairs that may touch: lines `allow A B` or `check A B`")
      ->type_name("FILE");
  command->add_option("--neighbours", options->neighbours, "Links so many joints apart are not checked (default 1)")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--find-allowed", options->sampled_rules,
                   "Write an --allow file of the pairs that always or never touch")
      ->type_name("FILE");
  command->add_flag("--pairs", options->pairs, "Name the pairs of links that touch");
  command->add_flag("--contacts", options->contacts, "Points, normals and depths");
  command->add_flag("--distance", options->distance, "Smallest distance and where");
  command->add_option("--margin", options->margin, "Links as near as this collide (m)")->check(CLI::NonNegativeNumber);
  command->add_option("--scale", options->scale, "Of all models, e.g. 0.001 for millimetres")
      ->check(CLI::PositiveNumber);
  command->add_flag("--simplified", options->simplified,
                    "Take link.collision.* or collision/link.* beside link.* if there is one");
  command->add_flag("--surfaces", options->surfaces, "Closed meshes are hollow: what is wholly inside does not touch");
  command->add_flag("--strict", options->strict, "Stop at the first bad line");
  command->add_option("-j,--jobs", options->jobs, "Threads; 0 for one per core (default 1)")
      ->check(CLI::NonNegativeNumber);
  command->footer(
      "A model is a mesh file (STL, OBJ, DAE, ...) or box:X,Y,Z  sphere:R  cylinder:R,H  capsule:R,H  cone:R,H  "
      "halfspace:\n"
      "with *FACTOR behind it to scale. Poses are lines of 12 or 16 numbers per link, or one line per configuration, "
      "the\n"
      "matrices by rows, robots before static models. The format of everything is in docs/collide.md.\n\n"
      "Exit codes: 0 all were checked, 1 some poses were bad, 2 wrong use, 9 a file could not be opened or written.\n\n"
      "Examples\n"
      "  lightsout collide --group arm/*.stl --static cell.stl --poses poses.csv -o result.csv -j 0\n"
      "  planner | lightsout collide --group a/*.stl --group b/*.stl --poses - --distance");
  return [options] { return collide(*options); };
}

}  // namespace lightsout
