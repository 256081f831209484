// A run as an animation for web browsers, in the layout of the Webots web format: an X3D scene, a JSON file of what
// moves frame by frame, and an HTML page with its style that show them. Nodes that come and go are not recorded.
#pragma once

#include <cstdint>
#include <expected>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/recorders/recorder.h"
#include "engine/supervisor.h"
#include "world_format/node.h"

namespace lightsout {

class WebAnimation final : public Recorder {
 public:
  // `path` ends in .html; the other files stand beside it. The error names the file that cannot be written.
  static std::expected<std::unique_ptr<WebAnimation>, std::string> open(const std::string& path);

  void begin(const Simulation& simulation) override;
  void sample(const Simulation& simulation) override;
  void end(const Simulation& simulation) override;
  const std::string& failure() const override { return failure_; }
  const std::string& path() const { return path_; }

 private:
  explicit WebAnimation(std::string path) : path_(std::move(path)) {}
  std::string beside(const char* ending) const;
  void write_file(const std::string& path, const std::string& text);
  void frame(const Simulation& simulation);

  // A field that is seen and that an edit may change.
  struct Watched {
    std::uint32_t node;
    FieldIndex field;
    Value last;
  };

  std::string path_;
  std::string failure_;
  std::ofstream json_;
  bool first_frame_ = true;
  std::int64_t last_step_ = -1;
  double offset_ms_ = 0;  // of the clock's time to the animation's
  double last_ms_ = 0;
  std::map<std::uint32_t, std::string> poses_;  // by node id: the last frame's words about it
  std::vector<Watched> watched_;
  std::map<int, Label> labels_;
  std::map<int, bool> labels_seen_;
};

}  // namespace lightsout
