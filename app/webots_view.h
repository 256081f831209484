// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What a run says where scripts of the other simulator read it: controllers' lines and messages on the streams and in
// the forms that they look for.
#pragma once

#include <optional>

#include "engine/files/output_file.h"
#include "runs/log_view.h"

namespace lightsout {

struct WebotsViewOptions {
  bool shows_stdout = false;  // of controllers, and what is for information
  bool shows_stderr = false;  // of controllers; warnings and errors are shown anyhow
  bool extern_urls = false;
};

class WebotsView final : public LogView {
 public:
  // Before the run begins: while it goes on, stdout leads to stderr.
  explicit WebotsView(const WebotsViewOptions& options);

  bool shows(LogLevel level) const override;
  void line(double time, LogLevel level, std::string_view source, std::string_view text) override;
  void controller_line(double time, std::string_view robot, bool is_stderr, std::string_view line) override;
  void diagnostics(const std::vector<Diagnostic>& found) override;
  void remark(std::string_view text) override;
  void complaint(std::string_view text) override;
  void extern_robot(std::string_view robot, ExternNews news, std::string_view url) override;
  std::string failure() const override { return stdout_ ? stdout_->failure() : unopened_; }

 private:
  void print_line(std::string_view line);

  const WebotsViewOptions& options_;
  std::string unopened_;  // why there is no stdout_, where one is wanted
  std::optional<OutputFile> stdout_;
};

}  // namespace lightsout
