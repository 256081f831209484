// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout collide`: which of many configurations of link meshes, or of a world's solids, touch. The work is
// engine/collider's.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/collide_joints.h"
#include "app/command.h"
#include "app/limit_option.h"
#include "app/options.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "engine/collider/pair_sampling.h"
#include "engine/collider/shapes/collision_model.h"
#include "engine/collider/stream/pose_stream.h"
#include "engine/files/whole_file.h"
#include "engine/planning/scene_state.h"
#include "engine/scene/scene.h"
#include "engine/stage/stage_options.h"
#include "engine/world_collider/world_collider.h"
#include "runs/reports/named_files.h"
#include "runs/reports/run_log.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

struct CollideOptions {
  std::string world, joints = "-", robot, srdf;
  std::vector<std::string> package_paths, padding;
  std::vector<std::string> assets;
  bool list = false;
  std::vector<std::vector<std::string>> groups, statics;
  std::string poses = "-", output, rules, sampled_rules;
  std::vector<int> robots;
  bool pairs = false, contacts = false, distance = false, distances = false;
  double within = std::numeric_limits<double>::infinity();
  bool simplified = false, surfaces = false, strict = false, fixed_static = false;
  double margin = 0, scale = 1;
  std::string motions;
  MotionRequest motion;
  int neighbours = 1, jobs = 1, binary = 0;
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

constexpr int done_with = 0, bad_poses = 1, wrong_use = 2, environment_failed = 9;

int fail(int code, const std::string& text) {
  print_error("lightsout collide: {}\n", text);
  return code;
}

// A world whose joints are posed; nothing of it runs.
struct PosedWorld {
  TerminalView view{{.quiet = true}};
  RunLog log{view};
  std::unique_ptr<World> world;
  std::unique_ptr<Scene> scene;
  std::optional<WorldCollider> collider;
};

// 0, or the exit code of what has been reported.
int load(const CollideOptions& options, const ColliderOptions& collider, PosedWorld& loaded) {
  Diagnostics diagnostics;
  loaded.world = load_world(options.world, {{options.assets.begin(), options.assets.end()}}, diagnostics);
  if (loaded.world && diagnostics.errors() == 0) {
    loaded.scene = std::make_unique<Scene>(*loaded.world, 0, loaded.log, StageOptions());
    loaded.scene->build(diagnostics);
  }
  for (const Diagnostic& diagnostic : diagnostics.sorted()) print_error("{}", render(diagnostic, shows_color(stderr)));
  if (!loaded.scene || diagnostics.errors() > 0) return wrong_use;
  auto built = WorldCollider::build(*loaded.scene, collider);
  if (!built) return fail(wrong_use, fmt::format("{}: {}", options.world, built.error()));
  for (const std::string& note : built->notes()) print_error("lightsout collide: {}\n", note);
  loaded.collider = std::move(*built);
  return 0;
}

NamedFiles files_of(const CollideOptions& options) {
  NamedFiles files;
  files.reads("WORLD", options.world);
  for (const std::string& folder : options.assets) files.reads_folder("--assets", folder);
  for (const auto* models : {&options.groups, &options.statics})
    for (const auto& group : *models)
      for (const std::string& model : group) files.reads("the model", CollisionModel::file_of(model));
  files.reads("--allow", options.rules);
  files.reads("--robot", options.robot);
  files.reads("--srdf", options.srdf);
  if (!options.list) {
    if (options.world.empty() && options.robot.empty())
      files.reads("--poses", options.poses);
    else
      files.reads("--joints", options.joints);
    files.writes("--output", options.output.empty() ? "-" : options.output);
    files.writes("--find-allowed", options.sampled_rules);
  }
  return files;
}

// What the files of the command line speak against; 0 if nothing.
int prepare(const NamedFiles& files) {
  if (const auto conflict = files.conflict()) return fail(wrong_use, conflict->message);
  if (const std::string missing = files.missing(); !missing.empty()) return fail(environment_failed, missing);
  if (const std::string failure = files.prepare(); !failure.empty()) return fail(environment_failed, failure);
  return 0;
}

// 0, or the exit code of what has been reported, as of the functions below.
int read_rules(const std::string& path, std::vector<PairRule>& rules) {
  if (path.empty()) return 0;
  const auto text = read_whole_file(path);
  if (!text) return fail(environment_failed, fmt::format("{}: {}", path, std::strerror(text.error())));
  auto read = read_pair_rules(*text);
  if (!read) return fail(wrong_use, fmt::format("{}: {}", path, read.error()));
  rules = std::move(*read);
  return 0;
}

// What is checked: a world, a robot, or groups of models; what is static stands last.
struct Checked {
  PosedWorld world;                   // if it is one
  std::unique_ptr<SceneState> robot;  // if it is one
  std::shared_ptr<const ColliderScene> scene;

