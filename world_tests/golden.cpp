// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "batches/plans/file_digest.h"
#include "engine/files/whole_file.h"
#include "runs/reports/outcome.h"
#include "runs/reports/verdict.h"
#include "runs/series/series.h"
#include "world_tests/plot.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using State = TestResult::State;

std::string digest_of(const fs::path& file) { return hash_text(digest_of_file(file)); }

// Of this program: its build makes the numbers.
const std::string& own_build() {
  static const std::string digest = digest_of("/proc/self/exe");
  return digest;
}

double tolerance_of(const Golden& golden, const SeriesQuantity& quantity) {
  if (golden.exact) return 0;
  // A reading, ROVER.gps.x, also by the name of its sensor.
  for (std::string name = quantity.name;; name.resize(name.rfind('.'))) {
    if (const auto found = golden.tolerances.find(name); found != golden.tolerances.end()) return found->second;
    if (quantity.kind != SeriesQuantity::Kind::Reading || !name.contains('.')) break;
  }
  return golden.tolerances.at(std::string(name_of(quantity.kind)));
}

bool same_bits(const double* one, const double* other, std::size_t count) {
  return std::memcmp(one, other, count * sizeof(double)) == 0;
}

// Of numbers that may be infinite, as those of a lidar that meets nothing are.
double apart(double one, double other) {
  if (one == other || (std::isnan(one) && std::isnan(other))) return 0;
  const double difference = std::abs(one - other);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

// The number of a reading that is farthest off, and how far.
std::pair<std::size_t, double> farthest(const double* one, const double* other, std::size_t width) {
  std::pair<std::size_t, double> found{0, 0};
  for (std::size_t i = 0; i < width; ++i)
    if (const double here = apart(one[i], other[i]); here > found.second) found = {i, here};
  return found;
}

// How far apart two samples are: a distance, an angle, a difference. 0 where both are missing, infinite where one is.
double apart(const SeriesQuantity& expected, const SeriesQuantity& actual, std::size_t sample) {
  const std::size_t width = expected.width();
  const double *one = expected.values.data() + sample * width, *other = actual.values.data() + sample * width;
  if (expected.kind == SeriesQuantity::Kind::Reading) return farthest(one, other, width).second;
  if (std::isnan(one[0]) || std::isnan(other[0]))
    return std::isnan(one[0]) && std::isnan(other[0]) ? 0 : std::numeric_limits<double>::infinity();
  double squares = 0, opposite = 0;
  for (std::size_t i = 0; i < width; ++i) {
    squares += (one[i] - other[i]) * (one[i] - other[i]);
    opposite += (one[i] + other[i]) * (one[i] + other[i]);
  }
  if (expected.kind != SeriesQuantity::Kind::Rotation) return std::sqrt(squares);
  // Unit quaternions q and -q are one rotation; the chord between them is 2 sin(angle / 4).
  return 4 * std::asin(std::min(1.0, std::sqrt(std::min(squares, opposite)) / 2));
}

struct Difference {
  const SeriesQuantity* quantity = nullptr;  // of the golden
  std::size_t index = 0;                     // of it in both
  std::size_t sample = 0;
  double size = 0;
};

struct Differences {
  Difference first, largest;  // beyond tolerance; quantity is null where there is none
  double largest_share = 0;   // of its tolerance
};

void look_at(const Golden& golden, const Series& expected, const Series& actual, std::size_t index,
             Differences& found) {
  const SeriesQuantity &one = expected.quantities[index], &other = actual.quantities[index];
  const double tolerance = tolerance_of(golden, one);
  const std::size_t samples = std::min(expected.times.size(), actual.times.size());
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const double size = apart(one, other, sample);
    const bool differs = golden.exact ? !same_bits(one.values.data() + sample * one.width(),
                                                   other.values.data() + sample * one.width(), one.width())
                                      : !(size <= tolerance);
    if (!differs) continue;
    const Difference here{&one, index, sample, size};
    if (!found.first.quantity || sample < found.first.sample) found.first = here;
    const double share = tolerance > 0 ? size / tolerance : size;
    if (!found.largest.quantity || share > found.largest_share) {
      found.largest = here;
      found.largest_share = share;
    }
  }
}

// Other things or other samples; "" if they can be compared.
std::string other_shape(const Series& expected, const Series& actual) {
  const auto names_of = [](const Series& series) {
    std::string names;
    for (const SeriesQuantity& quantity : series.quantities)
      names += fmt::format("{}{} {}{}", names.empty() ? "" : ", ", quantity.name, name_of(quantity.kind),
                           quantity.count == 1 ? "" : fmt::format(" ({} numbers)", quantity.count));
    return names;
  };
  const std::string one = names_of(expected), other = names_of(actual);
  return one == other ? "" : fmt::format("the golden is of {}, and the test of {}", one, other);
}

std::string text_of(const Difference& difference, const Series& expected) {
  const std::string_view unit = unit_of(*difference.quantity);
  return fmt::format("{} of {} is {:.6g}{}{} off at {:.12g} s", name_of(difference.quantity->kind),
                     difference.quantity->name, difference.size, unit.empty() ? "" : " ", unit,
                     expected.times[difference.sample]);
}

