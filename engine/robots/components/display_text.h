// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The fonts in which Displays write: those of the project's folder fonts/, and for the names that the format knows
// fonts of this system that look alike.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/image/canvas.h"
#include "engine/image/font.h"

namespace lightsout {

class DisplayText {
 public:
  // `project`: of the world. `warn`: called once for each thing that is not as it was asked for.
  DisplayText(std::filesystem::path project, std::function<void(std::string)> warn)
      : project_(std::move(project)), warn_(std::move(warn)) {}

  // The text's top left corner is there; lines end with '\n'.
  void draw(Canvas& canvas, std::string_view text, int x, int y, const std::string& font, int size, bool smooth);

 private:
  Font* find(const std::string& name);
  std::unique_ptr<Font> open(const std::string& name);

  std::filesystem::path project_;
  std::function<void(std::string)> warn_;
  std::map<std::string, std::unique_ptr<Font>> fonts_;  // nullptr: there is none
};

}  // namespace lightsout
