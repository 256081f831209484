// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "batches/sweeps/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "runs/settings/run_options.h"

namespace lightsout {
namespace {

using Texts = std::vector<std::string>;

// What one line may ask for: more is a slip of the pen.
constexpr double most_values = 1'000'000;

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// At commas that stand in no quotes and no brackets. The error is a sentence.
std::expected<Texts, std::string> split(std::string_view text) {
  Texts parts = {""};
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\' && i + 1 < text.size()) {
      parts.back() += c;
      parts.back() += text[++i];
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '(' || c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ')' || c == ']' || c == '}')) --depth;
    if (c == ',' && !quoted && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (quoted || depth != 0) return std::unexpected(fmt::format("'{}': a quote or a bracket is not closed", text));
  for (std::string& part : parts) {
    part = std::string(trimmed(part));
    if (part.empty()) return std::unexpected(fmt::format("'{}': a value between commas is empty", text));
  }
  return parts;
}

// In as few digits as tell it from its neighbours of a range: 0.6, not 0.6000000000000001.
std::string written(double number) { return fmt::format("{}", std::stod(fmt::format("{:.12g}", number))); }

std::expected<std::vector<double>, std::string> numbers_of(std::string_view call, std::string_view arguments) {
  const auto parts = split(arguments);
  if (!parts) return std::unexpected(parts.error());
  std::vector<double> numbers;
  for (const std::string& part : *parts) {
    double number = 0;
    const auto [rest, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || rest != part.data() + part.size() || !std::isfinite(number))
      return std::unexpected(fmt::format("'{}': '{}' is no number", call, part));
    numbers.push_back(number);
  }
  if (numbers.size() != 3) return std::unexpected(fmt::format("'{}' takes three numbers", call));
  return numbers;
}

std::expected<Texts, std::string> spaced(std::string_view call, const std::vector<double>& asked, bool by_ratio) {
  const double from = asked[0], to = asked[1], count = asked[2];
  if (count != std::floor(count) || count < 2 || count > most_values)
    return std::unexpected(fmt::format("'{}': the last number says how many, a whole number from 2", call));
  if (by_ratio && !(from * to > 0)) return std::unexpected(fmt::format("'{}': both ends are above 0", call));
  Texts values;
  for (int i = 0; i < int(count); ++i) {
    const double part = i / (count - 1);
    values.push_back(written(i == 0                ? from
                             : i + 1 == int(count) ? to
                             : by_ratio            ? from * std::pow(to / from, part)
                                                   : from + (to - from) * part));
  }
  return values;
}

std::expected<Texts, std::string> stepped(std::string_view call, const std::vector<double>& asked) {
  const double from = asked[0], to = asked[1], step = asked[2];
  if (step == 0 || (to - from) / step < 0)
    return std::unexpected(fmt::format("'{}': steps of {} do not lead from {} to {}", call, step, from, to));
  // A step that ends a rounding error short of the last value ends there.
  const double steps = std::floor((to - from) / step + 1e-9);
  if (steps >= most_values) return std::unexpected(fmt::format("'{}' has more than {} values", call, most_values));
  Texts values;
  for (int i = 0; i <= int(steps); ++i) values.push_back(written(from + i * step));
  return values;
}

// "range" of "range(1,2,1)"; "" of what is none.
std::string_view series_name(std::string_view text) {
  for (const std::string_view name : {"range", "linspace", "logspace"})
    if (text.starts_with(fmt::format("{}(", name)) && text.ends_with(')')) return name;
  return {};
}

}  // namespace

bool is_value_series(std::string_view text) { return !series_name(trimmed(text)).empty(); }

std::expected<Texts, std::string> parse_values(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return std::unexpected("there is no value");
  const std::string_view name = series_name(text);
  if (name.empty()) return split(text);
  const auto numbers = numbers_of(text, text.substr(name.size() + 1, text.size() - name.size() - 2));
  if (!numbers) return std::unexpected(numbers.error());
  return name == "range" ? stepped(text, *numbers) : spaced(text, *numbers, name == "logspace");
}

std::expected<Parameter, std::string> parse_parameter(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || trimmed(text.substr(0, equals)).empty())
    return std::unexpected(fmt::format("'{}' is no NAME=VALUES", text));
  auto values = parse_values(text.substr(equals + 1));
  if (!values) return std::unexpected(fmt::format("{}: {}", trimmed(text.substr(0, equals)), values.error()));
  return Parameter{std::string(trimmed(text.substr(0, equals))), std::move(*values)};
}

std::expected<std::vector<std::uint64_t>, std::string> parse_seeds(std::string_view text) {
  const auto parts = split(text);
  if (!parts) return std::unexpected(parts.error());
  std::vector<std::uint64_t> seeds;
  std::set<std::uint64_t> seen;
  for (const std::string& part : *parts) {
    const std::size_t dots = part.find("..");
    std::uint64_t first = 0, last = 0;
    if (auto wrong = read_whole_number(part.substr(0, dots), first, 0, UINT64_MAX)) return std::unexpected(*wrong);
    last = first;
    if (dots != std::string::npos)
      if (auto wrong = read_whole_number(part.substr(dots + 2), last, 0, UINT64_MAX)) return std::unexpected(*wrong);
    if (last < first) return std::unexpected(fmt::format("'{}' leads backwards", part));
    if (double(last - first) >= most_values)
      return std::unexpected(fmt::format("'{}' has more than {} seeds", part, most_values));
    for (std::uint64_t i = 0; i <= last - first; ++i)
      if (seen.insert(first + i).second) seeds.push_back(first + i);
  }
  return seeds;
}

std::expected<Shard, std::string> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  std::uint64_t index = 0, count = 0;
  const auto wrong = std::unexpected(fmt::format("'{}' is no part I/N, as in 2/8", text));
  if (slash == std::string_view::npos) return wrong;
  if (read_whole_number(std::string(text.substr(slash + 1)), count, 1, 1'000'000)) return wrong;
  if (read_whole_number(std::string(text.substr(0, slash)), index, 1, count)) return wrong;
  return Shard{int(index), int(count)};
}

}  // namespace lightsout
