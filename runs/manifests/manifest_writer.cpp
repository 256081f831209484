// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/manifest_writer.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <system_error>

#include "engine/files/whole_file.h"
#include "runs/manifests/manifest.h"

namespace lightsout {

std::expected<std::unique_ptr<ManifestWriter>, std::string> ManifestWriter::begin(RunSettings& settings,
                                                                                  const std::filesystem::path& world) {
  if (settings.manifest.empty() && settings.bundle.empty()) return nullptr;
  auto writer = std::unique_ptr<ManifestWriter>(new ManifestWriter);
  writer->inputs_ = std::make_shared<RunInputs>();
  if (!settings.bundle.empty()) {
    auto bundle = BundleWriter::create(settings.bundle);
    if (!bundle) return std::unexpected(bundle.error());
    writer->bundle_ = std::move(*bundle);
    writer->inputs_->keep_by(
        [to = writer->bundle_.get()](const InputFile& file, const std::filesystem::path& from, std::string_view bytes) {
          return to->add(file, from, bytes);
        });
  }
  writer->inputs_->begin(settings, world);
  settings.load.listener = writer->inputs_;
  return writer;
}

std::vector<std::string> ManifestWriter::write(const RunSettings& settings, const Verdict& verdict) {
  const std::string text = to_json(manifest_of(settings, *inputs_, verdict));
  inputs_->keep_by({});  // a world that lives on may ask for more
  std::vector<std::string> lost;
  if (!settings.manifest.empty())
    if (const int error = write_whole_file(settings.manifest, text))
      lost.push_back(fmt::format("manifest not written: {}: {}", settings.manifest, std::strerror(error)));
  if (bundle_)
    if (const std::string failure = finish_bundle(settings, text); !failure.empty())
      lost.push_back("bundle not written: " + failure);
  return lost;
}

std::string ManifestWriter::finish_bundle(const RunSettings& settings, std::string_view manifest) {
  if (!inputs_->failure().empty()) return inputs_->failure();
  // A run that did not come to its world has none.
  if (std::error_code error; !settings.trace.empty() && std::filesystem::exists(settings.trace, error))
    if (std::string failure = bundle_->add_trace(settings.trace); !failure.empty()) return failure;
  return bundle_->close(manifest);
}

}  // namespace lightsout
