// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A run as an animation for web browsers, in the layout of the Webots web format: an X3D scene, a JSON file of what
// moves frame by frame, and an HTML page with its style that show them. Textures and meshes are copied into a folder
// beside these, NAME_files. The format knows no nodes that come and go: the
// scene has all that ever come, and those that are not there stand far below.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/descriptors/held.h"
#include "engine/recorders/label.h"
#include "engine/recorders/media/page_files.h"
#include "engine/recorders/media/x3d.h"
#include "engine/recorders/recorder.h"
#include "world_format/nodes/node.h"

namespace lightsout {

class WebAnimation final : public Recorder {
 public:
  // `path` ends in .html; the other files stand beside it, and old ones of these names go. The error names the file
  // that cannot be written. The JSON file is there when the animation has ended.
  static std::expected<std::unique_ptr<WebAnimation>, std::string> open(const std::string& path);
  ~WebAnimation() override;

  void begin(const Recorded& run) override;
  void sample(const Recorded& run) override;
  void end(const Recorded& run) override;
  const std::string& failure() const override { return failure_; }
  const std::string& path() const { return path_; }

 private:
  explicit WebAnimation(std::string path) : path_(std::move(path)), files_(beside("_files")) {}
  std::string beside(const char* ending) const;
  std::string unfinished_json() const;
  bool finish_with_comers();
  void write(const std::string& text);
  void write_file(const std::string& path, const std::string& text);
  std::string url_of(const std::filesystem::path& file);
  void show(const Node& node);
  // Nodes that came since the last frame join the scene, those that went are put out of sight.
  void follow_nodes(const Recorded& run, std::string& updates);
  void come(const Recorded& run, const Node& node, std::string& updates);
  void come_below(const Recorded& run, const Node& node, std::string& updates);
  void add_pose(const Recorded& run, const Node& node, std::string& updates);
  void frame(const Recorded& run);
  // Another world has taken over, or the same anew.
  void change_world(const World& world);
  // The number of a node of the world that is simulated now among all that ever come, and the node of a number.
  std::uint32_t key_of(const Node& node) const;
  const Node* node_of(const World& world, std::uint32_t key) const;

  // A field that is seen and that an edit may change.
  struct Watched {
    std::uint32_t node;  // key
    FieldIndex field;
    Value last;
  };

  std::string path_;
  std::string failure_;
  PageFiles files_;
  const UrlOfFile url_of_ = [this](const std::filesystem::path& file) { return url_of(file); };
  std::filesystem::path json_place_;
  HeldStream json_;
  std::string frame_;  // as JSON
  bool first_frame_ = true;
  double offset_ms_ = 0;  // of the clock's time to the animation's
  double last_ms_ = 0;
  std::string scene_;  // as X3D, with all that came
  struct Shown {
    std::uint32_t parent;  // key, 0 at the top level
    bool is_pose;          // and can be put out of sight
    bool there;
  };
  // In a world that was loaded again nodes have the ids of others. The first ids are those of the same nodes where it
  // looks the same.
  std::string first_scene_;      // as X3D
  std::uint32_t first_ids_ = 0;  // up to here, of the first world
  bool is_first_again_ = true;   // what is simulated is the first world, or was loaded from the same
  std::uint32_t offset_ = 0;     // from ids to keys, but for those
  int world_ = 0;
  std::map<std::uint32_t, Shown> shown_;  // by key
  std::vector<std::uint32_t> comers_;     // that were not there at the start
  std::string out_of_sight_;              // a translation
  std::int64_t generation_ = 0;
  std::map<std::uint32_t, std::string> poses_;  // by key: the last frame's words about it
  std::vector<Watched> watched_;
  std::map<int, Label> labels_;
  std::map<int, bool> labels_seen_;
};

}  // namespace lightsout
