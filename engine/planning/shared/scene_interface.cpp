// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/shared/scene_interface.h"

#include "engine/collider/shared/batch.h"
#include "engine/planning/planning_scene.h"

using namespace lightsout;

struct lightsout_scene {
  PlanningScene scene;
  int threads;
  std::mutex mutex;  // the notes
  std::string notes;
};

namespace {

Eigen::Matrix4d matrix_or_identity(const double* by_rows) {
  return by_rows ? matrix_from(by_rows) : Eigen::Matrix4d(Eigen::Matrix4d::Identity());
}

std::vector<std::string> strings(const char* const* first, int count) {
  return count > 0 ? std::vector<std::string>(first, first + count) : std::vector<std::string>();
}

std::vector<double> positions_from(const double* first, int variables) { return {first, first + variables}; }

int write_text(const std::string& text, char* to, int size) {
  write_error(text, to, size);
  return int(text.size());
}

int write_rows(lightsout_scene* scene, const double* positions, int variables, const CollisionRequest& request,
               double* rows, int capacity, char* error, int error_size) {
  SceneResult result;
  if (const auto done = scene->scene.check(positions_from(positions, variables), request, result); !done)
    return finish(done.error(), error, error_size);
  Rows written(rows, capacity);
  written.add(request, result);
  return written.count();
}

}  // namespace

extern "C" lightsout_scene* lightsout_scene_open(int checkers, int containment, int neighbours) {
  const int threads = checkers > 0 ? checkers : int(std::max(1u, std::thread::hardware_concurrency()));
  return new lightsout_scene{PlanningScene({threads, containment != 0, neighbours}), threads, {}, {}};
}

extern "C" void lightsout_scene_close(lightsout_scene* scene) { delete scene; }

extern "C" int lightsout_scene_add_robot(lightsout_scene* scene, const char* urdf, const char* srdf,
                                         const char* const* package_paths, int package_path_count, const double* base,
                                         const char* prefix, char* error, int error_size) {
  const auto model = RobotModel::load(urdf, {srdf ? srdf : "", strings(package_paths, package_path_count)});
  if (!model) return finish(model.error(), error, error_size);
  const auto added = scene->scene.add_robot(*model, matrix_or_identity(base), prefix);
  if (!added) return finish(added.error(), error, error_size);
  const std::lock_guard lock(scene->mutex);
  for (const std::string& note : (*model)->notes()) scene->notes += note + "\n";
  return 0;
}

extern "C" int lightsout_scene_add_object(lightsout_scene* scene, const char* name, const char* const* models,
                                          const double* in_object, int parts, const double* pose, char* error,
                                          int error_size) {
  std::vector<ObjectPart> all;
  for (int i = 0; i < parts; ++i)
    all.push_back({models[i], {}, {}, matrix_or_identity(in_object ? in_object + 16 * i : nullptr)});
  return finish(scene->scene.add_object(name, all, matrix_or_identity(pose)).error(), error, error_size);
}

extern "C" int lightsout_scene_add_mesh(lightsout_scene* scene, const char* name, const double* vertices,
                                        int64_t vertex_count, const int32_t* triangles, int64_t triangle_count,
                                        const double* pose, char* error, int error_size) {
  ObjectPart part;
  for (int64_t i = 0; i < vertex_count; ++i) part.vertices.emplace_back(vertices + 3 * i);
  for (int64_t i = 0; i < triangle_count; ++i) part.triangles.emplace_back(triangles + 3 * i);
  return finish(scene->scene.add_object(name, {part}, matrix_or_identity(pose)).error(), error, error_size);
}

extern "C" int lightsout_scene_move_object(lightsout_scene* scene, const char* name, const double* pose, char* error,
                                           int error_size) {
  return finish(scene->scene.move_object(name, matrix_or_identity(pose)).error(), error, error_size);
}

extern "C" int lightsout_scene_remove_object(lightsout_scene* scene, const char* name, char* error, int error_size) {
  return finish(scene->scene.remove_object(name).error(), error, error_size);
}

extern "C" int lightsout_scene_attach(lightsout_scene* scene, const char* object, const char* link,
                                      const double* positions, int variables, const char* const* touch_links,
                                      int touch_link_count, char* error, int error_size) {
  return finish(
      scene->scene.attach(object, link, positions_from(positions, variables), strings(touch_links, touch_link_count))
          .error(),
      error, error_size);
}

extern "C" int lightsout_scene_detach(lightsout_scene* scene, const char* object, const double* positions,
                                      int variables, char* error, int error_size) {
  return finish(scene->scene.detach(object, positions_from(positions, variables)).error(), error, error_size);
}

