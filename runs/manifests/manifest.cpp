// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/manifests/manifest.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/descriptors/whole_names.h"
#include "engine/files/parsed_json.h"
#include "runs/reading/file_text.h"
#include "runs/reading/yaml_reader.h"
#include "runs/settings/run_file.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* format_name = "lightsout manifest";
constexpr int format_version = 1;

// A run file as JSON, which is YAML too. What stands in quotes is text.
Json json_of(const YAML::Node& node) {
  if (node.IsMap()) {
    Json object = Json::object();
    for (const auto& entry : node) object[entry.first.as<std::string>()] = json_of(entry.second);
    return object;
  }
  if (node.IsSequence()) {
    Json array = Json::array();
    for (const auto& element : node) array.push_back(json_of(element));
    return array;
  }
  const std::string text = node.IsNull() ? std::string() : node.Scalar();
  if (node.Tag() == "!") return text;
  return parsed_json<Json>(text).value_or(Json(text));
}

template <class Map>
Json object_of(const Map& map) {
  Json object = Json::object();
  for (const auto& [key, value] : map) object[key] = value;
  return object;
}

Json json_of(const ManifestEnd& end) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"outcome", end.outcome},
          {"exit_code", end.exit_code},
          {"message", end.message},
          {"seed", end.seed ? Json(*end.seed) : Json()},
          {"steps", end.steps},
          {"simulated_seconds", end.simulated_seconds},
          {"state_hash", or_null(end.state_hash)},
          {"run_hash", or_null(end.run_hash)}};
}

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ManifestEnd end_in(const Json& json) {
  ManifestEnd end;
  end.outcome = text_at(json, "outcome");
  end.message = text_at(json, "message");
  end.exit_code = json.at("exit_code");
  if (!json.at("seed").is_null()) end.seed = json.at("seed").get<std::uint64_t>();
  end.steps = json.at("steps");
  end.simulated_seconds = json.at("simulated_seconds");
  end.state_hash = text_at(json, "state_hash");
  end.run_hash = text_at(json, "run_hash");
  return end;
}

Manifest manifest_in(const Json& json) {
  Manifest manifest;
  manifest.arguments = json.at("arguments").get<std::vector<std::string>>();
  manifest.folder = json.at("folder");
  manifest.run = json.at("run").dump();
  for (const auto& [name, folder] : json.at("roots").items())
    manifest.roots.push_back({name, folder.get<std::string>()});
  for (const Json& file : json.at("files"))
    manifest.files.push_back({file.at("role"), file.at("root"), file.at("path").get<std::string>(),
                              file.at("fingerprint"), file.at("bytes")});
  for (const auto& [name, value] : json.at("versions").items()) manifest.versions[name] = value;
  for (const auto& [name, value] : json.at("environment").items()) manifest.environment[name] = value;
  manifest.processor = json.at("machine").at("processor");
  manifest.system = json.at("machine").at("system");
  if (const Json& git = json.at("git"); !git.is_null()) manifest.commit = Commit{git.at("commit"), git.at("dirty")};
  manifest.end = end_in(json.at("end"));
  return manifest;
}

}  // namespace

ManifestEnd end_of(const Verdict& verdict) {
  const auto text = [](const std::optional<std::uint64_t>& hash) { return hash ? hash_text(*hash) : std::string(); };
  return {std::string(name_of(verdict.outcome)),
          verdict.message,
          verdict.exit_code(),
          verdict.seed,
          verdict.total_steps,
          verdict.total_simulated_seconds,
          text(verdict.state_hash),
          text(verdict.run_hash)};
}

const InputFile* Manifest::find(std::string_view root, const fs::path& path) const {
  const auto found =
      std::ranges::find_if(files, [&](const InputFile& file) { return file.root == root && file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

Manifest manifest_of(const RunSettings& settings, RunInputs& inputs, const Verdict& verdict) {
  inputs.add_program();
  const std::string python = inputs.add_modules();
  Manifest manifest;
  manifest.arguments = own_arguments();
  manifest.folder = working_folder().string();
  manifest.run = json_of(YAML::Load(write_run_file(settings))).dump();
  manifest.roots = inputs.roots();
  manifest.files = inputs.files();
  manifest.versions = versions();
  if (!python.empty()) manifest.versions["python"] = python;
  manifest.environment = telling_environment();
  manifest.processor = processor();
  manifest.system = operating_system();
  manifest.commit = commit_of(inputs.roots().front().folder);
  manifest.end = end_of(verdict);
  return manifest;
}

std::string to_json(const Manifest& manifest) {
  Json json = {{"format", format_name}, {"version", format_version}};
  json["arguments"] = manifest.arguments;
  json["folder"] = manifest.folder;
  json["run"] = json_or_null<Json>(manifest.run);
  json["end"] = json_of(manifest.end);
  json["versions"] = object_of(manifest.versions);
  json["machine"] = {{"processor", manifest.processor}, {"system", manifest.system}};
  json["git"] = manifest.commit ? Json{{"commit", manifest.commit->name}, {"dirty", manifest.commit->dirty}} : Json();
  json["environment"] = object_of(manifest.environment);
  json["roots"] = Json::object();
  for (const InputRoot& root : manifest.roots) json["roots"][root.name] = root.folder.string();
  json["files"] = Json::array();
  for (const InputFile& file : manifest.files)
    json["files"].push_back({{"role", file.role},
                             {"root", file.root},
                             {"path", file.path.generic_string()},
                             {"bytes", file.bytes},
                             {"fingerprint", file.fingerprint}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::expected<Manifest, std::string> read_manifest(const fs::path& file) {
  const auto text = text_of_file(file);
  if (!text) return std::unexpected(fmt::format("{} cannot be read", file.string()));
  const auto json = json_or_null<Json>(*text);
  if (!json.is_object() || text_at(json, "format") != format_name)
    return std::unexpected(fmt::format("{} is no manifest of lightsout", file.string()));
  try {
    if (json.at("version") != format_version)
      return std::unexpected(fmt::format("{} is a manifest of version {}, and this release reads version {}",
                                         file.string(), json.at("version").dump(), format_version));
    return manifest_in(json);
  } catch (const Json::exception& error) {
    return std::unexpected(fmt::format("{} is damaged: {}", file.string(), error.what()));
  }
}

}  // namespace lightsout
