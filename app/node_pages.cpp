// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/node_pages.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "world_format/library/library.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/schema.h"
#include "world_format/protos/library_interfaces.h"
#include "world_format/text/version.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

using Json = nlohmann::ordered_json;

void say(Json& page, const char* key, const std::string& text) {
  if (!text.empty()) page[key] = text;
}

Json page_of(const FieldDescription& field) {
  Json page = Json::object();
  page["name"] = field.name;
  page["type"] = to_string(field.type);
  page["default"] = write_value(field.default_value);
  say(page, "documentation", field.documentation);
  if (std::isfinite(field.minimum)) page[field.minimum_excluded ? "above" : "minimum"] = field.minimum;
  if (std::isfinite(field.maximum)) page[field.maximum_excluded ? "below" : "maximum"] = field.maximum;
  if (!std::isnan(field.special)) page["also"] = field.special;
  if (!field.choices.empty()) page["choices"] = field.choices;
  if (field.fixed) page["fixed"] = true;
  return page;
}

Json fields_of(const NodeType& type) {
  Json pages = Json::array();
  for (const FieldDescription& field : type.fields())
    if (!field.hidden) pages.push_back(page_of(field));
  return pages;
}

Json page_of(const NodeType& type) {
  Json page = Json::object();
  page["name"] = type.name();
  page["bases"] = Json::array();
  for (const NodeType* base = type.base(); base; base = base->base()) page["bases"].push_back(base->name());
  if (type.is_abstract()) page["abstract"] = true;
  say(page, "retired_in", type.retired_in());
  say(page, "documentation", type.documentation());
  page["fields"] = fields_of(type);
  return page;
}

}  // namespace

void print_node_pages() {
  Json pages = {{"format", current_version}, {"nodes", Json::array()}, {"protos", Json::array()}};
  for (const std::string_view name : node_type_names()) pages["nodes"].push_back(page_of(*find_node_type(name)));
  LibraryInterfaces library;
  for (const std::string_view name : library::names()) {
    const ProtoDeclaration* proto = library.find(name);
    if (!proto) continue;
    Json page = Json::object();
    page["name"] = proto->name;
    say(page, "documentation", proto->documentation);
    page["fields"] = fields_of(*proto->interface);
    pages["protos"].push_back(std::move(page));
  }
  fmt::print("{}\n", pages.dump(1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace lightsout