extern "C" int lightsout_scene_set_size(lightsout_scene* scene, const char* link, double padding, double scale,
                                        char* error, int error_size) {
  return finish(scene->scene.set_size({link, padding, scale}).error(), error, error_size);
}

extern "C" int lightsout_scene_allow(lightsout_scene* scene, const char* first, const char* second, int may_touch,
                                     char* error, int error_size) {
  return finish(scene->scene.allow(first, second, may_touch != 0).error(), error, error_size);
}

extern "C" int lightsout_scene_names(lightsout_scene* scene, char* text, int size) {
  std::string all;
  for (const std::string& name : scene->scene.names()) all += name + "\n";
  return write_text(all, text, size);
}

extern "C" int lightsout_scene_variable_names(lightsout_scene* scene, char* text, int size) {
  std::string all;
  for (const RobotVariable& variable : scene->scene.variables()) all += variable.name + "\n";
  return write_text(all, text, size);
}

extern "C" int lightsout_scene_notes(lightsout_scene* scene, char* text, int size) {
  const std::lock_guard lock(scene->mutex);
  return write_text(scene->notes, text, size);
}

extern "C" int lightsout_scene_variables(lightsout_scene* scene, double* limits, int capacity) {
  const std::vector<RobotVariable> variables = scene->scene.variables();
  for (int i = 0; i < std::min(capacity, int(variables.size())); ++i, limits += 3) {
    limits[0] = variables[std::size_t(i)].lower;
    limits[1] = variables[std::size_t(i)].upper;
    limits[2] = variables[std::size_t(i)].start;
  }
  return int(variables.size());
}

extern "C" int lightsout_scene_pose(lightsout_scene* scene, const char* name, const double* positions, int variables,
                                    double* matrix, char* error, int error_size) {
  const auto pose = scene->scene.pose(name, positions_from(positions, variables));
  if (pose) Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>{matrix} = *pose;
  return finish(pose.error(), error, error_size);
}

extern "C" int lightsout_scene_check(lightsout_scene* scene, const double* positions, int variables,
                                     int64_t configurations, double margin, uint8_t* collided, double* distances,
                                     char* error, int error_size) {
  const CollisionRequest request{.distance = distances != nullptr, .margin = margin};
  const auto make_worker = [&] {
    return [&, at = std::vector<double>(), result = SceneResult()](int64_t c) mutable {
      at.assign(positions + c * variables, positions + (c + 1) * variables);
      const auto done = scene->scene.check(at, request, result);
      collided[c] = result.collided;
      if (distances) distances[c] = distance_of(result);
      return done.error();
    };
  };
  return finish(check_batch(scene->threads, configurations, "configuration", make_worker), error, error_size);
}

extern "C" int lightsout_scene_pairs(lightsout_scene* scene, const double* positions, int variables, double margin,
                                     double* rows, int capacity, char* error, int error_size) {
  const CollisionRequest request{.pairs = true, .all = true, .margin = margin};
  return write_rows(scene, positions, variables, request, rows, capacity, error, error_size);
}

extern "C" int lightsout_scene_contacts(lightsout_scene* scene, const double* positions, int variables, double margin,
                                        double* rows, int capacity, char* error, int error_size) {
  const CollisionRequest request{.contacts = true, .all = true, .margin = margin};
  return write_rows(scene, positions, variables, request, rows, capacity, error, error_size);
}

extern "C" int lightsout_scene_distances(lightsout_scene* scene, const double* positions, int variables, double within,
                                         double* rows, int capacity, char* error, int error_size) {
  const CollisionRequest request{.distances = true, .within = within};
  return write_rows(scene, positions, variables, request, rows, capacity, error, error_size);
}

extern "C" int lightsout_scene_motions(lightsout_scene* scene, const double* from, const double* to, int variables,
                                       int64_t motions, double tolerance, double margin, uint8_t* collided,
                                       double* times, int* links_that_touch, char* error, int error_size) {
  const MotionRequest request{.tolerance = tolerance, .margin = margin};
  const auto make_worker = [&] {
    return [&, begin = std::vector<double>(), end = std::vector<double>(),
            result = SceneMotionResult()](int64_t m) mutable {
      begin.assign(from + m * variables, from + (m + 1) * variables);
      end.assign(to + m * variables, to + (m + 1) * variables);
      const auto done = scene->scene.check_motion(begin, end, request, result);
      collided[m] = result.collided;
      times[m] = result.time;
      links_that_touch[2 * m] = result.links.first;
      links_that_touch[2 * m + 1] = result.links.second;
      return done.error();
    };
  };
  return finish(check_batch(scene->threads, motions, "motion", make_worker), error, error_size);
}
