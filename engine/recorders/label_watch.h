// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which of a supervisor's labels are others than when they were looked at last.
#pragma once

#include "engine/recorders/label.h"

namespace lightsout {

class LabelWatch {
 public:
  // Calls visit(id, label) for each that is new or another, and with a label without text for each that is gone.
  template <class Visit>
  void look(const Labels& labels, Visit visit) {
    if (known_ == labels) return;
    for (const auto& [id, label] : labels) {
      const auto known = known_.find(id);
      if (known == known_.end() || known->second != label) visit(id, label);
    }
    for (const auto& [id, label] : known_)
      if (!labels.contains(id)) visit(id, Label());
    known_ = labels;
  }

 private:
  Labels known_;
};

}  // namespace lightsout
