// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/run_settings.h"

#include "engine/recorders/recorder.h"
#include "engine/recorders/text/side_files.h"
#include "runs/settings/run_options.h"

namespace lightsout {
namespace {

constexpr const char* animation_parts[] = {".html", ".x3d", ".json", ".css"};

void add_written_file(NamedFiles& files, const RunOption& option, const std::string& path) {
  if (option.key == "record") {
    files.writes(option.option(), path);
    files.may_write(option.option(), later_path(path), path);
    files.writes(option.option(), columns_path(path), path);
  } else if (option.key == "animation") {
    if (!path.ends_with(".html")) return;
    const std::string stem = path.substr(0, path.size() - 5);
    for (const char* ending : animation_parts) files.writes(option.option(), stem + ending, path);
    files.writes_folder(option.option(), stem + "_files");
  } else {
    files.writes(option.option(), path);
  }
}

}  // namespace

std::vector<RecorderOptions> recorders_of(const RunSettings& settings) {
  std::vector<RecorderOptions> recorders;
  for (const Recording& recording : settings.record)
    recorders.push_back(recorder_options(recording, settings.recordings));
  return recorders;
}

NamedFiles files_of(const RunSettings& given) {
  RunSettings settings = given;
  NamedFiles files;
  files.reads("--run-file", settings.run_file);
  for (const RunOption& option : options_of(settings)) {
    const std::string name = option.key == "world" ? "WORLD" : option.option();
    std::vector<std::string> paths = option.paths();
    // A folder that need not be named.
    if (option.key == "snapshots") paths.assign(settings.snapshots.every ? 1 : 0, settings.snapshots.folder);
    // The sandbox looks at these itself.
    if (option.key == "sandbox_read") continue;
    for (const std::string& path : paths) switch (option.names) {
        case RunOption::Names::Nothing:
          break;
        case RunOption::Names::ReadFile:
          files.reads(name, path);
          break;
        case RunOption::Names::ReadFolder:
          files.reads_folder(name, path);
          break;
        case RunOption::Names::WrittenFile:
          add_written_file(files, option, path);
          break;
        case RunOption::Names::WrittenFolder:
          files.writes_folder(name, path);
          break;
      }
  }
  if (settings.hash) files.prints("--hash");
  return files;
}

}  // namespace lightsout