std::string message_of(const Golden& golden, const Series& expected, const Series& actual, Differences& found) {
  // Samples of other times say nothing of each other.
  const std::size_t samples = std::min(expected.times.size(), actual.times.size());
  for (std::size_t i = 0; i < samples; ++i)
    if (std::abs(expected.times[i] - actual.times[i]) > 1e-9)
      return fmt::format("sample {} is at {:.12g} s in the golden and at {:.12g} s in the run", i + 1,
                         expected.times[i], actual.times[i]);
  for (std::size_t i = 0; i < expected.quantities.size(); ++i) look_at(golden, expected, actual, i, found);
  if (found.first.quantity) {
    const double tolerance = tolerance_of(golden, *found.first.quantity);
    std::string text = text_of(found.first, expected);
    text += golden.exact ? " (exactly equal was asked)" : fmt::format(" (tolerance {:.6g})", tolerance);
    if (found.largest.sample != found.first.sample || found.largest.index != found.first.index)
      text += fmt::format("; at most, {}", text_of(found.largest, expected));
    return text;
  }
  if (expected.times.size() != actual.times.size())
    return fmt::format("the golden has {} samples, the run has {}", expected.times.size(), actual.times.size());
  return {};
}

// Why a golden that differs may be old rather than the run wrong; "" if it was made by this very program.
std::string age_of(const Series& expected) {
  if (expected.version != LIGHTSOUT_VERSION)
    return fmt::format("lightsout {} made it, this is {}", expected.version, LIGHTSOUT_VERSION);
  return expected.build == own_build() ? "" : "another build of lightsout made it";
}

// A tolerance of what the golden is not of; "" if there is none.
std::string idle_tolerance(const Golden& golden, const Series& series) {
  const auto is_of = [&series](const std::string& name) {
    for (const auto kind : series_kinds)
      if (name == name_of(kind)) return true;
    return std::ranges::any_of(series.quantities, [&name](const SeriesQuantity& quantity) {
      return quantity.name == name ||
             (quantity.kind == SeriesQuantity::Kind::Reading && quantity.name.starts_with(name + "."));
    });
  };
  for (const auto& [name, tolerance] : golden.tolerances)
    if (!is_of(name))
      return fmt::format("tolerance of `{}`: that is neither a kind of quantity nor in the golden", name);
  return {};
}

// To as few bits as the tolerance needs, so that a golden is small.
double rounded(double value, double tolerance) {
  if (!(tolerance > 0) || !std::isfinite(value)) return value;
  const double grid = std::ldexp(1.0, int(std::floor(std::log2(tolerance))) - 6);
  return std::nearbyint(value / grid) * grid;
}

}  // namespace

void compare_with_golden(const WorldTest& test, const fs::path& folder, TestResult& result) {
  const Golden& golden = *test.golden;
  const auto fail = [&](State state, std::string message) {
    if (result.state == State::Passed) result.state = state;
    result.errors.push_back({test.file, golden.line, golden.column, message});
    result.message += (result.message.empty() ? "" : "; ") + std::move(message);
  };
  std::error_code error;
  if (!fs::exists(golden.file, error))
    return fail(State::Failed, fmt::format("there is no golden {}: --update makes it", golden.file));
  const auto expected = read_series(golden.file);
  const auto actual = read_series((folder / test.settings.series.path).string());
  if (!expected) return fail(State::Error, expected.error());
  if (!actual) return fail(State::Error, actual.error());
  Differences found;
  std::string message = other_shape(*expected, *actual);
  if (std::string idle = message.empty() ? idle_tolerance(golden, *actual) : ""; !idle.empty()) {
    result.exit_code = int(Outcome::WrongUse);
    return fail(State::Error, std::move(idle));
  }
  if (message.empty()) message = message_of(golden, *expected, *actual, found);
  if (message.empty()) return;
  if (found.first.quantity) {
    const fs::path plot = folder / "golden.svg";
    const SeriesQuantity &one = expected->quantities[found.first.index], &other = actual->quantities[found.first.index];
    const std::size_t at = found.first.sample * one.width();
    const std::size_t column = farthest(&one.values[at], &other.values[at], one.width()).first;
    if (write_plot({one, *expected}, {other, *actual}, column, plot.string()))
      result.remarks.push_back(fmt::format("plot: {}", plot.string()));
  }
  const std::string age = age_of(*expected);
  if (expected->world != digest_of(test.settings.world)) message += "; the world file is another since it was made";
  if (age.empty()) return fail(State::Failed, fmt::format("differs from {}: {}", golden.file, message));
  fail(State::Stale, fmt::format("the golden {} is stale ({}), and differs: {}", golden.file, age, message));
}

std::string update_golden(const WorldTest& test, const fs::path& folder) {
  const Golden& golden = *test.golden;
  auto series = read_series((folder / test.settings.series.path).string());
  if (!series) return series.error();
  if (std::string idle = idle_tolerance(golden, *series); !idle.empty()) return idle;
  std::error_code error;
  if (fs::exists(golden.file, error) && !read_series(golden.file))
    return fmt::format("{} is there and is no golden: it is left as it is", golden.file);
  series->build = own_build();
  series->world = digest_of(test.settings.world);
  for (SeriesQuantity& quantity : series->quantities)
    for (double& value : quantity.values) value = rounded(value, tolerance_of(golden, quantity));
  if (const fs::path parent = fs::path(golden.file).parent_path(); !parent.empty())
    fs::create_directories(parent, error);
  const int failure = write_whole_file(golden.file, pack(*series));
  return failure ? fmt::format("{}: {}", golden.file, std::strerror(failure)) : "";
}

}  // namespace lightsout
