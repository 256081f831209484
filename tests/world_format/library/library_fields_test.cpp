// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The PROTOs of the built-in library have the interfaces that are published: proto_facts.txt, field by field.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/nodes/proto_declaration.h"
#include "world_format/nodes/proto_instance.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"
#include "world_format/writer.h"

using namespace lightsout;

namespace {

struct Fact {
  std::string type, name, default_text;
};

struct ProtoFacts {
  std::string version, name;
  std::vector<Fact> fields;
};

std::vector<ProtoFacts> read_facts() {
  std::vector<ProtoFacts> facts;
  std::ifstream file(LIGHTSOUT_SOURCE_DIR "/tests/world_format/library/proto_facts.txt");
  REQUIRE(file);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string first, second, rest;
    words >> first >> second >> std::ws;
    std::getline(words, rest);
    if (line[0] != ' ') {
      facts.push_back({first, second, {}});
    } else {
      REQUIRE(!facts.empty());
      facts.back().fields.push_back({first, second, rest});
    }
  }
  return facts;
}

// The library's PROTO as a file of this version gets it.
struct Loaded {
  Diagnostics diagnostics;
  std::unique_ptr<World> world;
  const NodeType* interface = nullptr;

  Loaded(const std::string& name, const std::string& version) {
    std::string head = "#VRML_SIM " + version + " utf8\n";
    if (version >= "R2022b") head += "EXTERNPROTO \"webots://projects/x/" + name + ".proto\"\n";
    for (const auto& [before, behind] : {std::pair{"", ""},
                                         {"Solid { children [ Shape { appearance ", "} ] }"},
                                         {"Solid { children [ Shape { geometry ", "} ] }"},
                                         {"Solid { children [ ", " ] }"}}) {
      auto found = load_world_text(head + before + "DEF IT " + name + " { }" + behind, "/nowhere/worlds/test.wbt", {},
                                   diagnostics);
      const Node* node = found ? found->find_def("IT") : nullptr;
      if (!node || !node->proto() || node->proto()->declaration->missing) continue;
      interface = node->proto()->declaration->interface.get();
      world = std::move(found);
      return;
    }
  }
};

struct NoProtos : TypeScope {
  const NodeType* find(std::string_view, Span, Diagnostics&) override { return nullptr; }
  void extern_proto(ExternProto) override {}
  void proto(Parser&) override {}
};

Value read(std::string text, FieldType type) {
  static std::vector<SourcePtr> sources;
  sources.push_back(std::make_shared<const Source>("facts", std::move(text)));
  NoProtos no_protos;
  Diagnostics diagnostics;
  const Source& source = *sources.back();
  Parser parser(source, 0, static_cast<std::uint32_t>(source.text().size()), 999999, no_protos, diagnostics);
  auto value = parser.read_value(type, "fact");
  REQUIRE(value);
  return std::move(*value);
}

// As the world writes them, without what is only lay-out. Numbers to six digits: 1.5708 is a quarter of a turn.
std::string plain(const Value& value) {
  std::istringstream words(write_value(value));
  std::string result;
  for (std::string word; words >> word;) {
    std::erase(word, ',');
    if (word.empty()) continue;
    std::size_t end = 0;
    double number = 0;
    try {
      number = std::stod(word, &end);
    } catch (const std::exception&) {
      end = 0;
    }
    if (end == word.size()) {
      std::ostringstream rounded;
      rounded.precision(5);
      rounded << (number == 0 ? 0.0 : number);
      word = rounded.str();
    }
    result += word + " ";
  }
  return result;
}

std::string difference(const FieldDescription& field, const Fact& fact) {
  // One string of words in older files, which is taken apart.
  if (fact.name == "controllerArgs" && fact.type == "SFString" && field.type == FieldType::MFString) return {};
  if (std::string(to_string(field.type)) != fact.type) return "its type is " + std::string(to_string(field.type));
  if (fact.default_text == "-") return {};
  const bool is_node = element_type(field.type) == FieldType::SFNode;
  if (is_node && fact.default_text != "NULL" && fact.default_text != "[]") {
    const NodePtr& node = field.default_value.as<NodePtr>();
    if (node && node->type().name() == fact.default_text) return {};
    return "its default is " + (node ? std::string(node->type().name()) : "NULL");
  }
  // No turn about any axis.
  if (field.type == FieldType::SFRotation && fact.default_text.ends_with(" 0") &&
      field.default_value.as<Rotation>().angle == 0)
    return {};
  const std::string ours = plain(field.default_value);
  // The name of the same controller before R2020b.
  if (fact.default_text == "\"void\"" && ours == "\"<generic>\" ") return {};
  return ours == plain(read(fact.default_text, field.type)) ? std::string() : "its default is " + ours;
}

}  // namespace

TEST_CASE("the library's PROTOs have their published fields, types and defaults") {
  std::size_t fields = 0;
  for (const ProtoFacts& proto : read_facts()) {
    const Loaded loaded(proto.name, proto.version);
    INFO(proto.name << " in " << proto.version);
    CHECK(loaded.interface);
    if (!loaded.interface) continue;
    for (const Fact& fact : proto.fields) {
      INFO("field " << fact.type << " " << fact.name << " " << fact.default_text);
      const FieldIndex index = loaded.interface->find(fact.name);
      if (index == no_field) {
        CHECK(fact.name == "taken");
        continue;
      }
      CHECK(difference(loaded.interface->field(index), fact) == "");
      ++fields;
    }
  }
  CHECK(fields > 1000);
}
