// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/planning_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/planning/scene_state.h"

namespace lightsout {

using Eigen::Matrix4d;

namespace {

std::expected<RigidPose, std::string> pose_from(const Matrix4d& matrix, const std::string& of) {
  auto pose = to_rigid_pose(matrix);
  if (!pose) return std::unexpected(fmt::format("the pose of {} {}", of, pose.error()));
  return pose;
}

std::expected<std::shared_ptr<const CollisionModel>, std::string> model_of(const std::string& name,
                                                                           const ObjectPart& part) {
  if (!part.model.empty()) return CollisionModel::load(part.model, 1);
  TriangleMesh mesh;
  for (const Eigen::Vector3d& v : part.vertices) {
    if (!(v.cwiseAbs().maxCoeff() < 1e9)) return std::unexpected("a vertex is not finite, or beyond 1e9 m");
    mesh.vertices.push_back(v.cast<float>());
  }
  for (const Eigen::Vector3i& t : part.triangles) {
    if (t.minCoeff() < 0 || std::size_t(t.maxCoeff()) >= mesh.vertices.size())
      return std::unexpected(fmt::format("a triangle has a corner that is none of {} vertices", mesh.vertices.size()));
    mesh.triangles.push_back(t);
  }
  if (mesh.triangles.empty()) return std::unexpected("a part has neither a model nor triangles");
  return CollisionModel::from_mesh(name, std::move(mesh));
}

}  // namespace

struct PlanningScene::State {
  std::mutex edits;         // held by who makes the next state
  mutable std::mutex swap;  // held while one is handed over
  std::shared_ptr<const SceneState> now;

  std::shared_ptr<const SceneState> get() const {
    const std::lock_guard lock(swap);
    return now;
  }
  void set(SceneContent content) {
    auto next = std::make_shared<const SceneState>(std::move(content));
    const std::lock_guard lock(swap);
    now = std::move(next);
  }
  // Of a copy of what is there; where it answers an error, that is all.
  Checked<void> edit(const std::function<std::expected<void, std::string>(SceneContent&)>& change) {
    const std::lock_guard lock(edits);
    SceneContent content = get()->content();
    if (auto done = change(content); !done) return std::unexpected(done.error());
    set(std::move(content));
    return {};
  }
};

namespace {

std::unexpected<std::string> no_object(const std::string& name) {
  return std::unexpected(fmt::format("there is no object '{}' in the scene", name));
}

bool is_there(const SceneContent& content, const std::string& name) {
  return name == "*" || content.objects.contains(name) || content.find_link(name);
}

}  // namespace

PlanningScene::PlanningScene(PlanningSceneOptions options) : state_(std::make_unique<State>()) {
  SceneContent content;
  content.options = options;
  state_->set(std::move(content));
}

PlanningScene::~PlanningScene() = default;

Checked<void> PlanningScene::add_robot(std::shared_ptr<const RobotModel> model, const Matrix4d& base,
                                       const std::string& prefix) {
  if (!model) return std::unexpected("there is no robot model");
  const auto pose = pose_from(base, "the base");
  if (!pose) return std::unexpected(pose.error());
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    for (const std::string& link : model->links())
      if (is_there(content, prefix + link))
        return std::unexpected(
            fmt::format("the scene has '{}' already: robots that are alike need prefixes", prefix + link));
    content.robots.push_back({model, prefix, *pose, content.variables()});
    return {};
  });
}

Checked<void> PlanningScene::add_object(const std::string& name, const std::vector<ObjectPart>& parts,
                                        const Matrix4d& pose) {
  // Files are read before anybody has to wait.
  if (name.empty() || name == "*") return std::unexpected("an object needs a name");
  const auto stands = pose_from(pose, name);
  if (!stands) return std::unexpected(stands.error());
  auto made = std::make_shared<std::vector<PartDescription>>();
  for (const ObjectPart& part : parts) {
    auto model = model_of(name, part);
    if (!model) return std::unexpected(fmt::format("{}: {}", name, model.error()));
    const auto in_object = pose_from(part.in_object, "a part of " + name);
    if (!in_object) return std::unexpected(in_object.error());
    made->push_back({std::move(*model), *in_object});
  }
  if (parts.empty()) return std::unexpected(fmt::format("{}: an object needs a part", name));
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    if (is_there(content, name)) return std::unexpected(fmt::format("the scene has '{}' already", name));
    content.objects.emplace(name, SceneContent::Object{made, *stands, {}});
    return {};
  });
}

Checked<void> PlanningScene::move_object(const std::string& name, const Matrix4d& pose) {
  const auto stands = pose_from(pose, name);
  if (!stands) return std::unexpected(stands.error());
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    const auto object = content.objects.find(name);
    if (object == content.objects.end()) return no_object(name);
    object->second.pose = *stands;
    return {};
  });
}

Checked<void> PlanningScene::remove_object(const std::string& name) {
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    if (content.objects.erase(name) == 0) return no_object(name);
    // What was said of it does not hold for the next one of that name.
    content.sizes.erase(name);
    std::erase_if(content.allowed, [&](const auto& a) { return a.first == name || a.second == name; });
    return {};
  });
}

