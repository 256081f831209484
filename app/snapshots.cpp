#include "app/snapshots.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "engine/whole_file.h"

namespace lightsout {

namespace fs = std::filesystem;

std::expected<std::vector<std::uint8_t>, std::string> read_snapshot(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in || bytes.empty()) return std::unexpected(fmt::format("cannot read the snapshot {}", file.string()));
  return bytes;
}

std::expected<fs::path, std::string> exchange_file(const SnapshotSettings& settings, std::int64_t first_step) {
  std::error_code error;
  fs::create_directories(settings.folder, error);
  if (error) return std::unexpected(fmt::format("cannot make the folder {}: {}", settings.folder, error.message()));
  return fs::path(settings.folder) / fmt::format("exchange_{:09}", first_step);
}

std::string snapshot_if_due(const SnapshotSettings& settings, Simulation& simulation) {
  const Clock& clock = simulation.clock();
  if (!settings.every || clock.step() % clock.steps_in(*settings.every * 1000) != 0) return {};
  const auto snapshot = simulation.snapshot();
  if (!snapshot) return "no snapshot can be made: " + snapshot.error();
  const fs::path file = fs::path(settings.folder) / fmt::format("step_{:09}.snapshot", clock.step());
  if (write_whole_file(file, {reinterpret_cast<const char*>(snapshot->data()), snapshot->size()}) == 0) return {};
  return fmt::format("cannot write the snapshot {}", file.string());
}

}  // namespace lightsout
