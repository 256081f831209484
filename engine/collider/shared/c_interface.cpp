#include "engine/collider/shared/c_interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>

#include "engine/collider/collider_scene.h"

using namespace lightsout;

struct lightsout_collider {
  lightsout_collider(int colliders, ColliderOptions options) : pool(colliders, std::move(options)) {}
  SyncCollider pool;
  std::string notes;
};

namespace {

void write_error(const std::string& text, char* error, int size) {
  if (!error || size <= 0) return;
  const std::size_t length = std::min(text.size(), std::size_t(size - 1));
  std::memcpy(error, text.data(), length);
  error[length] = 0;
}

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
  // The error of the first bad configuration, whoever meets it.
  std::mutex mutex;
  std::string first_error;
  std::atomic<int64_t> first_bad{std::numeric_limits<int64_t>::max()};
  constexpr int64_t at_once = 128;
  std::atomic<int64_t> next{0};
  const auto run = [&] {
    std::vector<Eigen::Matrix4d> placed(static_cast<std::size_t>(links));
    CollisionResult result;
    for (int64_t begin = next.fetch_add(at_once); begin < configurations; begin = next.fetch_add(at_once)) {
      for (int64_t c = begin; c < std::min(begin + at_once, configurations) && c < first_bad; ++c) {
        for (int l = 0; l < links; ++l)
          placed[std::size_t(l)] =
              Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(matrices + (c * links + l) * 16);
        const auto done = collider->pool.check(placed, subset, request, result);
        if (!done) {
          const std::lock_guard lock(mutex);
          if (c < first_bad) {
            first_bad = c;
            first_error = fmt::format("configuration {}: {}", c, done.error());
          }
          break;
        }
        collided[c] = result.collided;
        if (distances)
          distances[c] = result.nearest ? result.nearest->distance : std::numeric_limits<double>::infinity();
      }
    }
  };
  const int64_t chunks = (configurations + at_once - 1) / at_once;
  std::vector<std::thread> threads;
  for (int64_t i = 1; i < std::min<int64_t>(collider->pool.size(), chunks); ++i) threads.emplace_back(run);
  run();
  for (std::thread& thread : threads) thread.join();
  if (first_error.empty()) return 0;
  write_error(first_error, error, error_size);
  return -1;
}

namespace {

using Row = std::vector<double>;

void add(Row& row, const Eigen::Vector3d& v) { row.insert(row.end(), {v.x(), v.y(), v.z()}); }

// One configuration, and what of its result becomes rows.
template <class RowsOf>
int write_rows(lightsout_collider* collider, const double* matrices, const int* robots, int robot_count,
               const CollisionRequest& request, double* rows, int capacity, char* error, int error_size,
               RowsOf rows_of) {
  const std::vector<int> asked = robots ? std::vector<int>(robots, robots + robot_count) : std::vector<int>();
  const std::vector<int>* subset = robots ? &asked : nullptr;
  const int links = links_of(*collider->pool.scene(), subset);
  if (links < 0) return write_error("a robot index is out of range or of a static group", error, error_size), -1;
  std::vector<Eigen::Matrix4d> placed;
  for (int l = 0; l < links; ++l)
    placed.push_back(Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(matrices + l * 16));
  CollisionResult result;
  if (const auto done = collider->pool.check(placed, subset, request, result); !done)
    return write_error(done.error(), error, error_size), -1;
  const std::vector<Row> found = rows_of(result);
  for (std::size_t i = 0; i < found.size() && i < std::size_t(std::max(0, capacity)); ++i)
    rows = std::copy(found[i].begin(), found[i].end(), rows);
  return int(found.size());
}

}  // namespace

extern "C" int lightsout_collider_pairs(lightsout_collider* collider, const double* matrices, const int* robots,
                                        int robot_count, double margin, double* rows, int capacity, char* error,
                                        int error_size) {
  const CollisionRequest request{.pairs = true, .all = true, .margin = margin};
  return write_rows(collider, matrices, robots, robot_count, request, rows, capacity, error, error_size,
                    [](const CollisionResult& result) {
                      std::vector<Row> found;
                      for (const LinkPair& pair : result.pairs)
                        found.push_back({double(pair.first), double(pair.second)});
                      return found;
                    });
}

extern "C" int lightsout_collider_contacts(lightsout_collider* collider, const double* matrices, const int* robots,
                                           int robot_count, double margin, double* rows, int capacity, char* error,
                                           int error_size) {
  const CollisionRequest request{.contacts = true, .all = true, .margin = margin};
  return write_rows(collider, matrices, robots, robot_count, request, rows, capacity, error, error_size,
                    [](const CollisionResult& result) {
                      std::vector<Row> found;
                      for (const LinkContact& contact : result.contacts) {
                        Row row{double(contact.links.first), double(contact.links.second)};
                        add(row, contact.point);
                        add(row, contact.normal);
                        row.push_back(contact.depth);
                        found.push_back(std::move(row));
                      }
                      return found;
                    });
}

extern "C" int lightsout_collider_distances(lightsout_collider* collider, const double* matrices, const int* robots,
                                            int robot_count, double within, double* rows, int capacity, char* error,
                                            int error_size) {
  const CollisionRequest request{.distances = true, .within = within};
  return write_rows(collider, matrices, robots, robot_count, request, rows, capacity, error, error_size,
                    [](const CollisionResult& result) {
                      std::vector<Row> found;
                      for (const LinkDistance& distance : result.distances) {
                        Row row{double(distance.links.first), double(distance.links.second), distance.distance};
                        add(row, distance.on_first);
                        add(row, distance.on_second);
                        found.push_back(std::move(row));
                      }
                      return found;
                    });
}
