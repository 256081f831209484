// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What was edited since the notes were last cleared, so that it can be hashed and two runs can be compared by it: which
// node and field, and what came there. Motion that is written back is no edit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "world_format/nodes/node.h"
#include "world_format/project/project_folder.h"

namespace lightsout {

class EditNotes {
 public:
  explicit EditNotes(ProjectFolder project) : project_(std::move(project)) {}
  struct Note {
    std::string node;              // as describe() names it, without the project's folder; "" for the world's top level
    std::string what;              // the field, and the index of an element: "translation", "children[2] removed"
    std::vector<std::byte> value;  // numbers as their bytes; strings and nodes as text
    struct Text {
      std::size_t begin, end;
    };
    std::vector<Text> texts;  // which bytes of the value are text
  };

  // Left out of all texts.
  const ProjectFolder& project() const { return project_; }

  // The edit has been made.
  void add(const Edit& edit);
  // Of an instance of a PROTO: a parameter that no field follows.
  void add_parameter(const Node& instance, FieldIndex parameter);
  void clear() { notes_.clear(); }
  const std::vector<Note>& notes() const { return notes_; }

 private:
  std::string name_of(const Node& node) const;

  ProjectFolder project_;
  std::vector<Note> notes_;
};

}  // namespace lightsout
