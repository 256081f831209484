// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Takes images of the world: what cameras and range finders are made on. Nothing is built before the first image.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/render/picture.h"
#include "engine/render/render_pool.h"
#include "engine/render/render_scene.h"
#include "engine/render/view.h"
#include "engine/render/visibility.h"
#include "engine/state/part.h"

namespace lightsout {

class Shader;
class Solid;

// Takes one image after the other of a scene that stands still; several eyes may look at it at once.
class Eye {
 public:
  // `pool`: takes bands of rows of each image where it is given.
  explicit Eye(const RenderScene& scene, RenderPool* pool = nullptr);
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
  void take_rows(const View& view, int begin, int end, Shader& shader, Picture& picture) const;
  void take_fragments(Shader& shader, Picture& picture) const;
  const RenderScene& scene_;
  RenderPool* pool_;
  Visibility visibility_;
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

  // With how many threads, that of the run among them; 0: one for each core. Before the first image.
  void set_threads(int threads) { pool_.set_threads(threads); }
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

  const RenderScene& scene() const { return scene_; }
  // The same, as the world is now.
  const RenderScene& scene_now() {
    scene_.follow();
    return scene_;
  }

 private:
  Eye& eye_now();
  RenderScene scene_;
  RenderPool pool_;
  std::unique_ptr<Eye> eye_;                // that the whole pool serves
  std::vector<std::unique_ptr<Eye>> eyes_;  // one a thread
  std::vector<Viewer*> viewers_;
};

// The solid itself or the nearest above it that has recognitionColors; nullptr: none.
const Solid* recognized_part(const Solid* solid);

}  // namespace lightsout
