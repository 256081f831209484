// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a Camera node makes of the light that reaches it: bloom, focus, lens, motion blur, tone, antialiasing, noise
// mask, noise, in this order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/image/image_file.h"
#include "engine/render/picture.h"
#include "engine/render/visibility/view.h"
#include "engine/state/noise.h"

namespace lightsout {

class Log;
class Node;
class Eye;
class RenderScene;
class StateVisitor;
class World;

class Photo {
 public:
  // `path`: of the device; its noise is keyed by it.
  Photo(std::uint64_t seed, const std::string& path);
  // Of a Camera.
  void read(const Node& camera, const World& world, Log& log);
  // Pixels of a row and of a column.
  int width() const { return view_.width; }
  int height() const { return view_.height; }
  // Of `type "black and white"` of older releases.
  bool is_grey() const { return is_grey_; }
  // As seen from there.
  View view(const Pose& world_from_camera) const;
  // BGRA; `period`: s since the last one.
  void take(Eye& eye, const Pose& world_from_camera, double exposure, double period, std::span<std::uint8_t> bgra);
  // What its images do not show, once.
  void report_missing(const RenderScene& scene) const;
  // What was seen before is no more in the picture.
  void forget() { before_ = {}; }
  void visit_state(StateVisitor& state);

 private:
  void blur(double period);
  void add_noise(std::span<std::uint8_t> bgra);
  void add_mask(std::span<std::uint8_t> bgra);
  // Fields that are asked for and not shown.
  static std::string missing(const Node& camera);

  std::string path_, missing_;
  View view_;
  bool antialiasing_ = false, is_grey_ = false;
  double motion_blur_ = 0;                        // s
  double deviation_ = 0;                          // of each colour, a part of full scale
  double bloom_threshold_ = -1;                   // light; below 0: none
  double focal_distance_ = 0, focal_length_ = 0;  // m; 0: all is sharp
  bool has_lens_ = false;
  double lens_[6] = {};  // centre, radial, tangential coefficients
  std::string mask_path_;
  Image mask_;
  Noise noise_, mask_noise_;
  Picture picture_, before_;
};

// The picture through a lens. A place p on the image, from the lens's centre and in parts of the image, shows what the
// inverse of Brown's model leads to (M. Lambers, H. Sommerhoff, A. Kolb, "Realistic lens distortion rendering", 2018):
//   p - (D1 p + 2 t1 x y + t2 (r2 + 2 x^2), ...) / (1 + 4 k1 r2 + 6 k2 r2^2 + 8 t1 y + 8 t2 x), D1 = k1 r2 + k2 r2^2,
// y upwards; black beyond the image.
Picture through_lens(const Picture& picture, const double (&lens)[6]);

}  // namespace lightsout
