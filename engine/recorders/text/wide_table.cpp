// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A table with a column for each number and a line for each sample.
//
// The header is written once, so the columns are those of the start: solids that come into the world later go into a
// second file, which has a line for each of them and sample.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "engine/files/json_text.h"
#include "engine/files/whole_file.h"
#include "engine/recorders/number_text.h"
#include "engine/recorders/reading_lists.h"
#include "engine/recorders/sampled_recorder.h"
#include "engine/recorders/text/csv.h"
#include "engine/recorders/text/csv_field.h"
#include "engine/recorders/text/side_files.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

constexpr const char* later_header = "time,solid,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,joint,joint2,joint3,episode\n";
constexpr std::size_t later_numbers = 16;

class WideTable final : public SampledRecorder {
 public:
  WideTable(const RecorderOptions& options, std::unique_ptr<LineSink> lines, OpenLines open)
      : SampledRecorder(options), lines_(std::move(lines)), open_(open) {}

  const std::string& failure() const override {
    if (!failure_.empty()) return failure_;
    return lines_->failure().empty() && later_ ? later_->failure() : lines_->failure();
  }

  std::string remark() const override {
    std::string text = quantities().never_came();
    const auto add = [&text](std::string_view more) {
      fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : "; ", more);
    };
    if (lost_) add("solids that came later are not recorded: only a regular file has another beside it");
    if (has_bulk()) add("lidars and range finders have no column here: .jsonl and .mcap hold what they measure");
    if (others_) add("sensors, motors or joints that came later have no column here: .jsonl and .mcap take them");
    return text.empty() ? text : fmt::format("{}: {}", options().path, text);
  }

 private:
  void start(const Recorded&) override {
    columns_ = quantities().all().size();
    lines_->clear();
    line_ = "time";
    for (const Quantity& quantity : quantities().all()) {
      for (const QuantityField& field : quantity.fields)
        append_csv_field(line_ += ',', column_of(quantity, field.name));
      if (quantity.list) append_csv_field(line_ += ',', column_of(quantity, quantity.list->name));
    }
    line_ += ",episode\n";
    lines_->write(line_);
    if (lines_->is_regular()) write_columns();
  }

  static std::string column_of(const Quantity& quantity, std::string_view field) {
    return fmt::format("{}.{}", quantity.shown_name(), field);
  }
  bool has_bulk() const { return std::ranges::any_of(quantities().all(), &Quantity::is_bulk); }

  void write_columns() {
    std::string text = fmt::format("{{\n  \"columns\": [\n    {{\"name\": \"time\", \"unit\": \"s\", \"text\": {}}}",
                                   json_text("simulated time of the episode"));
    for (const Quantity& quantity : quantities().all()) {
      for (const QuantityField& field : quantity.fields) describe(text, quantity, field);
      if (quantity.list) describe(text, quantity, {quantity.list->name, "", "a list of objects, as JSON"});
    }
    text +=
        ",\n    {\"name\": \"episode\", \"unit\": \"\", \"text\": \"how often the world was reset, or another was "
        "loaded\"}\n  ]\n}\n";
    const std::string path = columns_path(options().path);
    if (const int error = write_whole_file(path, text)) failure_ = fmt::format("{}: {}", path, std::strerror(error));
  }

  static void describe(std::string& text, const Quantity& quantity, const QuantityField& field) {
    fmt::format_to(std::back_inserter(text),
                   ",\n    {{\"name\": {}, \"what\": \"{}\", \"of\": {}, \"kind\": {}, \"quantity\": {}, \"unit\": {}, "
                   "\"text\": {}}}",
                   json_text(column_of(quantity, field.name)), name_of(quantity.subject),
                   json_text(quantity.shown_name()), json_text(quantity.kind), json_text(field.name),
                   json_text(field.unit), json_text(field.text));
  }

  void write_sample(const Recorded& run) override {
    line_.clear();
    append_number(line_, run.clock.time());
    numbers_.clear();
    for (const Quantity& quantity : quantities().all().first(columns_)) {
      quantity.read(numbers_);
      if (!quantity.list) continue;
      take_numbers();
      line_ += ',';
      // Empty before the first sample.
      if (quantity.seen_samples == 0) continue;
      ((things_ = '[') += quantity.things) += ']';
      append_csv_field(line_, things_);
    }
    end_line(*lines_, run.episode);
    for (const Quantity& quantity : quantities().all().subspan(columns_))
      if (quantity.is_there()) write_later(run, quantity);
  }

  void write_later(const Recorded& run, const Quantity& quantity) {
    if (quantity.subject != Subject::Solids) {
      others_ = true;
      return;
    }
    if (!later_ && !open_later()) return;
    numbers_.clear();
    quantity.read(numbers_);
    numbers_.resize(later_numbers, std::numeric_limits<double>::quiet_NaN());
    line_.clear();
    append_number(line_, run.clock.time());
    append_csv_field(line_ += ',', quantity.shown_name());
    end_line(*later_, run.episode);
  }

  void take_numbers() {
    for (const double number : numbers_) append_number(line_ += ',', number);
    numbers_.clear();
  }
  void end_line(LineSink& lines, int episode) {
    take_numbers();
    append_number(line_ += ',', episode);
    lines.write(line_ += '\n');
  }

  bool open_later() {
    if (lost_ || !lines_->is_regular()) return !(lost_ = true);
    auto file = open_(later_path(options().path));
    if (!file) return !(lost_ = true);
    later_ = std::move(*file);
    later_->clear();
    later_->write(later_header);
    return true;
  }

  void finish() override {
    lines_->close();
    if (later_) later_->close();
  }

  std::unique_ptr<LineSink> lines_;
  std::unique_ptr<LineSink> later_;  // once something comes
  OpenLines open_;
  std::size_t columns_ = 0;  // quantities that have some
  bool lost_ = false;        // something came, and there is no place for it
  bool others_ = false;      // something other than solids came
  std::vector<double> numbers_;
  std::string line_, things_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_wide_table(const RecorderOptions& options, std::unique_ptr<LineSink> lines,
                                          OpenLines open) {
  return std::make_unique<WideTable>(options, std::move(lines), open);
}

}  // namespace lightsout