Checked<void> PlanningScene::attach(const std::string& name, const std::string& link,
                                    const std::vector<double>& positions, const std::vector<std::string>& touch_links) {
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    const auto object = content.objects.find(name);
    if (object == content.objects.end()) return no_object(name);
    const auto holder = content.find_link(link);
    if (!holder) return std::unexpected(fmt::format("there is no link '{}' in the scene", link));
    for (const std::string& touched : touch_links)
      if (!is_there(content, touched)) return std::unexpected(fmt::format("there is no '{}' in the scene", touched));
    if (std::string wrong = content.what_is_wrong(positions); !wrong.empty()) return std::unexpected(std::move(wrong));
    const RigidPose stands = content.pose_of(object->second, positions);
    object->second.pose = content.pose_of(*holder, positions).to(stands);
    object->second.attached = SceneContent::Attachment{holder->robot, holder->link, touch_links};
    return {};
  });
}

Checked<void> PlanningScene::detach(const std::string& name, const std::vector<double>& positions) {
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    const auto object = content.objects.find(name);
    if (object == content.objects.end()) return no_object(name);
    if (!object->second.attached) return std::unexpected(fmt::format("'{}' is not attached", name));
    if (std::string wrong = content.what_is_wrong(positions); !wrong.empty()) return std::unexpected(std::move(wrong));
    object->second.pose = content.pose_of(object->second, positions);
    object->second.attached.reset();
    return {};
  });
}

Checked<void> PlanningScene::set_size(const LinkSize& size) {
  if (std::string wrong = what_is_wrong(size); !wrong.empty()) return std::unexpected(std::move(wrong));
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    if (!is_there(content, size.link)) return std::unexpected(fmt::format("there is no '{}' in the scene", size.link));
    content.sizes[size.link] = size;
    return {};
  });
}

Checked<void> PlanningScene::allow(const std::string& first, const std::string& second, bool may_touch) {
  return state_->edit([&](SceneContent& content) -> std::expected<void, std::string> {
    for (const std::string& name : {first, second})
      if (!is_there(content, name)) return std::unexpected(fmt::format("there is no '{}' in the scene", name));
    std::erase_if(content.allowed, [&](const auto& a) { return a.first == first && a.second == second; });
    content.allowed.push_back({first, second, may_touch});
    return {};
  });
}

std::vector<RobotVariable> PlanningScene::variables() const {
  std::vector<RobotVariable> all;
  for (const SceneContent::Robot& robot : state_->get()->content().robots)
    for (RobotVariable variable : robot.model->variables()) {
      variable.name = robot.prefix + variable.name;
      all.push_back(std::move(variable));
    }
  return all;
}

std::vector<double> PlanningScene::start() const {
  std::vector<double> positions;
  for (const RobotVariable& variable : variables()) positions.push_back(variable.start);
  return positions;
}

std::vector<std::string> PlanningScene::names() const {
  const auto scene = state_->get();
  (void)scene->collider();
  return *scene->names();
}

Checked<Matrix4d> PlanningScene::pose(const std::string& name, const std::vector<double>& positions) const {
  const auto scene = state_->get();
  const SceneContent& content = scene->content();
  if (std::string wrong = content.what_is_wrong(positions); !wrong.empty()) return std::unexpected(std::move(wrong));
  if (const auto object = content.objects.find(name); object != content.objects.end())
    return to_matrix(content.pose_of(object->second, positions));
  const auto link = content.find_link(name);
  if (!link) return std::unexpected(fmt::format("there is no '{}' in the scene", name));
  return to_matrix(content.pose_of(*link, positions));
}

Checked<void> PlanningScene::within_limits(const std::vector<double>& positions) const {
  if (std::string wrong = state_->get()->content().what_is_wrong(positions); !wrong.empty())
    return std::unexpected(std::move(wrong));
  const std::vector<RobotVariable> all = variables();
  for (std::size_t i = 0; i < std::min(all.size(), positions.size()); ++i)
    if (positions[i] < all[i].lower || positions[i] > all[i].upper)
      return std::unexpected(
          fmt::format("{} is {}, its limits are {} and {}", all[i].name, positions[i], all[i].lower, all[i].upper));
  return {};
}

Checked<void> PlanningScene::check(const std::vector<double>& positions, const CollisionRequest& request,
                                   SceneResult& result) const {
  const auto scene = state_->get();
  const auto collider = scene->collider();
  if (!collider) return std::unexpected(collider.error());
  if (std::string wrong = scene->content().what_is_wrong(positions); !wrong.empty())
    return std::unexpected(std::move(wrong));
  result.names = scene->names();
  std::vector<Matrix4d> matrices(scene->places().size());
  scene->place(positions.data(), matrices.data());
  return (*collider)->check(matrices, nullptr, request, result);
}

Checked<void> PlanningScene::check_motion(const std::vector<double>& from, const std::vector<double>& to,
                                          const MotionRequest& request, SceneMotionResult& result) const {
  const auto scene = state_->get();
  const auto collider = scene->collider();
  if (!collider) return std::unexpected(collider.error());
  for (const auto* positions : {&from, &to})
    if (std::string wrong = scene->content().what_is_wrong(*positions); !wrong.empty())
      return std::unexpected(std::move(wrong));
  result.names = scene->names();
  return (*collider)->check_motion(SceneMotion(*scene, from, to), nullptr, request, result);
}

}  // namespace lightsout
