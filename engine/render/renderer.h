// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Takes images of the world: what cameras and range finders are made on. Nothing is built before the first image.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/render/picture.h"
#include "engine/render/scene/render_scene.h"
#include "engine/render/shading/shading.h"
#include "engine/render/visibility/view.h"
#include "engine/render/visibility/visibility.h"
#include "engine/state/part.h"
#include "engine/threads/threads.h"

namespace lightsout {

class Solid;

// Takes one image after the other of a scene that stands still; several eyes may look at it at once.
class Eye {
 public:
  // `threads`: at most so many of them take bands of rows of each image, where they are given.
  explicit Eye(const RenderScene& scene, Threads* threads = nullptr, std::size_t most = Threads::all);
  ~Eye();

  // The light that each pixel gets.
  void take(const View& view, Picture& picture);
  // m: along x in planar views, else from the camera; infinity where nothing is seen. What is seen through counts as
  // opaque.
  void take_ranges(const View& view, std::span<float> ranges);
  // The first recognitionColors of what each pixel sees, or black, unlit: 4 bytes a pixel as show() writes them.
  void take_segmentation(const View& view, std::span<std::uint8_t> bgra);

  const RenderScene& scene() const { return scene_; }

 private:
  void prepare(const View& view, Visibility::SeeThrough see_through);
  Shader shader(const View& view, std::size_t thread);
  void take_rows(const View& view, int begin, int end, Shader& shader, Picture& picture) const;
  void take_fragments(Shader& shader, Picture& picture) const;
  const RenderScene& scene_;
  Threads* threads_;
  std::size_t most_;
  Visibility visibility_;
  std::vector<Shader::MemoryPtr> memories_;  // one a thread
  // Of the last view: they are costly where it is not planar.
  View directions_view_;
  std::unique_ptr<Directions> directions_;
};

// Who waits for an image.
class Viewer {
 public:
  // On any thread, beside others: what it touches besides the eye nobody else touches meanwhile.
  virtual void see(Eye& eye) = 0;
  // On the thread of the run, when all have seen; in the order of the requests.
  virtual void have_seen() = 0;

 protected:
  ~Viewer() = default;
};

class Renderer final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Renderer;

  explicit Renderer(Stage& stage);
  ~Renderer() override;
  void moved() override { scene_.moved(); }
  void rearranged() override { scene_.edited(); }

  // That make images, at most so many of them; else it has threads of its own.
  void set_threads(Threads& threads, std::size_t most = Threads::all) {
    if (threads_ != &threads || most_ != most) eye_.reset();
    threads_ = &threads;
    most_ = most;
  }
  // What was read of files for a renderer of the same world before this one need not be read again.
  void share_files(const Renderer& before) { scene_.share_files(before.scene_); }

  // At once, of the world as it is now; as an Eye does it.
  void take(const View& view, Picture& picture) { eye_now().take(view, picture); }
  void take_ranges(const View& view, std::span<float> ranges) { eye_now().take_ranges(view, ranges); }
  void take_segmentation(const View& view, std::span<std::uint8_t> bgra) { eye_now().take_segmentation(view, bgra); }

  // When all have sensed, of the world as it is then: once in this step. `viewer` lives until then.
  void request(Viewer& viewer) { viewers_.push_back(&viewer); }
  // All have sensed.
  void serve();

  // RenderScene::pose_skin, from the next image on, and after each change of the poses.
  void pose_skin(const Node& skin, const std::vector<Pose>& poses) {
    scene_.pose_skin(skin, poses);
    scene_.moved();
  }

  const RenderScene& scene() const { return scene_; }
  // The same, as the world is now.
  const RenderScene& scene_now() {
    scene_.follow();
    return scene_;
  }

 private:
  Eye& eye_now();
  RenderScene scene_;
  Threads own_;  // asleep where others are given
  Threads* threads_ = &own_;
  std::size_t most_ = Threads::all;
  std::unique_ptr<Eye> eye_;                // that all threads serve
  std::vector<std::unique_ptr<Eye>> eyes_;  // one a thread
  std::vector<Viewer*> viewers_;
};

// The solid itself or the nearest above it that has recognitionColors; nullptr: none.
const Solid* recognized_part(const Solid* solid);

}  // namespace lightsout
