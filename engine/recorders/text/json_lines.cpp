// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// .jsonl: a JSON object in a line for each sample: time, episode, and a member for each subject, in which each thing
// stands under its path. Sensors stand in it when they have measured since the sample before, labels when they are
// others.
#include "engine/files/json_text.h"
#include "engine/recorders/json_values.h"
#include "engine/recorders/label_watch.h"
#include "engine/recorders/number_text.h"
#include "engine/recorders/text/line_recorder.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

class JsonLines final : public LineRecorder {
 public:
  using LineRecorder::LineRecorder;

 private:
  void write_sample(const Recorded& run) override {
    line_ = "{\"time\":";
    append_number(line_, run.clock.time());
    line_ += ",\"episode\":";
    append_number(line_, run.episode);
    for (const Subject subject : {Subject::Solids, Subject::Joints, Subject::Motors, Subject::Readings})
      if (quantities().records(subject)) add_quantities(subject);
    if (quantities().records(Subject::Contacts)) add_contacts(run);
    if (quantities().records(Subject::ScreenLabels)) add_labels(run);
    lines().write(line_ += "}\n");
  }

  void open_member(std::string_view name, char bracket) {
    ((line_ += ",\"") += name) += "\":";
    line_ += bracket;
  }

  void add_quantities(Subject subject) {
    open_member(name_of(subject), '{');
    samples_.resize(quantities().all().size());
    bool first = true;
    for (std::size_t i = 0; i < quantities().all().size(); ++i) {
      const Quantity& quantity = quantities().all()[i];
      if (quantity.subject != subject || !quantity.is_there()) continue;
      if (subject == Subject::Readings && !quantity.has_news(samples_[i])) continue;
      if (!first) line_ += ',';
      first = false;
      append_json_text(line_, quantity.name);
      line_ += ":{";
      append_json_fields(line_, quantity, numbers_);
      line_ += '}';
    }
    line_ += '}';
  }

  void add_contacts(const Recorded& run) {
    open_member("contacts", '[');
    find_contacts(run, quantities(), seen_);
    for (const SeenContact& contact : seen_) {
      if (&contact != &seen_.front()) line_ += ',';
      append_json(line_, contact, numbers_);
    }
    line_ += ']';
  }

  void add_labels(const Recorded& run) {
    open_member("labels", '[');
    labels_.look(run.labels, [&](int id, const Label& label) {
      line_ += line_.back() == '[' ? "{" : ",{";
      append_json_fields(line_, id, label);
      line_ += '}';
    });
    line_ += ']';
  }

  LabelWatch labels_;
  std::vector<std::uint32_t> samples_;  // of the quantities, as they were written last
  std::vector<SeenContact> seen_;
  std::vector<double> numbers_;
  std::string line_;
};

}  // namespace

std::expected<std::unique_ptr<Recorder>, std::string> make_json_lines(const RecorderOptions& options) {
  return make_line_recorder<JsonLines>(options);
}

std::string wrong_json_lines(const RecorderOptions& options) {
  for (const Subject subject : options.what)
    if (subject == Subject::Images) return "lines of JSON hold no images: record them into .mcap";
  return {};
}

}  // namespace lightsout
