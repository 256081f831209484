// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The collider against FCL called by hand, in one run: two arms of six links with 5,000 triangles each, 36 pairs, 2,000
// random configurations. Prints a table; every row is the best of several interleaved rounds.
#include <fast_float/fast_float.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <thread>

#include "engine/collider/collider_scene.h"
#include "engine/collider/stream/decimal.h"
#include "engine/collider/stream/pose_stream.h"
#include "engine/collider/triangles/mesh_topology.h"
#include "engine/mesh/mesh_file.h"
#include "engine/mesh/triangle_mesh.h"
#include "tests/engine/collider/scenes.h"

namespace lightsout {
namespace {

using FclMesh = fcl::BVHModel<fcl::OBBRSSd>;
using Configurations = std::vector<std::vector<Eigen::Matrix4d>>;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of the calling thread, and of all threads: what else the machine does stays out.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}
double process_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// The best time of each of several ways to do the same, taken in turns.
std::vector<double> best_of(int rounds, const std::vector<std::function<void()>>& ways, double (*seconds)()) {
  std::vector<double> best(ways.size(), 1e9);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const double from = seconds();
      ways[i]();
      best[i] = std::min(best[i], seconds() - from);
    }
  }
  return best;
}

std::shared_ptr<FclMesh> fcl_mesh(const TriangleMesh& mesh) {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Eigen::Vector3f& v : mesh.vertices) vertices.push_back(v.cast<double>());
  for (const Eigen::Vector3i& t : mesh.triangles) triangles.emplace_back(t.x(), t.y(), t.z());
  auto model = std::make_shared<FclMesh>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

struct Query {
  fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
};

bool stop_at_first(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  auto& query = *static_cast<Query*>(data);
  if (query.result.isCollision()) return true;
  fcl::collide(a, b, query.request, query.result);
  return query.result.isCollision();
}

struct NearestQuery {
  fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
};

bool nearer(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data, double& distance) {
  auto& query = *static_cast<NearestQuery*>(data);
  if (query.result.min_distance <= 0) {
    distance = query.result.min_distance;
    return true;
  }
  fcl::distance(a, b, query.request, query.result);
  distance = query.result.min_distance;
  return distance <= 0;
}

// Two managers, one per robot, as FCL's own documentation does it.
class FclByHand {
 public:
  explicit FclByHand(const std::vector<std::shared_ptr<FclMesh>>& meshes) {
    for (std::size_t i = 0; i < 12; ++i) {
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(meshes[i % 6]));
      managers_[i / 6].registerObject(objects_.back().get());
    }
    for (auto& manager : managers_) manager.setup();
  }

  void place(const std::vector<Eigen::Matrix4d>& matrices) {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      objects_[i]->setTransform(fcl::Transform3d(matrices[i]));
      objects_[i]->computeAABB();
    }
    for (auto& manager : managers_) manager.update();
  }
  bool is_collided(const std::vector<Eigen::Matrix4d>& matrices) {
    place(matrices);
    Query query;
    managers_[0].collide(&managers_[1], &query, &stop_at_first);
    return query.result.isCollision();
  }
  double distance(const std::vector<Eigen::Matrix4d>& matrices) {
    place(matrices);
    NearestQuery query;
    managers_[0].distance(&managers_[1], &query, &nearer);
    return query.result.min_distance;
  }

 private:
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  fcl::DynamicAABBTreeCollisionManagerd managers_[2];
};

std::string contents(const File& file) {
  std::fseek(file.get(), 0, SEEK_END);
  std::string text(std::size_t(std::ftell(file.get())), 0);
  std::rewind(file.get());
  if (std::fread(text.data(), 1, text.size(), file.get()) != text.size()) std::abort();
  return text;
}

