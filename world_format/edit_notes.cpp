// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/edit_notes.h"

#include <fmt/format.h>

#include <cstring>

#include "world_format/nodes/proto_instance.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

class Bytes {
 public:
  Bytes(EditNotes::Note& note, const ProjectFolder& project)
      : out_(note.value), texts_(note.texts), project_(project) {}
  void add(double number) {
    const auto* begin = reinterpret_cast<const std::byte*>(&number);
    out_.insert(out_.end(), begin, begin + sizeof number);
  }
  void add(bool value) { add(double(value)); }
  void add(std::int32_t value) { add(double(value)); }
  void add(const std::string& text) {
    std::string room;
    const std::string_view shown = project_.leave_out(text, room);
    add(double(shown.size()));
    const auto* begin = reinterpret_cast<const std::byte*>(shown.data());
    texts_.push_back({out_.size(), out_.size() + shown.size()});
    out_.insert(out_.end(), begin, begin + shown.size());
  }
  void add(const Vec2& v) { add_all(v.x, v.y); }
  void add(const Vec3& v) { add_all(v.x, v.y, v.z); }
  void add(const Rotation& r) { add_all(r.x, r.y, r.z, r.angle); }
  void add(const Color& c) { add_all(c.r, c.g, c.b); }
  void add(const NodePtr& node) { add(node ? write_node(*node, {.keep_protos = true}) : std::string()); }
  template <class T>
  void add(const std::vector<T>& list) {
    add(double(list.size()));
    for (const T& element : list) add(element);
  }

 private:
  void add_all(auto... numbers) { (add(double(numbers)), ...); }
  std::vector<std::byte>& out_;
  std::vector<EditNotes::Note::Text>& texts_;
  const ProjectFolder& project_;
};

// One element of a list; `index` -1: all of the value.
void add_value(Bytes bytes, const Value& value, int index = -1) {
  std::visit(
      [&bytes, index](const auto& v) {
        using T = std::remove_cvref_t<decltype(v)>;
        if constexpr (requires { typename T::allocator_type; } && !std::same_as<T, std::string>) {
          if (index >= 0 && std::size_t(index) < v.size()) {
            const typename T::value_type& element = v[std::size_t(index)];
            return bytes.add(element);
          }
        }
        bytes.add(v);
      },
      value.storage());
}

}  // namespace

std::string EditNotes::name_of(const Node& node) const {
  std::string room;
  return std::string(project_.leave_out(describe(node), room));
}

void EditNotes::add(const Edit& edit) {
  Note& note = notes_.emplace_back();
  if (edit.node) note.node = name_of(*edit.node);
  note.what = edit.node && edit.field != no_field ? edit.node->type().field(edit.field).name : "children";
  if (edit.index >= 0) note.what += fmt::format("[{}]", edit.index);
  switch (edit.kind) {
    case Edit::Kind::Set:
      add_value({note, project_}, edit.node->get(edit.field), edit.index);
      break;
    case Edit::Kind::Insert:
      note.what += " inserted";
      if (edit.inserted)
        Bytes(note, project_).add(write_node(*edit.inserted, {.keep_protos = true}));
      else
        add_value({note, project_}, edit.node->get(edit.field), edit.index);
      break;
    case Edit::Kind::Remove:
      note.what += " removed";
      break;
    case Edit::Kind::Regrow:
      note.what = "content";
      Bytes(note, project_).add(write_node(*edit.node, {.keep_protos = true}));
      break;
  }
}

void EditNotes::add_parameter(const Node& instance, FieldIndex parameter) {
  Note& note = notes_.emplace_back();
  const Node& parameters = *instance.proto()->parameters;
  note.node = name_of(instance);
  note.what = parameters.type().field(parameter).name;
  add_value({note, project_}, parameters.get(parameter));
}

}  // namespace lightsout
