// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a visible surface is like at a point: the parts of a Shape's appearance that infra-red light feels.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/image/image_file.h"
#include "engine/state/pose.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Log;
class Paint;
struct Shape;

// In a Shape whose appearance has a transparency of 1: no infra-red ray and no laser meets it (manual, DistanceSensor).
bool is_transparent(const Shape& shape);

class Surfaces {
 public:
  Surfaces(const World& world, Log& log) : world_(world), log_(log) {}

  // The part of infra-red light that comes back from `point` (on the shape, in its frame):
  //   0.2 + 0.8 red (1 - roughness / 2) (1 - occlusion / 2),
  // red being that of the material's colour less its transparency, times that of its texture. A shape without
  // appearance is white.
  // Ink of a pen covers what is below it as far as it is dense. `triangle`: of the shape's mesh, on which the point is;
  // -1: the shape is no mesh.
  double infra_red_factor(const Shape& shape, const Vector3d& point, int triangle, const Paint* drawn);
  // The same where it does not depend on the point: without pictures and ink.
  std::optional<double> plain_infra_red_factor(const Shape& shape);
  // Appearances were edited or shapes rebuilt. Pictures stay.
  void clear() { surfaces_.clear(); }

 private:
  // Picture and how it lies on the surface.
  struct Texture {
    const Image* image = nullptr;
    bool repeat_s = true, repeat_t = true;
  };
  struct Surface {
    double red = 1, roughness = 0, occlusion_strength = 0;
    Texture color, roughness_map, occlusion_map;
    const Node* transform = nullptr;       // of the pictures, which a belt moves
    std::vector<Eigen::Vector2f> corners;  // of pictures on a mesh: coordinates of each corner of its triangles in turn
    bool has_pictures() const { return color.image || roughness_map.image || occlusion_map.image; }
  };

  const Surface& surface_of(const Shape& shape);
  Surface read(const Node* appearance);
  Texture read_texture(const Node* texture);
  static const std::uint8_t* pixel(const Texture& texture, const Eigen::Vector2d& coordinates);

  const World& world_;
  Log& log_;
  std::unordered_map<const Shape*, Surface> surfaces_;                    // looked up, never iterated
  std::map<std::filesystem::path, std::unique_ptr<const Image>> images_;  // nullptr: cannot be read
};

// Texture coordinates (s to the right, t up, both 0 to 1) of a point on a primitive's surface; of a mesh the middle.
// Every face of a box and the plane show the picture upright as seen from outside; around round shapes it is wrapped
// counterclockwise from its seam at the left (+y). A capsule's caps have a third of it each.
Eigen::Vector2d texture_coordinates(const Shape& shape, const Vector3d& point);

}  // namespace lightsout
