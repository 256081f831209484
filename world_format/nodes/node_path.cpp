// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/nodes/node_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"

namespace lightsout {

namespace {

// What a node is called: by people first, by its type where nothing is called so.
enum class Labels { Names, Types };

constexpr std::size_t most_labels = 2;
using LabelsOfNode = std::array<std::string_view, most_labels>;  // "": none

LabelsOfNode labels_of(const Node& node, Labels kind) {
  if (kind == Labels::Types) {
    const ProtoInstance* record = node.proto();
    return {record ? std::string_view(record->declaration->name) : std::string_view(), node.type().name()};
  }
  const FieldIndex field = node.type().find("name");
  const bool named = field != no_field && node.type().field(field).type == FieldType::SFString;
  return {node.def(), named ? std::string_view(node.get(field).as<std::string>()) : std::string_view()};
}

// The path behind a label that it begins with; npos where it begins with another.
std::size_t after(std::string_view path, std::string_view label) {
  if (label.empty() || !path.starts_with(label)) return std::string_view::npos;
  if (path.size() == label.size()) return path.size();
  return path[label.size()] == '.' ? label.size() + 1 : std::string_view::npos;
}

class Search {
 public:
  explicit Search(Labels labels) : labels_(labels) {}
  void look_at(Node& node, std::string_view path, int depth);
  std::vector<Node*> take() { return std::move(found_); }

 private:
  void go_on(Node& node, std::string_view rest, int depth);
  void look_below(const Node& node, std::string_view path, int depth) {
    for_each_child(node, [&](Node& child) { look_at(child, path, depth + 1); });
  }
  // The node that a field holds: "physics", "device[0]".
  static Node* held_by(const Node& node, std::string_view word);

  Labels labels_;
  int depth_ = 0;  // of those that were found
  std::vector<Node*> found_;
};

void Search::look_at(Node& node, std::string_view path, int depth) {
  if (node.use_of()) return;
  for (const std::string_view label : labels_of(node, labels_))
    if (const std::size_t rest = after(path, label); rest != std::string_view::npos)
      go_on(node, path.substr(rest), depth);
  look_below(node, path, depth);
}

void Search::go_on(Node& node, std::string_view rest, int depth) {
  if (rest.empty()) {
    if (!found_.empty() && depth < depth_) found_.clear();
    if (found_.empty()) depth_ = depth;
    if (depth == depth_ && std::ranges::find(found_, &node) == found_.end()) found_.push_back(&node);
    return;
  }
  const std::string_view word = rest.substr(0, rest.find('.'));
  if (Node* held = held_by(node, word); held && !held->use_of())
    go_on(*held, rest.substr(std::min(word.size() + 1, rest.size())), depth + 1);
  look_below(node, rest, depth);
}

Node* Search::held_by(const Node& node, std::string_view word) {
  const std::size_t bracket = word.find('[');
  const FieldIndex field = node.type().find(word.substr(0, bracket));
  if (field == no_field) return nullptr;
  const Value& value = node.get(field);
  if (value.type() == FieldType::SFNode) return bracket == word.npos ? value.as<NodePtr>().get() : nullptr;
  if (value.type() != FieldType::MFNode || bracket == word.npos || !word.ends_with(']')) return nullptr;
  const std::string_view digits = word.substr(bracket + 1, word.size() - bracket - 2);
  std::size_t index = 0;
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const MFNode& list = value.as<MFNode>();
  if (error != std::errc() || rest != digits.data() + digits.size() || index >= list.size()) return nullptr;
  return list[index].get();
}

void add_names(const Node& node, std::vector<std::string_view>& names) {
  for_each_node(node, [&names](const Node& one) {
    if (one.use_of()) return;
    for (const std::string_view name : labels_of(one, Labels::Names))
      if (!name.empty()) names.push_back(name);
  });
}

}  // namespace

std::vector<Node*> find_by_path(const MFNode& nodes, std::string_view path) {
  for (const Labels labels : {Labels::Names, Labels::Types}) {
    Search search(labels);
    for (const NodePtr& node : nodes) search.look_at(*node, path, 0);
    if (std::vector<Node*> found = search.take(); !found.empty()) return found;
  }
  return {};
}

LostPath describe_lost_path(const MFNode& nodes, std::string_view path) {
  LostPath result;
  for (std::size_t dot = path.rfind('.'); dot != path.npos && dot > 0; dot = path.rfind('.', dot - 1)) {
    const std::vector<Node*> found = find_by_path(nodes, path.substr(0, dot));
    if (found.empty()) continue;
    result.found = path.substr(0, dot);
    result.lost = path.substr(dot + 1);
    for (const Node* node : found) {
      for_each_child(*node, [&](const Node& child) { add_names(child, result.known); });
      for (const FieldDescription& field : node->type().fields())
        if (field.type == FieldType::SFNode) result.known.push_back(field.name);
    }
    break;
  }
  if (result.found.empty()) {
    result.lost = path;
    for (const NodePtr& node : nodes) add_names(*node, result.known);
    for (const NodePtr& node : nodes) result.known.push_back(node->type().name());
  }
  // A name may have dots of its own, but what was meant by the first word is the better guess.
  result.lost = result.lost.substr(0, result.lost.find('.'));
  return result;
}

std::string some_of(std::vector<std::string_view> names) {
  constexpr std::size_t most = 8;
  std::vector<std::string_view> once;
  for (const std::string_view name : names)
    if (std::ranges::find(once, name) == once.end()) once.push_back(name);
  std::string text;
  for (std::size_t i = 0; i < std::min(once.size(), most); ++i)
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", once[i]);
  return once.size() > most ? fmt::format("{}, and {} more", text, once.size() - most) : text;
}

}  // namespace lightsout
