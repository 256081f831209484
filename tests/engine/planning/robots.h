// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Robots of the tests, as files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace lightsout::robots {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder()
      : path_(fs::temp_directory_path() /
              ("lightsout-planning-" + std::to_string(::getpid()) + "-" + std::to_string(++made_))) {
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  inline static int made_ = 0;
  fs::path path_;
};

// In the plane: two links of 1 m, bars of 0.1 m, that turn about z at the origin and at (1, 0), and a hand that slides
// out along x.
inline constexpr const char* planar_arm = R"(<?xml version="1.0"?>
<!-- two links and a hand -->
<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="10" velocity="1"/>
  </joint>
  <joint name="elbow" type="continuous">
    <origin xyz="1 0 0"/><parent link="upper"/><child link="lower"/><axis xyz="0 0 2"/>
  </joint>
  <joint name="slide" type="prismatic">
    <origin xyz="1.1 0 0"/><parent link="lower"/><child link="hand"/><axis xyz="1 0 0"/>
    <limit lower="0.05" upper="0.4" effort="10" velocity="1"/>
  </joint>
</robot>
)";

}  // namespace lightsout::robots
