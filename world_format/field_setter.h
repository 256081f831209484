// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Sets fields of a world while it is loaded, so that the load is one of a file that says so: parameters of PROTOs
// before the PROTOs are expanded, what lies inside of PROTOs behind that.
#pragma once

#include <optional>
#include <vector>

#include "world_format/field_setting.h"
#include "world_format/nodes/node.h"
#include "world_format/syntax/parser.h"

namespace lightsout {

class Diagnostics;

// Of one world. What is wrong is reported as bad-setting, with what may be meant.
class FieldSetter {
 public:
  // All references outlive it. The world keeps what its nodes point to. `types`: what node types in values mean.
  FieldSetter(const std::vector<FieldSetting>& settings, World& world, TypeScope& types, Diagnostics& diagnostics);

  // In the tree as its file says it: each node and parameter that is found there.
  void set_written(MFNode& nodes);
  // The others, behind the expansion of PROTOs; what is not there either is reported. True if nodes came that may be
  // instances of PROTOs.
  bool set_expanded(MFNode& nodes);

 private:
  // Sets it, or reports why it cannot be. False if there is no such node or field.
  bool set(const FieldSetting& setting, MFNode& nodes);
  void report_unknown(const FieldSetting& setting, const MFNode& nodes);
  std::optional<Value> read(const FieldSetting& setting, const FieldDescription& field);

  World& world_;
  TypeScope& types_;
  Diagnostics& diagnostics_;
  std::vector<const FieldSetting*> waiting_;
  bool has_new_nodes_ = false;
};

}  // namespace lightsout
