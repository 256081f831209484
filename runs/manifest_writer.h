// Keeps account of a run for its manifest and its bundle, from before it reads anything until it has ended.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "runs/bundle.h"
#include "runs/private_folder.h"
#include "runs/run_inputs.h"
#include "runs/run_settings.h"
#include "runs/verdict.h"

namespace lightsout {

class ManifestWriter {
 public:
  // The settings get the listener. nullptr where neither a manifest nor a bundle is asked for. `world`: its file.
  static std::expected<std::unique_ptr<ManifestWriter>, std::string> begin(RunSettings& settings,
                                                                           const std::filesystem::path& world);
  // "" or what went wrong.
  std::string write(const RunSettings& settings, const Verdict& verdict);

 private:
  explicit ManifestWriter(PrivateFolder lists) : module_lists_(std::move(lists)) {}
  PrivateFolder module_lists_;
  std::unique_ptr<BundleWriter> bundle_;
  std::shared_ptr<RunInputs> inputs_;
};

}  // namespace lightsout
