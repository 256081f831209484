// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The objects that a Camera with a Recognition node knows: solids with recognitionColors that are on its image, and not
// of its own robot.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/render/visibility/view.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class Raycaster;
class Robot;
class Solid;

struct RecognizedObject {
  const Node* node;      // of the solid
  Vector3d position;     // m, axes of the camera: of the middle of the box around what is seen of it, along those axes
  Rotation orientation;  // in them
  double size[2];        // m: of that box along y and z
  int position_on_image[2], size_on_image[2];  // pixels
};

// In scene-tree order; if there are more than maxObjects, the largest first. `solids`: of the world; `recognition`: the
// node.
std::vector<RecognizedObject> recognize(std::span<const std::unique_ptr<Solid>> solids, Raycaster& rays,
                                        const Node& recognition, const View& view, const Robot* own);

}  // namespace lightsout