// Configurations as `lightsout collide` reads them, and what it takes to answer them: by processor time of all threads,
// and by the clock, as a second thread reads.
void print_streams(const std::shared_ptr<const ColliderScene>& scene, const Configurations& configurations) {
  const File binary{std::tmpfile(), &std::fclose}, rounded{std::tmpfile(), &std::fclose},
      text{std::tmpfile(), &std::fclose}, nowhere{std::fopen("/dev/null", "wb"), &std::fclose};
  constexpr int repeat = 10;
  for (int r = 0; r < repeat; ++r)
    for (const auto& matrices : configurations) {
      for (const Eigen::Matrix4d& m : matrices)
        for (int i = 0; i < 12; ++i) {
          const double number = m(i / 4, i % 4);
          std::fwrite(&number, sizeof number, 1, binary.get());
          fmt::print(text.get(), "{},", number);
          fmt::print(rounded.get(), "{:.6f},", number);
        }
      fmt::print(text.get(), "\n");
      fmt::print(rounded.get(), "\n");
    }
  MeshCollider collider(scene);
  CollisionResult result;
  const auto stream = [&](const File& file, bool is_binary) {
    return [&, is_binary] {
      std::rewind(file.get());
      PoseStreamOptions options;
      options.binary = is_binary;
      options.numbers = 12;
      const auto totals = check_pose_stream(scene, file.get(), nowhere.get(), options);
      if (!totals || totals->configurations != repeat * std::int64_t(configurations.size())) std::abort();
    };
  };
  const std::vector<std::function<void()>> ways{[&] {
                                                  for (int r = 0; r < repeat; ++r)
                                                    for (const auto& matrices : configurations)
                                                      (void)collider.check(matrices, nullptr, {}, result);
                                                },
                                                stream(binary, true), stream(rounded, false), stream(text, false)};
  const auto times = best_of(9, ways, &process_seconds), wall = best_of(9, ways, &wall_seconds);
  const double n = repeat * double(configurations.size()) * 1e-6;
  fmt::print("lightsout collide, per configuration      us   ratio   us by the clock   ratio\n");
  const char* const names[] = {"the library", "binary", "text, six digits", "text, all digits"};
  for (std::size_t i = 0; i < 4; ++i)
    fmt::print("  {:<34}  {:6.2f}  {:6.2f}            {:6.2f}  {:6.2f}\n", names[i], times[i] / n, times[i] / times[0],
               wall[i] / n, wall[i] / wall[0]);
  fmt::print("\n");

  // The floor of a text on one processor: its numbers are read and nothing else is done.
  const std::string of_six = contents(rounded), of_all = contents(text);
  double sum = 0;
  const auto read_by = [&sum](const std::string& numbers, auto reader) {
    return [&sum, &numbers, reader]() mutable {
      const char *at = numbers.data(), *const end = at + numbers.size();
      while (at < end) {
        double number;
        const char* const stop = reader(at, end, number);
        if (stop == at) std::abort();
        sum += number;
        for (at = stop; at < end && (*at == ',' || *at == '\n');) ++at;
      }
    };
  };
  const auto ours = [decimals = DecimalReader()](const char* at, const char* end, double& number) mutable {
    return decimals.read(at, end, end, number).ptr;
  };
  const auto fast_float_s = [](const char* at, const char* end, double& number) {
    return fast_float::from_chars(at, end, number).ptr;
  };
  const auto standard = [](const char* at, const char* end, double& number) {
    return std::from_chars(at, end, number).ptr;
  };
  const auto reading =
      best_of(9,
              {ways[0], read_by(of_six, ours), read_by(of_six, fast_float_s), read_by(of_six, standard),
               read_by(of_all, ours), read_by(of_all, fast_float_s), read_by(of_all, standard)},
              &thread_seconds);
  if (!std::isfinite(sum)) std::abort();
  fmt::print("reading the text of a configuration       us   ratio     GB/s\n");
  const char* const readers[] = {"the library's check",         "six digits, DecimalReader", "six digits, fast_float",
                                 "six digits, std::from_chars", "all digits, DecimalReader", "all digits, fast_float",
                                 "all digits, std::from_chars"};
  for (std::size_t i = 0; i < reading.size(); ++i) {
    fmt::print("  {:<34}  {:6.2f}  {:6.2f}", readers[i], reading[i] / n, reading[i] / reading[0]);
    if (i > 0) fmt::print("  {:7.2f}", 1e-9 * double((i < 4 ? of_six : of_all).size()) / reading[i]);
    fmt::print("\n");
  }
  fmt::print("\n");
}

