// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// MuJoCo's renderer, with its shadow map as it is by default.
#include "tests/bench/render_peers.h"

#ifndef LIGHTSOUT_MUJOCO

std::unique_ptr<lightsout::arena::Peer> lightsout::arena::make_mujoco(std::string& error) {
  error = "built without libmujoco-dev";
  return nullptr;
}

#else

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>

namespace lightsout::arena {
namespace {

std::string camera_text(const std::string& name, const Camera& camera) {
  const Eigen::Vector3d x = (camera.to - camera.from).normalized(), y = Eigen::Vector3d::UnitZ().cross(x).normalized(),
                        z = x.cross(y);
  const double fovy = 2 * std::atan(std::tan(camera.field_of_view / 2) * camera.height / camera.width);
  return fmt::format("<camera name=\"{}\" pos=\"{} {} {}\" xyaxes=\"{} {} {} {} {} {}\" fovy=\"{}\"/>\n", name,
                     camera.from.x(), camera.from.y(), camera.from.z(), -y.x(), -y.y(), -y.z(), z.x(), z.y(), z.z(),
                     fovy * 180 / std::numbers::pi);
}

std::string geom_text(const Thing& thing) {
  std::string text = fmt::format("<geom pos=\"{} {} {}\" ", thing.place.x(), thing.place.y(), thing.place.z());
  const Eigen::Vector3d& s = thing.size;
  switch (thing.shape) {
    case Thing::Shape::Box:
      text += fmt::format("type=\"box\" size=\"{} {} {}\" ", s.x() / 2, s.y() / 2, s.z() / 2);
      break;
    case Thing::Shape::Cylinder:
      text += fmt::format("type=\"cylinder\" size=\"{} {}\" ", s.x(), s.y() / 2);
      break;
    case Thing::Shape::Sphere:
      text += fmt::format("type=\"sphere\" size=\"{}\" ", s.x());
      break;
    case Thing::Shape::Ball:
      text += "type=\"mesh\" mesh=\"ball\" ";
      break;
  }
  if (thing.has_image) return text + "material=\"image\"/>\n";
  return text + fmt::format("rgba=\"{} {} {} 1\"/>\n", thing.color[0], thing.color[1], thing.color[2]);
}

std::string scene_text() {
  std::string points, faces, world;
  const Mesh mesh = ball(0.4);
  for (const auto& p : mesh.points) points += fmt::format("{:.5f} {:.5f} {:.5f} ", p[0], p[1], p[2]);
  for (const auto& t : mesh.triangles) faces += fmt::format("{} {} {} ", t[0], t[1], t[2]);
  for (const Group& group : groups()) {
    world += fmt::format("<body pos=\"{} {} {}\">", group.place.x(), group.place.y(), group.place.z());
    for (const Thing& thing : group.things) world += geom_text(thing);
    world += "</body>\n";
  }
  world += camera_text("large", large(640, 480));
  for (int i = 0; i < 100; ++i) world += camera_text(fmt::format("small{}", i), small(i));
  return fmt::format(
      "<mujoco><compiler angle=\"degree\"/>\n"
      "<visual><global offwidth=\"640\" offheight=\"480\"/><quality offsamples=\"0\" numslices=\"{}\" "
      "numstacks=\"1\"/></visual>\n"
      "<asset><texture name=\"image\" type=\"2d\" file=\"{}\"/><material name=\"image\" texture=\"image\"/>\n"
      "<mesh name=\"ball\" vertex=\"{}\" face=\"{}\"/></asset>\n"
      "<worldbody><light directional=\"true\" dir=\"{} {} {}\" pos=\"-2 2.5 5\"/>\n"
      "<geom type=\"plane\" size=\"{} {} 1\" material=\"image\"/>\n{}</worldbody></mujoco>\n",
      cylinder_sides, image_file(), points, faces, light_direction[0], light_direction[1], light_direction[2],
      floor_size / 2, floor_size / 2, world);
}

class Mujoco final : public Peer {
 public:
  explicit Mujoco(mjModel* model) : model_(model), data_(mj_makeData(model)) {
    mj_forward(model_, data_);
    mjv_defaultScene(&scene_);
    mjv_makeScene(model_, &scene_, 1000);
    mjr_defaultContext(&context_);
    mjr_makeContext(model_, &context_, mjFONTSCALE_100);
    mjr_setBuffer(mjFB_OFFSCREEN, &context_);
    mjv_defaultOption(&option_);
  }
  ~Mujoco() override {
    mjr_freeContext(&context_);
    mjv_freeScene(&scene_);
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  std::string name() const override { return fmt::format("MuJoCo {}", mj_versionString()); }

  void image(const Camera& camera, bool shadows) override {
    const mjrRect place = draw(camera, shadows);
    bytes_.resize(3 * std::size_t(camera.width) * std::size_t(camera.height));
    mjr_readPixels(bytes_.data(), nullptr, place, &context_);
  }
  void depths(const Camera& camera) override {
    const mjrRect place = draw(camera, false);
    depths_.resize(std::size_t(camera.width) * std::size_t(camera.height));
    mjr_readPixels(nullptr, depths_.data(), place, &context_);
  }

 private:
  mjrRect draw(const Camera& camera, bool shadows) {
    mjvCamera eye;
    mjv_defaultCamera(&eye);
    eye.type = mjCAMERA_FIXED;
    eye.fixedcamid = 0;
    for (int i = 0; i < 100 && camera.width == 52; ++i)
      if (small(i).from == camera.from) eye.fixedcamid = i + 1;
    mjv_updateScene(model_, data_, &option_, nullptr, &eye, mjCAT_ALL, &scene_);
    scene_.flags[mjRND_SHADOW] = shadows;
    scene_.flags[mjRND_REFLECTION] = scene_.flags[mjRND_SKYBOX] = scene_.flags[mjRND_HAZE] = 0;
    const mjrRect place = {0, 0, camera.width, camera.height};
    mjr_render(place, &scene_, &context_);
    return place;
  }
  mjModel* model_;
  mjData* data_;
  mjvScene scene_;
  mjvOption option_;
  mjrContext context_;
};

}  // namespace

std::unique_ptr<Peer> make_mujoco(std::string& error) {
  if (!begin_opengl(error)) return nullptr;
  const std::filesystem::path path = std::filesystem::path(image_file()).replace_extension("xml");
  std::ofstream(path) << scene_text();
  char text[1000] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, text, sizeof text);
  std::filesystem::remove(path);
  error = text;
  return model ? std::make_unique<Mujoco>(model) : nullptr;
}

}  // namespace lightsout::arena

#endif
