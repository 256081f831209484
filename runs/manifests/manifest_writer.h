// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Keeps account of a run for its manifest and its bundle, from before it reads anything until it has ended.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runs/manifests/bundle.h"
#include "runs/manifests/run_inputs.h"
#include "runs/reports/verdict.h"
#include "runs/settings/run_settings.h"

namespace lightsout {

class ManifestWriter {
 public:
  // The settings get the listener. nullptr where neither a manifest nor a bundle is asked for. `world`: its file.
  static std::expected<std::unique_ptr<ManifestWriter>, std::string> begin(RunSettings& settings,
                                                                           const std::filesystem::path& world);
  // What went wrong, in sentences that say what is missing; a bundle that cannot be written costs no manifest.
  std::vector<std::string> write(const RunSettings& settings, const Verdict& verdict);

 private:
  std::string finish_bundle(const RunSettings& settings, std::string_view manifest);
  ManifestWriter() = default;
  std::unique_ptr<BundleWriter> bundle_;
  std::shared_ptr<RunInputs> inputs_;
};

}  // namespace lightsout