void run() {
  const auto folder = std::filesystem::temp_directory_path() / "lightsout_collider_bench";
  std::filesystem::create_directories(folder);
  const scenes::Arm arm;
  std::vector<std::vector<std::string>> groups(2);
  std::vector<std::string> files;
  for (int l = 0; l < 6; ++l) {
    files.push_back((folder / fmt::format("link{}.stl", l)).string());
    scenes::write_stl(scenes::link_mesh(5000, arm.lengths[std::size_t(l)], arm.radii[std::size_t(l)], 0.25, l),
                      files.back());
    for (auto& group : groups) group.push_back(files.back());
  }

  // Links of one robot are not tested against each other here: 36 pairs, as FCL has them with a manager per robot.
  ColliderOptions options{.neighbours = 5};
  MeshCollider collider(options);
  if (const auto loaded = collider.init(groups, true); !loaded) {
    fmt::print(stderr, "{}\n", loaded.error());
    return;
  }
  std::vector<TriangleMesh> meshes;
  std::vector<std::shared_ptr<FclMesh>> fcl_meshes;
  std::size_t triangles = 0, bytes = 0;
  for (const std::string& file : files) {
    meshes.push_back(*read_mesh_file(file));
    fcl_meshes.push_back(fcl_mesh(meshes.back()));
    const CollisionModel& model = *(*CollisionModel::load(file, 1));
    triangles += model.mesh().triangles.size();
    bytes += model.bytes();
  }
  fmt::print("{} triangles per mesh, {} pairs\n\n", triangles / 6, collider.scene()->link_pairs().size());

  {
    const auto ours = [&](int threads) {
      return [&groups, threads, options]() mutable {
        options.load_threads = threads;
        if (!ColliderScene::load(groups, options)) std::abort();
      };
    };
    const auto times = best_of(7,
                               {[&] {
                                  for (const TriangleMesh& mesh : meshes) fcl_mesh(mesh);
                                },
                                ours(1), ours(0),
                                [&] {
                                  for (const std::string& file : files)
                                    if (!read_mesh_file(file)) std::abort();
                                }},
                               &wall_seconds);
    fmt::print("loading, per mesh                     ms   ratio\n");
    fmt::print("  FCL, building its trees only    {:6.2f}    1.00\n", times[0] / 6e-3);
    fmt::print("  file to collider, one core      {:6.2f}  {:6.2f}\n", times[1] / 6e-3, times[1] / times[0]);
    fmt::print("  file to collider, {:2} cores      {:6.2f}  {:6.2f}\n", std::thread::hardware_concurrency(),
               times[2] / 6e-3, times[2] / times[0]);
    fmt::print("    of that reading STL files     {:6.2f}\n", times[3] / 6e-3);
    fmt::print("bytes per triangle: {:.0f}; FCL {:.0f}\n\n", double(bytes) / double(triangles),
               2.0 * sizeof(fcl::BVNode<fcl::OBBRSSd>) + sizeof(fcl::Triangle) + sizeof(fcl::Vector3d) / 2.0);
  }

  FclByHand by_hand(fcl_meshes);
  SyncCollider pool(2, collider.scene());
  for (const double apart : {0.82, 0.62, 0.42}) {
    const Configurations configurations = scenes::two_arms(2000, apart, 7);
    int collided = 0, different = 0;
    for (const auto& matrices : configurations) {
      const bool touch = collider.is_collided(matrices);
      collided += touch;
      different += touch != by_hand.is_collided(matrices);
    }
    const auto each = [&](auto query) {
      return [&configurations, query] {
        for (const auto& matrices : configurations) query(matrices);
      };
    };
    CollisionResult result;
    const CollisionRequest distance{.distance = true}, margin{.margin = 0.02};
    const auto times = best_of(9,
                               {each([&](const auto& m) { by_hand.is_collided(m); }),
                                each([&](const auto& m) { (void)collider.check(m, nullptr, {}, result); }),
                                each([&](const auto& m) { (void)collider.check(m, nullptr, margin, result); })},
                               &thread_seconds);
    const auto slow = best_of(2, {each([&](const auto& m) { by_hand.distance(m); }), each([&](const auto& m) {
                                    (void)collider.check(m, nullptr, distance, result);
                                  })},
                              &thread_seconds);
    double worst = 0;
    for (const auto& matrices : configurations) {
      (void)collider.check(matrices, nullptr, distance, result);
      worst = std::max(worst, std::abs(std::max(0.0, by_hand.distance(matrices)) - result.nearest->distance));
    }
    const double n = double(configurations.size()) * 1e-6;
    fmt::print("{:.1f} % in collision, answers that differ from FCL's: {}\n", collided / 20.0, different);
    fmt::print("  per configuration                   us   ratio\n");
    fmt::print("  FCL by hand                     {:6.2f}    1.00\n", times[0] / n);
    fmt::print("  collider                        {:6.2f}  {:6.2f}\n", times[1] / n, times[1] / times[0]);
    fmt::print("  collider, 20 mm margin          {:6.2f}\n", times[2] / n);
    fmt::print("  FCL by hand, distance           {:6.1f}    1.00\n", slow[0] / n);
    fmt::print("  collider, distance              {:6.1f}  {:6.2f}   (largest difference {:.1e} m)\n\n", slow[1] / n,
               slow[1] / slow[0], worst);
  }

  print_streams(collider.scene(), scenes::two_arms(2000, 0.62, 7));

  // Throughput of one collider on one thread and of the pool on two, for long enough that starting threads is nothing.
  const Configurations configurations = scenes::two_arms(2000, 0.62, 7);
  const auto work = [&](Collider& by, int repeat) {
    CollisionResult result;
    for (int r = 0; r < repeat; ++r)
      for (const auto& matrices : configurations) (void)by.check(matrices, nullptr, {}, result);
  };
  const auto two_threads = [&](Collider& by) {
    std::thread other([&] { work(by, 50); });
    work(by, 50);
    other.join();
  };
  SyncCollider pool_of_one(1, collider.scene());
  const auto apart = [&] {
    MeshCollider own(collider.scene());
    std::thread other([&] { work(own, 50); });
    work(collider, 50);
    other.join();
  };
  const std::vector<std::function<void()>> ways{[&] { work(collider, 50); }, apart, [&] { two_threads(pool); },
                                                [&] { two_threads(pool_of_one); }};
  const auto wall = best_of(5, ways, &wall_seconds);
  const auto process = best_of(5, ways, &process_seconds);
  // By processor time: what two cores with nothing else to do give. By the clock: what they gave.
  fmt::print("throughput, times one collider    by processor time   by the clock\n");
  const char* const names[] = {"one collider, one thread", "two colliders, a thread each", "pool of two, two threads",
                               "pool of one, two threads"};
  for (std::size_t i = 0; i < 4; ++i) {
    const double queries = i == 0 ? 1 : 2;
    fmt::print("  {:<30} {:18.2f} {:14.2f}\n", names[i], queries * queries * process[0] / process[i],
               queries * wall[0] / wall[i]);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lightsout

int main() { lightsout::run(); }
