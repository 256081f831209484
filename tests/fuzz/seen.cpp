// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/render/renderer.h"
#include "engine/scene/scene.h"
#include "engine/simulation.h"
#include "engine/simulation_options.h"
#include "engine/stage/hooks.h"
#include "tests/fuzz/target.h"
#include "tests/support/alone.h"
#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {
namespace {

std::vector<float> light_of(Renderer& renderer, const View& view) {
  Picture picture;
  renderer.take(view, picture);
  return picture.light;
}

bool same(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

}  // namespace

// From the world's origin and from where its Viewpoint is, in each projection; what one thread sees two see too.
void fuzz_seen(std::string_view bytes) {
  Diagnostics diagnostics;
  auto world = load_world_text(std::string(bytes), folder() / "fuzz.wbt", {}, diagnostics);
  if (!world || diagnostics.errors() > 0) return;
  NoControllers host;
  Hooks hooks;
  SilentLog log;
  Simulation simulation(std::move(world), {}, host, hooks, log);
  if (!simulation.start(diagnostics)) return;
  simulation.step();
  Threads alone(1), with_another(2);
  Renderer one(simulation.scene()), two(simulation.scene());
  one.set_threads(alone);
  two.set_threads(with_another);
  std::vector<float> ranges(48 * 70);
  std::vector<std::uint8_t> colors(4 * ranges.size());
  for (const NodePtr& node : simulation.scene().world().nodes()) {
    if (!node->is_a("Viewpoint")) continue;
    for (const Projection projection : {Projection::Planar, Projection::Cylindrical, Projection::Spherical}) {
      View view;
      view.projection = projection;
      view.width = 48;
      view.height = 70;
      view.field_of_view = 1.5;
      for (const bool is_viewpoint : {false, true}) {
        view.is_viewpoint = is_viewpoint;
        if (is_viewpoint)
          view.pose = {to_eigen(node->get<Vec3>("position")), to_matrix(node->get<Rotation>("orientation"))};
        require(same(light_of(one, view), light_of(two, view)), "an image does not depend on the number of threads");
        one.take_ranges(view, ranges);
        for (const float range : ranges) require(!(range < 0), "a range is no negative number");
        one.take_segmentation(view, colors);
      }
    }
  }
  simulation.finish();
}

}  // namespace lightsout::fuzz
