// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/files/parsed_json.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

class Reader {
 public:
  Reader(const Source& source, Diagnostics& diagnostics)
      : source_(source), text_(source.text()), diagnostics_(diagnostics) {}

  // No object if there is none.
  Json read() {
    auto whole = json_or_null<Json>(text_);
    if (whole.is_object()) return whole;
    if (is_blank(text_)) return {};
    return has_lines() ? last_line() : fail(0, text_.size());
  }

 private:
  // Some whole line is an object.
  bool has_lines() const {
    for (std::size_t begin = 0, end; (end = text_.find('\n', begin)) != std::string_view::npos; begin = end + 1)
      if (json_or_null<Json>(text_.substr(begin, end - begin)).is_object()) return true;
    return false;
  }
  // What stands behind the last end of a line may still be written.
  Json last_line() {
    if (const std::size_t end = text_.rfind('\n'); end + 1 < text_.size())
      if (auto last = json_or_null<Json>(text_.substr(end + 1)); last.is_object()) return last;
    std::size_t end = text_.rfind('\n');
    while (true) {
      const std::size_t before = end == 0 ? std::string_view::npos : text_.rfind('\n', end - 1);
      const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
      const std::string_view line = text_.substr(begin, end - begin);
      if (!is_blank(line)) {
        auto json = json_or_null<Json>(line);
        if (json.is_object()) return json;
        fail(begin, line.size());
      }
      if (begin == 0) return {};
      end = before;
    }
  }
  Json fail(std::size_t begin, std::size_t size) {
    const auto json = parsed_json<Json>(text_.substr(begin, size));
    const std::size_t at = begin + (json ? 0 : std::min(json.error().byte, size > 0 ? size - 1 : 0));
    // Of a mistake in the writing the place says more than the parser.
    const bool has_reason = !json && !json.error().message.starts_with("parse error");
    diagnostics_.report(DiagnosticKind::BadMetrics, {&source_, std::uint32_t(at), std::uint32_t(at + 1)},
                        fmt::format("metrics are a JSON object, and this is none: {}it is left out",
                                    has_reason ? json.error().message + "; " : ""));
    return {};
  }

  const Source& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
};

}  // namespace

void read_metrics(const Source& source, const std::string& robot, std::vector<Metric>& metrics,
                  Diagnostics& diagnostics) {
  const Json json = Reader(source, diagnostics).read();
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items())
    metrics.push_back({fmt::format("{}.{}", robot, key), value.dump(-1, ' ', false, Json::error_handler_t::replace)});
}

}  // namespace lightsout