  const WorldCollider* of_world() const { return world.collider ? &*world.collider : nullptr; }
  std::optional<Jointed> joints() const {
    if (of_world()) return jointed(*of_world());
    if (robot) return jointed(*robot);
    return {};
  }
};

void list(const Checked& checked) {
  const ColliderScene& scene = *checked.scene;
  for (const ColliderScene::Link& link : scene.links())
    fmt::print("link {} {}{}\n", link.code, link.name,
               scene.groups()[std::size_t(link.group)].is_static ? " (static)" : "");
  if (const WorldCollider* world = checked.of_world())
    for (const WorldCollider::Axis& axis : world->axes())
      fmt::print("joint {} {} {}\n", axis.name, axis.position, axis.linear ? "m" : "rad");
  if (!checked.robot) return;
  for (const RobotVariable& v : checked.robot->content().robots[0].model->variables())
    fmt::print("joint {} {} from {} to {}\n", v.name, v.start, v.lower, v.upper);
}

int load_models(const CollideOptions& options, ColliderOptions& collider, Checked& checked) {
  std::vector<std::vector<std::string>> groups = options.groups;
  for (const auto& group : options.statics) {
    collider.static_groups.push_back(int(groups.size()));
    groups.push_back(group);
  }
  auto models = ColliderScene::load(groups, collider);
  if (!models) return fail(wrong_use, models.error());
  checked.scene = std::move(*models);
  for (const std::string& note : checked.scene->notes()) print_error("lightsout collide: {}\n", note);
  return 0;
}

// A robot that stands at the origin, and static models there, each a link of the name of its file.
int load_robot(const CollideOptions& options, const ColliderOptions& collider, Checked& checked) {
  const auto model = RobotModel::load(options.robot, {options.srdf, options.package_paths});
  if (!model) return fail(wrong_use, "the robot cannot be read\n" + model.error());
  for (const std::string& note : (*model)->notes()) print_error("lightsout collide: {}\n", note);
  SceneContent content;
  content.options = {1, collider.containment, collider.neighbours};
  content.collider = collider;
  content.robots.push_back({*model, "", {}, 0});
  for (const auto& group : options.statics)
    for (const std::string& spec : group) {
      auto part = CollisionModel::load(spec, 1);
      if (!part) return fail(wrong_use, part.error());
      const std::string name = ColliderScene::name_of(spec);
      auto parts = std::make_shared<std::vector<PartDescription>>(1, PartDescription{*part, {}});
      if (!content.objects.emplace(name, SceneContent::Object{std::move(parts), {}, {}}).second ||
          content.find_link(name))
        return fail(wrong_use, fmt::format("there are two links '{}'", name));
    }
  checked.robot = std::make_unique<SceneState>(std::move(content));
  const auto made = checked.robot->collider();
  if (!made) return fail(wrong_use, made.error());
  checked.scene = (*made)->scene();
  return 0;
}

// `LINK=M`.
int read_padding(const CollideOptions& options, ColliderOptions& collider) {
  for (const std::string& text : options.padding) {
    const std::size_t equals = text.rfind('=');
    char* end = nullptr;
    const double metres = equals == text.npos ? -1 : std::strtod(text.c_str() + equals + 1, &end);
    if (!end || end == text.c_str() + equals + 1 || *end || !(metres >= 0))
      return fail(wrong_use, fmt::format("--padding {}: LINK=M is expected, M a length from 0 on", text));
    collider.sizes.push_back({text.substr(0, equals), metres});
  }
  return 0;
}

int load(const CollideOptions& options, Checked& checked) {
  ColliderOptions collider;
  collider.neighbours = options.neighbours;
  collider.containment = !options.surfaces;
  collider.simplified = options.simplified;
  collider.scale = options.scale;
  if (const int code = read_rules(options.rules, collider.rules)) return code;
  if (const int code = read_padding(options, collider)) return code;
  if (!options.robot.empty()) return load_robot(options, collider, checked);
  if (options.world.empty()) return load_models(options, collider, checked);
  if (const int code = load(options, collider, checked.world)) return code;
  checked.scene = checked.world.collider->scene();
  return 0;
}

// Where configurations come from and answers go to; standard streams are not closed.
struct Streams {
  std::string source;  // as messages name it
  File in{stdin, [](std::FILE*) { return 0; }}, out{stdout, [](std::FILE*) { return 0; }};
};

int open(const CollideOptions& options, Streams& streams) {
  const std::string& input = options.world.empty() && options.robot.empty() ? options.poses : options.joints;
  streams.source = input == "-" ? "standard input" : input;
  if (input != "-") streams.in = {std::fopen(input.c_str(), "rb"), &std::fclose};
  if (!streams.in) return fail(environment_failed, fmt::format("{}: {}", input, std::strerror(errno)));
  if (!options.output.empty() && options.output != "-")
    streams.out = {std::fopen(options.output.c_str(), "wb"), &std::fclose};
  if (!streams.out) return fail(environment_failed, fmt::format("{}: {}", options.output, std::strerror(errno)));
  return 0;
}

// Refused here and once, not for every configuration.
int check_robots(const CollideOptions& options, const Checked& checked) {
  const int robots = checked.of_world() ? checked.of_world()->robots() : checked.robot ? 1 : int(options.groups.size());
  for (const int robot : options.robots)
    if (robot < 0 || robot >= robots)
      return fail(wrong_use, fmt::format("robot index {} is out of range: there are {} robots", robot, robots));
  return 0;
}

PoseStreamOptions stream_options(const CollideOptions& options) {
  PoseStreamOptions stream;
  stream.request = {.pairs = options.pairs,
                    .contacts = options.contacts,
                    .distance = options.distance,
                    .distances = options.distances,
                    .within = options.within,
                    .all = options.pairs || options.contacts,
                    .margin = options.margin};
  if (!options.motions.empty()) {
    stream.motions = {options.motions == "path", options.motion};
    stream.motions->request.margin = options.margin;
  }
  if (!options.robots.empty()) stream.robots = options.robots;
  stream.binary = options.binary != 0;
  stream.numbers = options.binary;
  stream.fixed_static = options.fixed_static;
  stream.strict = options.strict;
  stream.threads = options.jobs > 0 ? options.jobs : int(std::max(1u, std::thread::hardware_concurrency()));
  return stream;
}

// The columns of joints are named in the first line.
int read_joints(const Jointed& jointed_scene, const Streams& streams, PoseStreamOptions& stream) {
  std::int64_t line = 0;
  auto joints = joint_source(jointed_scene, read_heading(streams.in.get(), line));
  if (!joints) return fail(wrong_use, fmt::format("{}: line {}: {}", streams.source, line, joints.error()));
  stream.source = std::move(*joints);
  stream.first_line = line + 1;
  return 0;
}

// How many configurations were checked, on a terminal.
class ConfigurationCount {
 public:
  ~ConfigurationCount() {
    if (live_) print_error("\r\x1b[K");
  }
  void show(std::int64_t configurations) {
    const auto now = std::chrono::steady_clock::now();
    if (!live_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    print_error("\r\x1b[K{} configurations", configurations);
    std::fflush(stderr);
  }

 private:
  const bool live_ = is_live(stderr);
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

int write_rules(const CollideOptions& options, const PairSampling& sampling) {
  if (options.sampled_rules == "-")
    fmt::print("{}", sampling.rules());
  else if (!options.sampled_rules.empty())
    if (const int error = write_whole_file(options.sampled_rules, sampling.rules()))
      return fail(environment_failed, fmt::format("{}: {}", options.sampled_rules, std::strerror(error)));
  return 0;
}

int check(const CollideOptions& options, const Checked& checked, Streams& streams) {
  PoseStreamOptions stream = stream_options(options);
  if (const auto joints = checked.joints())
    if (const int code = read_joints(*joints, streams, stream)) return code;
  stream.complain = [&](const std::string& text) { print_error("lightsout collide: {}: {}\n", streams.source, text); };
  PairSampling sampling(*checked.scene);
  if (!options.sampled_rules.empty()) {
    stream.request.pairs = stream.request.all = true;
    stream.on_result = [&](const CollisionResult& result) { sampling.add(result); };
  }
  std::expected<PoseStreamTotals, std::string> totals;
  {
    ConfigurationCount count;
    stream.progress = [&count](std::int64_t configurations) { count.show(configurations); };
    totals = check_pose_stream(checked.scene, streams.in.get(), streams.out.get(), stream);
  }
  const std::string output = options.output.empty() || options.output == "-" ? "standard output" : options.output;
  if (!totals && std::ferror(streams.out.get()))
    return fail(environment_failed, fmt::format("{}: {}", output, totals.error()));
  if (!totals) return fail(bad_poses, fmt::format("{}: {}", streams.source, totals.error()));
  if (streams.out.get() != stdout && std::fclose(streams.out.release()) != 0)
    return fail(environment_failed, fmt::format("{}: {}", options.output, std::strerror(errno)));
  if (const int code = write_rules(options, sampling)) return code;
  print_error("{} {}, {} in collision{}\n", totals->configurations,
              options.motions.empty() ? "configurations" : "motions", totals->collided,
              totals->bad ? fmt::format(", {} bad", totals->bad) : "");
  return totals->bad ? bad_poses : done_with;
}

int collide(const CollideOptions& options) {
  if (int(options.world.empty()) + int(options.groups.empty()) + int(options.robot.empty()) != 2)
    return fail(wrong_use, "give a WORLD, a --robot or --group, see --help");
  if (options.list && !options.output.empty() && options.output != "-")
    return fail(wrong_use, "--list prints to standard output: it takes no --output");
  if (const int code = prepare(files_of(options))) return code;
  Checked checked;
  if (const int code = load(options, checked)) return code;
  if (options.list) {
    list(checked);
    return done_with;
  }
  Streams streams;
  if (const int code = open(options, streams)) return code;
  if (const int code = check_robots(options, checked)) return code;
  return check(options, checked, streams);
}

constexpr const char* footer =
    "A model is a mesh file (STL, OBJ, DAE, ...) or box:X,Y,Z  sphere:R  cylinder:R,H  capsule:R,H  cone:R,H  "
    "halfspace:\n"
    "with *FACTOR behind it to scale. Poses are lines of 12 or 16 numbers per link, or one line per configuration, "
    "the\n"
    "matrices by rows, robots before static models. The format of everything is in docs/collide.md.\n"
    "Joint positions are CSV: a heading with names of joints, then a line per configuration in rad or m.\n\n"
    "Exit codes: 0 all were checked, 1 some poses were bad, 2 wrong use, 9 a file could not be opened or written.\n\n"
    "Examples\n"
    "  lightsout collide --group arm/*.stl --static cell.stl --poses poses.csv -o result.csv -j 0\n"
    "  lightsout collide cell.wbt --joints positions.csv --pairs\n"
    "  lightsout collide --robot arm.urdf --srdf arm.srdf --static cell.stl --joints positions.csv\n"
    "  lightsout collide --robot arm.urdf --joints path.csv --motions path\n"
    "  planner | lightsout collide --group a/*.stl --group b/*.stl --poses - --distance";

// What is checked, and where it stands.
void add_models(CLI::App& command, CollideOptions& options) {
  CLI::Option* world =
      command.add_option("WORLD", options.world, "Instead of models: the boundingObjects of a world (.wbt)");
  CLI::Option* robot =
      command.add_option("--robot", options.robot, "Instead of models: a robot (URDF)")->type_name("FILE");
  command.add_option("--srdf", options.srdf, "Pairs, virtual joint and states of the robot")
      ->type_name("FILE")
      ->needs(robot);
  command
      .add_option("--package-path", options.package_paths, "A folder in which package://NAME/... is looked for; repeat")
      ->type_name("FOLDER")
      ->needs(robot);
  CLI::Option* joints =
      command.add_option("--joints", options.joints, "Joint positions of the world or robot, - for standard input")
          ->type_name("FILE");
  add_assets(command, options.assets)->needs(world);
  command.add_flag("--list", options.list, "Print the links and joints with their names, and end");
  command.add_option("--group", options.groups, "Models of a robot's links, in order; repeat for each robot")
      ->expected(1, 100000)
      ->type_name("MODEL...")
      ->excludes(joints);
  command.add_option("--static", options.statics, "Models that never move; numbered behind all robots")
      ->expected(1, 100000)
      ->type_name("MODEL...");
  command.add_option("--poses", options.poses, "Matrices of the links, - for standard input")->type_name("FILE");
  command.add_option("-o,--output", options.output, "Where the answers go instead of standard output")
      ->type_name("FILE");
  command.add_option("--binary", options.binary, "Poses are little-endian doubles, so many for each link")
      ->check(CLI::IsMember({12, 16}));
  command.add_flag("--static-fixed", options.fixed_static, "Static models stand at the origin, without poses");
  add_whole_numbers<int>(command, "--robots", options.robots, "Check these robots and the static models only (0,2)", 0);
}

// Which pairs count, and what is asked of them.
void add_questions(CLI::App& command, CollideOptions& options) {
  command.add_option("--allow", options.rules, "Pairs that may touch: lines `allow A B` or `check A B`")
      ->type_name("FILE");
  add_whole_number<int>(command, "--neighbours", options.neighbours,
                        "Links so many joints apart are not checked (default 1)", 0);
  CLI::Option* find_allowed = command
                                  .add_option("--find-allowed", options.sampled_rules,
                                              "Write an --allow file of the pairs that always or never touch")
                                  ->type_name("FILE");
  CLI::Option* pairs = command.add_flag("--pairs", options.pairs, "Name the pairs of links that touch");
  CLI::Option* contacts = command.add_flag("--contacts", options.contacts, "Points, normals and depths");
  CLI::Option* distance = command.add_flag("--distance", options.distance, "Smallest distance and where");
  CLI::Option* distances =
      command.add_flag("--distances", options.distances, "Distance of each pair of links and where, a line each")
          ->excludes(contacts);
  command.add_option("--within", options.within, "Of --distances: leave out pairs that are farther apart (m)")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option("--padding", options.padding, "Make a link larger all around (m); repeat for more, later ones win")
      ->type_name("LINK=M");
  command.add_option("--margin", options.margin, "Links as near as this collide (m)")->check(CLI::NonNegativeNumber);
  CLI::Option* motions =
      command
          .add_option("--motions", options.motions,
                      "Check ways instead of configurations: path, from each to the next; or pairs, from the first to "
                      "the second, the third to the fourth")
          ->check(CLI::IsMember({"path", "pairs"}));
  for (CLI::Option* of_configurations : {pairs, contacts, distance, distances, find_allowed})
    of_configurations->excludes(motions);
  command
      .add_option("--tolerance", options.motion.tolerance,
                  "Of --motions: overlaps that are never deeper may be missed (m, default 0.001)")
      ->check(CLI::PositiveNumber)
      ->needs(motions);
  command
      .add_option("--time-tolerance", options.motion.time_tolerance,
                  "Of --motions: of the time of the first contact, from 0 to 1 (default 1e-6)")
      ->check(CLI::PositiveNumber)
      ->needs(motions);
}

}  // namespace

Command add_collide(CLI::App& program) {
  auto options = std::make_shared<CollideOptions>();
  CLI::App* command = program.add_subcommand("collide", "Say which configurations of link meshes collide");
  add_models(*command, *options);
  add_limits(*command);
  add_questions(*command, *options);
  command->add_option("--scale", options->scale, "Of all models, e.g. 0.001 for millimetres")
      ->check(CLI::PositiveNumber);
  command->add_flag("--simplified", options->simplified,
                    "Take link.collision.* or collision/link.* beside link.* if there is one");
  command->add_flag("--surfaces", options->surfaces, "Closed meshes are hollow: what is wholly inside does not touch");
  command->add_flag("--strict", options->strict, "Stop at the first bad line");
  add_whole_number<int>(*command, "-j,--jobs", options->jobs, "Threads; 0 for one per core (default 1)", 0);
  // Worlds and robots bring their own.
  CLI::Option *const world = command->get_option("WORLD"), *const robot = command->get_option("--robot");
  for (const char* of_models : {"--poses", "--binary", "--static-fixed", "--scale", "--simplified"}) {
    command->get_option(of_models)->excludes(world);
    command->get_option(of_models)->excludes(robot);
  }
  command->get_option("--static")->excludes(world);
  world->excludes(robot);
  command->footer(footer);
  return [options] { return collide(*options); };
}

}  // namespace lightsout
