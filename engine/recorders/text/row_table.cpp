// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A table with a line for each contact at each sample, or for each label that is another than it was.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "engine/files/json_text.h"
#include "engine/files/whole_file.h"
#include "engine/recorders/label_watch.h"
#include "engine/recorders/number_text.h"
#include "engine/recorders/sampled_recorder.h"
#include "engine/recorders/seen_contacts.h"
#include "engine/recorders/text/csv.h"
#include "engine/recorders/text/csv_field.h"
#include "engine/recorders/text/side_files.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

constexpr ContactField label_fields[] = {{"id", "", "of the label"},
                                         {"text", "", "what it shows; empty: it is gone"},
                                         {"x", "", "of its corner, of the width of the window from the left"},
                                         {"y", "", "of its corner, of the height of the window from the top"},
                                         {"size", "", "of its letters, of the height of the window"},
                                         {"color", "", "red, green and blue as a hexadecimal number"},
                                         {"transparency", "", "0: solid, 1: unseen"},
                                         {"font", "", "of its letters"}};
constexpr ContactField touching_fields[] = {{"solid1", "", "path of a solid"},
                                            {"solid2", "", "path of the one it touches"}};

class RowTable final : public SampledRecorder {
 public:
  RowTable(const RecorderOptions& options, std::unique_ptr<LineSink> lines)
      : SampledRecorder(options), lines_(std::move(lines)) {}

  const std::string& failure() const override { return failure_.empty() ? lines_->failure() : failure_; }

 private:
  bool has_contacts() const { return quantities().records(Subject::Contacts); }

  void start(const Recorded&) override {
    lines_->clear();
    columns_.clear();
    line_ = "time";
    add_column({"time", "s", "simulated time of the episode"});
    const auto add = [this](const ContactField& field) {
      (line_ += ',') += field.name;
      add_column(field);
    };
    if (has_contacts()) {
      for (const ContactField& field : touching_fields) add(field);
      for (const ContactField& field : contact_fields) add(field);
    } else {
      for (const ContactField& field : label_fields) add(field);
    }
    add({"episode", "", "how often the world was reset, or another was loaded"});
    lines_->write(line_ += '\n');
    if (lines_->is_regular()) write_columns();
  }

  void add_column(const ContactField& field) {
    columns_ += fmt::format("{}\n    {{\"name\": \"{}\", \"unit\": \"{}\", \"text\": \"{}\"}}",
                            columns_.empty() ? "" : ",", field.name, field.unit, field.text);
  }

  void write_columns() {
    const std::string path = columns_path(options().path);
    const std::string text = fmt::format("{{\n  \"columns\": [{}\n  ]\n}}\n", columns_);
    if (const int error = write_whole_file(path, text)) failure_ = fmt::format("{}: {}", path, std::strerror(error));
  }

  void write_sample(const Recorded& run) override {
    if (has_contacts())
      write_contacts(run);
    else
      labels_.look(run.labels, [&](int id, const Label& label) { write_label(run, id, label); });
  }

  void write_contacts(const Recorded& run) {
    find_contacts(run, quantities(), seen_);
    for (const SeenContact& contact : seen_) {
      begin_line(run);
      append_csv_field(line_ += ',', *contact.solid1);
      append_csv_field(line_ += ',', *contact.solid2);
      read_contact(contact, numbers_);
      for (const double number : numbers_) append_number(line_ += ',', number);
      end_line(run);
    }
  }

  void write_label(const Recorded& run, int id, const Label& label) {
    begin_line(run);
    append_number(line_ += ',', id);
    append_csv_field(line_ += ',', label.text);
    for (const double number : {label.x, label.y, label.size}) append_number(line_ += ',', number);
    fmt::format_to(std::back_inserter(line_), ",{:06x},", label.color);
    append_number(line_, label.transparency);
    append_csv_field(line_ += ',', label.font);
    end_line(run);
  }

  void begin_line(const Recorded& run) {
    line_.clear();
    append_number(line_, run.clock.time());
  }
  void end_line(const Recorded& run) {
    append_number(line_ += ',', run.episode);
    lines_->write(line_ += '\n');
  }

  void finish() override { lines_->close(); }

  std::unique_ptr<LineSink> lines_;
  LabelWatch labels_;
  std::vector<SeenContact> seen_;
  std::vector<double> numbers_;
  std::string line_, columns_, failure_;
};

}  // namespace

std::unique_ptr<Recorder> make_row_table(const RecorderOptions& options, std::unique_ptr<LineSink> lines) {
  return std::make_unique<RowTable>(options, std::move(lines));
}

}  // namespace lightsout
