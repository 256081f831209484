// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What VRML97 has and Webots never had (ISO/IEC 14772-1, 6): groups that choose among their children or have them in
// another file, and transforms about a centre.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "world_format/nodes/draft.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/lexer.h"
#include "world_format/text/version.h"
#include "world_format/upgrade/upgrade.h"
#include "world_format/upgrade/upgrade_steps.h"

namespace lightsout {

namespace {

// The group with the one child that is shown.
void become_group(Node& node, std::string_view list, std::size_t shown, const UpgradeStep& step) {
  NodePtr group = new_node("Group", node.span());
  const FieldIndex index = node.type().find(list);
  MFNode children;
  if (node.is_set(index)) {
    MFNode& nodes = Draft(node).edit(index).as<MFNode>();
    if (shown < nodes.size()) {
      children.push_back(std::move(nodes[shown]));
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(shown));
    }
    if (has_names(node.get(index)))
      step.diagnostics.report(DiagnosticKind::LostMeaning, node.span_of(index),
                              fmt::format("what a {} does not show must not have a DEF", node.type().name()));
  }
  set_field(*group, "children", Value(std::move(children)));
  Draft(node).become(std::move(group));
}

// P' = T C R SR S SR^-1 C^-1 P: with C = 0 the translation is T + C - R S C. SR matters where S is not the same along
// all axes.
void upgrade_transform(Node& transform, const UpgradeStep& step) {
  const auto center = take_retired(transform, "center");
  const auto orientation = take_retired(transform, "scaleOrientation");
  const Vec3 s = transform.get<Vec3>("scale");
  const bool is_turned = orientation && orientation->value.as<Rotation>().angle != 0;
  if (is_turned && (s.x != s.y || s.x != s.z))
    step.diagnostics.report(DiagnosticKind::RetiredField, orientation->span,
                            "`scaleOrientation` has no effect: the scale is along the axes of the Transform");
  if (!center) return;
  const Vec3 c = center->value.as<Vec3>(), t = transform.get<Vec3>("translation");
  const Vec3 moved = rotated(transform.get<Rotation>("rotation"), {s.x * c.x, s.y * c.y, s.z * c.z});
  Draft(transform).set_value(transform.type().find("translation"),
                             Value(Vec3{t.x + c.x - moved.x, t.y + c.y - moved.y, t.z + c.z - moved.z}), center->span);
}

// A file of VRML97 nodes knows nothing else.
class PlainTypes : public TypeScope {
 public:
  const NodeType* find(std::string_view name, Span use, Diagnostics& diagnostics) override {
    report_unknown_node(name, use, {}, diagnostics);
    return nullptr;
  }
  void extern_proto(ExternProto) override {}
  void proto(Parser& parser) override {
    parser.diagnostics().report(DiagnosticKind::Unsupported, parser.span(parser.peek()),
                                "a PROTO of a file that is inlined is left out");
    if (parser.at(Token::Kind::Word)) parser.take();
    while (parser.at(Token::Kind::OpenBracket) || parser.at(Token::Kind::OpenBrace)) parser.skip_brackets();
  }
};

// Nobody keeps the text of an inlined file: what comes of it stands where the Inline does.
void stand_at(Node& node, Span span) {
  Draft(node).set_span(span);
  for (std::size_t i = 0; i < node.values().size(); ++i) {
    const FieldIndex field = node.values()[i].index;
    Draft(node).set_value(field, std::move(Draft(node).edit(field)), span);
  }
  std::vector<HiddenValue> hidden = node.hidden();
  Draft(node).clear_hidden();
  for (HiddenValue& value : hidden) {
    value.span = span;
    Draft(node).add_hidden(std::move(value));
  }
}

// The file's nodes in today's dialect, what it inlines itself too. `open`: the files that are being read.
MFNode nodes_of_inline(const Node& node, const std::filesystem::path& base, std::vector<std::string>& open,
                       Diagnostics& diagnostics) {
  const MFString& urls = node.get<MFString>("url");
  const Span where = node.span_of("url") ? node.span_of("url") : node.span();
  std::string problem = "no url";
  for (const std::string& url : urls) {
    const std::string path = (base.parent_path() / url).lexically_normal().string();
    if (std::ranges::find(open, path) != open.end()) {
      problem = fmt::format("{} inlines itself", path);
      continue;
    }
    const auto source = read_source(path);
    if (!source) {
      problem = source.error();
      continue;
    }
    Span header;
    const int named = version_number(header_version(**source, header));
    const int version = named ? named : version_number("V2.0");
    PlainTypes types;
    Parser parser(**source, 0, static_cast<std::uint32_t>((*source)->text().size()), version, types, diagnostics);
    MFNode nodes = parser.read_file();
    open.push_back(path);
    for_each_node_to_upgrade(nodes, [&](Node& inner) {
      if (inner.type().name() != "Inline") return;
      NodePtr group = new_node("Group", inner.span());
      set_field(*group, "children", Value(nodes_of_inline(inner, path, open, diagnostics)));
      Draft(inner).become(std::move(group));
    });
    open.pop_back();
    // The later steps come with those of the file around.
    from_vrml97({nodes, version, diagnostics});
    for (const NodePtr& top : nodes) for_each_node(*top, [&](Node& inner) { stand_at(inner, node.span()); });
    return nodes;
  }
  diagnostics.report(DiagnosticKind::MissingAsset, where, fmt::format("nothing is inlined here: {}", problem));
  return {};
}

}  // namespace

void from_vrml97(const UpgradeStep& step) {
  for_each_node_to_upgrade(step.nodes, [&step](Node& node) {
    const std::string& type = node.type().name();
    if (type == "Switch") {
      const std::int32_t shown = node.get<std::int32_t>("whichChoice");
      become_group(node, "choice", shown < 0 ? std::string::npos : static_cast<std::size_t>(shown), step);
    } else if (type == "LOD") {
      become_group(node, "level", 0, step);
    } else if (type == "Anchor" || type == "Collision") {
      NodePtr group = new_node("Group", node.span());
      move_fields(node, *group);
      Draft(node).become(std::move(group));
    } else if (type == "Inline") {
      const std::string file = node.span().source ? node.span().source->name() : std::string();
      std::vector<std::string> open{std::filesystem::path(file).lexically_normal().string()};
      NodePtr group = new_node("Group", node.span());
      set_field(*group, "children", Value(nodes_of_inline(node, file, open, step.diagnostics)));
      Draft(node).become(std::move(group));
    } else if (type == "Transform") {
      upgrade_transform(node, step);
    }
  });
}

}  // namespace lightsout
