// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What Displays show in the place of the pictures of ImageTexture nodes: cameras and infra-red sensors see it there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "engine/image/canvas.h"
#include "engine/state/part.h"

namespace lightsout {

class Stage;

struct Screen {
  const Bitmap* picture = nullptr;  // sRGB; nullptr: nothing was drawn, it is black
  std::uint64_t generation = 0;     // another one: the picture is another
};

class Screens final : public Part {
 public:
  static constexpr PartKind part_kind = PartKind::Screens;

  explicit Screens(Stage&) {}
  // From now on; `screen` lives as long as the scene.
  void show(std::uint32_t image_texture, const Screen& screen) { screens_[image_texture] = &screen; }
  // How many textures show a screen.
  std::size_t count() const { return screens_.size(); }
  // By the id of an ImageTexture node; nullptr: it shows its own picture.
  const Screen* find(std::uint32_t image_texture) const {
    const auto found = screens_.find(image_texture);
    return found == screens_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::uint32_t, const Screen*> screens_;
};

}  // namespace lightsout
