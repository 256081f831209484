// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Lines and points as nodes give them.
#include <optional>

#include "engine/render/scene/tessellation.h"
#include "engine/state/pose.h"

namespace lightsout {

Marks read_marks(const Node& geometry) {
  Marks marks;
  const Node* coordinates = geometry.node("coord");
  if (!coordinates) return marks;
  for (const Vec3& point : coordinates->get<MFVec3f>("point")) marks.points.push_back(to_eigen(point));
  const auto count = std::uint32_t(marks.points.size());
  if (geometry.is_a("PointSet")) {
    for (std::uint32_t i = 0; i < count; ++i) marks.ends.push_back({i, i});
    if (const Node* colors = geometry.node("color"))
      for (const Color& color : colors->get<MFColor>("color")) marks.colors.push_back(linear_of_srgb(color));
    return marks;
  }
  // -1, and what is no point, ends a line.
  std::optional<std::uint32_t> last;
  for (const std::int32_t index : geometry.get<MFInt32>("coordIndex")) {
    const bool is_point = index >= 0 && std::uint32_t(index) < count;
    if (is_point && last) marks.ends.push_back({*last, std::uint32_t(index)});
    last = is_point ? std::optional(std::uint32_t(index)) : std::nullopt;
  }
  return marks;
}

}  // namespace lightsout
