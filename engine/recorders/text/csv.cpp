// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// .csv: tables as comma-separated values, the header in the first line.
#include "engine/recorders/text/csv.h"

#include <algorithm>

#include "engine/recorders/text/line_file.h"

namespace lightsout {

std::expected<std::unique_ptr<Recorder>, std::string> make_table(const RecorderOptions& options, OpenLines open) {
  auto lines = open(options.path);
  if (!lines) return std::unexpected(lines.error());
  const bool has_rows = std::ranges::any_of(
      options.what, [](Subject subject) { return subject == Subject::Contacts || subject == Subject::ScreenLabels; });
  return has_rows ? make_row_table(options, std::move(*lines)) : make_wide_table(options, std::move(*lines), open);
}

std::expected<std::unique_ptr<Recorder>, std::string> make_csv(const RecorderOptions& options) {
  return make_table(options, LineFile::open);
}

// A table has one kind of lines.
std::string wrong_csv(const RecorderOptions& options) {
  for (const Subject subject : options.what) {
    if (subject == Subject::Images) return "a table holds no images: record them into .mcap";
    if ((subject == Subject::Contacts || subject == Subject::ScreenLabels) && options.what.size() > 1)
      return "a table of " + std::string(name_of(subject)) +
             " has lines of its own: give them a file for themselves, or take .jsonl or .mcap";
  }
  return {};
}

}  // namespace lightsout
