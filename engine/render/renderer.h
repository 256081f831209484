// Takes images of the world: what cameras and range finders are made on. Nothing is built before the first image.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/render/picture.h"
#include "engine/render/render_scene.h"
#include "engine/render/view.h"
#include "engine/render/visibility.h"
#include "engine/state/part.h"

namespace lightsout {

class Solid;

class Renderer final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Renderer;

  explicit Renderer(Stage& stage);
  ~Renderer() override;
  void moved() override { scene_.moved(); }
  void rearranged() override { scene_.edited(); }

  // The light that each pixel gets.
  void take(const View& view, Picture& picture);
  // m: along x in planar views, else from the camera; infinity where nothing is seen. What is seen through counts as
  // opaque.
  void take_ranges(const View& view, std::span<float> ranges);
  // The first recognitionColors of what each pixel sees, or black, unlit: 4 bytes a pixel as show() writes them.
  void take_segmentation(const View& view, std::span<std::uint8_t> bgra);

  const RenderScene& scene() const { return scene_; }
  // The same, as the world is now.
  const RenderScene& scene_now() {
    scene_.follow();
    return scene_;
  }

 private:
  void prepare(const View& view, Visibility::SeeThrough see_through);
  RenderScene scene_;
  Visibility visibility_;
  // Of the last view: they are costly where it is not planar.
  View directions_view_;
  std::unique_ptr<Directions> directions_;
};

// The solid itself or the nearest above it that has recognitionColors; nullptr: none.
const Solid* recognized_part(const Solid* solid);

}  // namespace lightsout
