// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/collider/shared/c_interface.h"

#include "engine/collider/collider_scene.h"
#include "engine/collider/shared/batch.h"

using namespace lightsout;

struct lightsout_collider {
  lightsout_collider(int colliders, ColliderOptions options) : pool(colliders, std::move(options)) {}
  SyncCollider pool;
  std::string notes;
};

namespace {

// The number of matrices of a query, -1 for an index that is none.
int links_of(const ColliderScene& scene, const std::vector<int>* robots) {
  int links = 0;
  for (const ColliderScene::Group& group : scene.groups())
    if (group.is_static || !robots) links += group.links;
  if (!robots) return links;
  for (const int robot : *robots) {
    if (robot < 0 || std::size_t(robot) >= scene.groups().size() || scene.groups()[std::size_t(robot)].is_static)
      return -1;
    links += scene.groups()[std::size_t(robot)].links;
  }
  return links;
}

}  // namespace

extern "C" lightsout_collider* lightsout_collider_open(const lightsout_collider_setup* setup, char* error,
                                                       int error_size) {
  ColliderOptions options;
  options.static_groups.assign(setup->static_groups, setup->static_groups + setup->static_group_count);
  options.neighbours = setup->neighbours;
  options.containment = setup->containment != 0;
  options.scale = setup->scale;
  if (setup->rules) {
    auto rules = read_pair_rules(setup->rules);
    if (!rules) return write_error(rules.error(), error, error_size), nullptr;
    options.rules = std::move(*rules);
  }
  std::vector<std::vector<std::string>> groups;
  const char* const* model = setup->models;
  for (int g = 0; g < setup->groups; ++g, model += setup->group_sizes[g - 1])
    groups.emplace_back(model, model + setup->group_sizes[g]);
  const int colliders =
      setup->colliders > 0 ? setup->colliders : int(std::max(1u, std::thread::hardware_concurrency()));
  auto collider = std::make_unique<lightsout_collider>(colliders, std::move(options));
  if (const auto loaded = collider->pool.init(std::move(groups), true); !loaded)
    return write_error(loaded.error(), error, error_size), nullptr;
  for (const std::string& note : collider->pool.scene()->notes()) collider->notes += note + "\n";
  return collider.release();
}

extern "C" void lightsout_collider_close(lightsout_collider* collider) { delete collider; }

extern "C" const char* lightsout_collider_notes(lightsout_collider* collider) { return collider->notes.c_str(); }

extern "C" int lightsout_collider_links(lightsout_collider* collider, const int* robots, int robot_count) {
  if (!robots) return links_of(*collider->pool.scene(), nullptr);
  const std::vector<int> asked(robots, robots + robot_count);
  return links_of(*collider->pool.scene(), &asked);
}

extern "C" int lightsout_collider_check(lightsout_collider* collider, const double* matrices, int64_t configurations,
                                        const int* robots, int robot_count, double margin, uint8_t* collided,
                                        double* distances, char* error, int error_size) {
  const std::vector<int> asked = robots ? std::vector<int>(robots, robots + robot_count) : std::vector<int>();
  const std::vector<int>* subset = robots ? &asked : nullptr;
  const int links = links_of(*collider->pool.scene(), subset);
  if (links < 0) return write_error("a robot index is out of range or of a static group", error, error_size), -1;
  const CollisionRequest request{.distance = distances != nullptr, .margin = margin};
  const auto make_worker = [&] {
    return
        [&, placed = std::vector<Eigen::Matrix4d>(std::size_t(links)), result = CollisionResult()](int64_t c) mutable {
          for (int l = 0; l < links; ++l) placed[std::size_t(l)] = matrix_from(matrices + (c * links + l) * 16);
          const auto done = collider->pool.check(placed, subset, request, result);
          collided[c] = result.collided;
          if (distances) distances[c] = distance_of(result);
          return done.error();
        };
  };
  return finish(check_batch(collider->pool.size(), configurations, "configuration", make_worker), error, error_size);
}

extern "C" int lightsout_collider_motions(lightsout_collider* collider, const double* from, const double* to,
                                          int64_t motions, const int* robots, int robot_count, double tolerance,
                                          double margin, uint8_t* collided, double* times, int* links_that_touch,
                                          char* error, int error_size) {
  const std::vector<int> asked = robots ? std::vector<int>(robots, robots + robot_count) : std::vector<int>();
  const std::vector<int>* subset = robots ? &asked : nullptr;
  const int links = links_of(*collider->pool.scene(), subset);
  if (links < 0) return write_error("a robot index is out of range or of a static group", error, error_size), -1;
  const MotionRequest request{.tolerance = tolerance, .margin = margin};
  const auto make_worker = [&] {
    return [&, begin = std::vector<Eigen::Matrix4d>(std::size_t(links)),
            end = std::vector<Eigen::Matrix4d>(std::size_t(links)), result = MotionResult()](int64_t m) mutable {
      for (int l = 0; l < links; ++l) {
        begin[std::size_t(l)] = matrix_from(from + (m * links + l) * 16);
        end[std::size_t(l)] = matrix_from(to + (m * links + l) * 16);
      }
      const auto done = collider->pool.check_motion(StraightMotion(begin, end), subset, request, result);
      collided[m] = result.collided;
      times[m] = result.time;
      links_that_touch[2 * m] = result.links.first;
      links_that_touch[2 * m + 1] = result.links.second;
      return done.error();
    };
  };
  return finish(check_batch(collider->pool.size(), motions, "motion", make_worker), error, error_size);
}

namespace {

// One configuration, and what was asked of it as rows.
int write_rows(lightsout_collider* collider, const double* matrices, const int* robots, int robot_count,
               const CollisionRequest& request, double* rows, int capacity, char* error, int error_size) {
  const std::vector<int> asked = robots ? std::vector<int>(robots, robots + robot_count) : std::vector<int>();
  const std::vector<int>* subset = robots ? &asked : nullptr;
  const int links = links_of(*collider->pool.scene(), subset);
  if (links < 0) return write_error("a robot index is out of range or of a static group", error, error_size), -1;
  std::vector<Eigen::Matrix4d> placed;
  for (int l = 0; l < links; ++l) placed.push_back(matrix_from(matrices + l * 16));
  CollisionResult result;
  if (const auto done = collider->pool.check(placed, subset, request, result); !done)
    return write_error(done.error(), error, error_size), -1;
  Rows written(rows, capacity);
  written.add(request, result);
  return written.count();
}

}  // namespace

extern "C" int lightsout_collider_pairs(lightsout_collider* collider, const double* matrices, const int* robots,
                                        int robot_count, double margin, double* rows, int capacity, char* error,
                                        int error_size) {
  return write_rows(collider, matrices, robots, robot_count, {.pairs = true, .all = true, .margin = margin}, rows,
                    capacity, error, error_size);
}

extern "C" int lightsout_collider_contacts(lightsout_collider* collider, const double* matrices, const int* robots,
                                           int robot_count, double margin, double* rows, int capacity, char* error,
                                           int error_size) {
  return write_rows(collider, matrices, robots, robot_count, {.contacts = true, .all = true, .margin = margin}, rows,
                    capacity, error, error_size);
}

extern "C" int lightsout_collider_distances(lightsout_collider* collider, const double* matrices, const int* robots,
                                            int robot_count, double within, double* rows, int capacity, char* error,
                                            int error_size) {
  return write_rows(collider, matrices, robots, robot_count, {.distances = true, .within = within}, rows, capacity,
                    error, error_size);
}
