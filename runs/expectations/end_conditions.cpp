// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What is known when the run has ended: its outcome, metrics and warnings.
#include "runs/expectations/condition_fields.h"
#include "runs/expectations/heard.h"
#include "runs/expectations/metric.h"

namespace lightsout {
namespace {

// Says what it saw when it looked.
class OfTheEnd final : public Condition {
 public:
  struct Seen {
    Look look;
    std::string words;
  };
  using Judge = std::function<Seen(const RunEnd&)>;
  explicit OfTheEnd(Judge judge) : judge_(std::move(judge)) {}
  using Condition::look;
  Look look(const RunEnd& end) override {
    Seen seen = judge_(end);
    words_ = std::move(seen.words);
    return seen.look;
  }
  std::string seen(double) const override { return words_; }

 private:
  Judge judge_;
  std::string words_;
};

AskedCondition of_the_end(std::string what, const Bounds& bounds, OfTheEnd::Judge judge) {
  return {.what = std::move(what),
          .low = bounds.low,
          .high = bounds.high,
          .is_of_the_end = true,
          .make = [judge = std::move(judge)](const ConditionSetup&) { return std::make_unique<OfTheEnd>(judge); }};
}

Look yes_or_no(bool holds) { return {holds ? 1.0 : 0.0, holds, holds ? 0.0 : 1.0}; }

}  // namespace

AskedCondition read_metric(const ConditionFields& fields) {
  const std::string name = fields.name("metric");
  if (!fields.has("value")) fields.refuse("`value` is missing: a number or {min: A, max: B}");
  const Bounds bounds = fields.bounds("value", 0);
  return of_the_end(fmt::format("the metric {} is {}", name, text_of(bounds, "")), bounds,
                    [name, bounds](const RunEnd& end) -> OfTheEnd::Seen {
                      const FoundMetric found = metric_of(end.verdict, name);
                      return {bounds.judge(found.number), found.words};
                    });
}

AskedCondition read_warnings(const ConditionFields& fields) {
  const Bounds bounds = fields.bounds("warnings", 0);
  const std::vector<std::regex> allowed = fields.patterns("allowed");
  return of_the_end(
      fmt::format("the number of {}warnings is {}", allowed.empty() ? "" : "other ", text_of(bounds, "")), bounds,
      [bounds, allowed](const RunEnd& end) -> OfTheEnd::Seen {
        int count = 0;
        std::string first;
        for (const std::string& warning : end.heard.warnings()) {
          const auto is_in = [&](const std::regex& pattern) { return std::regex_search(warning, pattern); };
          if (std::ranges::any_of(allowed, is_in)) continue;
          if (++count == 1) first = warning;
        }
        return {bounds.judge(count),
                count == 0 ? "there were none"
                           : fmt::format("there {} {}; the first: {}", count == 1 ? "was" : "were", count, first)};
      });
}

AskedCondition read_outcome(const ConditionFields& fields) {
  std::vector<std::string_view> names;
  for (int code = 0; code < 256; ++code)
    if (const std::string_view name = name_of(Outcome(code)); !name.empty() && code != int(Outcome::ExpectationFailed))
      names.push_back(name);
  const std::string name = fields.choice("outcome", names);
  const auto judge = [name](const RunEnd& end) -> OfTheEnd::Seen {
    return {yes_or_no(name_of(end.verdict.outcome) == name),
            fmt::format("it ended {}: {}", name_of(end.verdict.outcome), end.verdict.message)};
  };
  AskedCondition asked = of_the_end(fmt::format("the run ends {}", name), Bounds(), judge);
  asked.is_of_the_outcome = true;
  return asked;
}

AskedCondition read_exit_code(const ConditionFields& fields) {
  const int code = fields.whole("exit_code");
  if (code < 0 || code > 255) fields.refuse("exit_code", "an exit code is from 0 to 255");
  const Bounds bounds{double(code), double(code)};
  const auto judge = [bounds](const RunEnd& end) -> OfTheEnd::Seen {
    return {bounds.judge(end.verdict.exit_code()), fmt::format("it is {} ({}: {})", end.verdict.exit_code(),
                                                               name_of(end.verdict.outcome), end.verdict.message)};
  };
  AskedCondition asked = of_the_end(fmt::format("the exit code is {}", code), bounds, judge);
  asked.is_of_the_outcome = true;
  return asked;
}

}  // namespace lightsout
