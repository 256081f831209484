// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/settings/joint_callback.h"

#include <fmt/format.h>

#include <cmath>

#include "runs/reading/yaml_in_braces.h"
#include "runs/reading/yaml_reader.h"

namespace lightsout {
namespace {

// The place of one that a command line says.
constexpr const char* option_name = "--joint-callback";

class CallbackReader : private YamlReader {
 public:
  CallbackReader(const Source& source, const std::filesystem::path& folder, Diagnostics& diagnostics)
      : YamlReader(source, diagnostics), folder_(folder), diagnostics_(diagnostics) {}

  std::optional<JointBinding> read(const YAML::Node& node) {
    const int errors = diagnostics_.errors();
    JointBinding binding;
    guarded([&] { binding = read_binding(node); });
    if (diagnostics_.errors() > errors) return {};
    return binding;
  }

 private:
  JointTarget read_target(const YAML::Node& node) {
    JointTarget target;
    if (node.IsScalar()) {
      if (node.as<std::string>() == "motor") return target;
      target.source = JointTarget::Source::Constant;
      target.position = finite(node, "target: motor, a position or {table: [[time, position], ...]}; this");
      return target;
    }
    for_each_key(node, "target", {"table"}, [&](const std::string&, const YAML::Node& table) {
      target.source = JointTarget::Source::Table;
      if (!table.IsSequence() || table.size() == 0) fail(table, "table is a list of [time, position]");
      for (const auto& row : table) {
        if (!row.IsSequence() || row.size() != 2) fail(row, "each row of the table is [time in s, position]");
        target.table.emplace_back(finite(row[0], "time"), finite(row[1], "position"));
        if (target.table.size() > 1 && !(target.table.back().first > target.table[target.table.size() - 2].first))
          fail(row, "times must ascend");
      }
    });
    if (node.size() == 0) fail(node, "target is motor, a position or {table: [[time, position], ...]}; this is empty");
    return target;
  }

  JointBinding read_binding(const YAML::Node& node) {
    JointBinding binding;
    const int errors = diagnostics_.errors();
    binding.place = file().empty() ? option_name : fmt::format("{}:{}", file(), node.Mark().line + 1);
    std::vector<std::string_view> keys = {"joint",     "axis",           "lua",    "library",
                                          "function",  "parameters",     "limits", "cyclic",
                                          "max_force", "velocity_limit", "target", "target_velocity"};
    if (file().empty()) keys.emplace_back("place");  // where a file has said it that was read before
    for_each_key(node, "a joint callback", keys,
                 [&](const std::string& key, const YAML::Node& value) { read_into(binding, key, value); });
    const bool right_so_far = diagnostics_.errors() == errors;
    if (!node["joint"].IsDefined() || (right_so_far && binding.joint.empty()))
      fail(node, "joint: which? Its DEF, its path, or those of its endPoint");
    if (!right_so_far) return binding;
    if (binding.lua.empty() == binding.library.empty())
      fail(node, "either lua: SCRIPT or library: FILE is needed, and not both");
    if (binding.cyclic.value_or(false) && binding.limits) fail(node, "a cyclic joint has no limits");
    return binding;
  }
  void read_into(JointBinding& binding, const std::string& key, const YAML::Node& value) {
    if (key == "joint") {
      binding.joint = text(value, key);
    } else if (key == "axis") {
      binding.axis = integer(value, key);
      if (binding.axis < 1 || binding.axis > 3) fail(value, "axis is 1, or 2 and 3 of a joint that has them");
    } else if (key == "lua") {
      binding.lua = path(value, key, folder_);
    } else if (key == "library") {
      binding.library = path(value, key, folder_);
    } else if (key == "function") {
      binding.function = text(value, key);
    } else if (key == "parameters") {
      if (!value.IsMap()) fail(value, "parameters is a mapping (name: number)");
      for (const auto& parameter : value) {
        const std::string name = text(parameter.first, "a parameter's name");
        if (std::ranges::find(binding.parameters, name, &JointParameter::name) != binding.parameters.end())
          fail(parameter.first, fmt::format("parameters has two keys `{}`", name));
        binding.parameters.push_back({name, number(parameter.second, name)});
      }
    } else if (key == "limits") {
      if (!value.IsSequence() || value.size() != 2) fail(value, "limits is [low, high]");
      binding.limits = {number(value[0], "the low limit"), number(value[1], "the high limit")};
      if (!(binding.limits->first < binding.limits->second)) fail(value, "the low limit must be below the high one");
    } else if (key == "cyclic") {
      bool cyclic = false;
      if (!value.IsScalar() || !YAML::convert<bool>::decode(value, cyclic)) fail(value, "cyclic must be true or false");
      binding.cyclic = cyclic;
    } else if (key == "max_force") {
      binding.max_force = not_negative(value, key);
    } else if (key == "velocity_limit") {
      binding.velocity_limit = not_negative(value, key);
    } else if (key == "target_velocity") {
      binding.target_velocity = finite(value, key);
    } else if (key == "place") {
      binding.place = text(value, key);
    } else {
      binding.target = read_target(value);
    }
  }

  const std::filesystem::path& folder_;
  Diagnostics& diagnostics_;
};

// As YAML reads it back to the same bits.
std::string text_of(double number) {
  if (std::isinf(number)) return number > 0 ? ".inf" : "-.inf";
  return fmt::format("{}", number);
}

void write_target(const JointTarget& target, YAML::Emitter& out) {
  if (target.source == JointTarget::Source::Constant) {
    out << text_of(target.position);
    return;
  }
  out << YAML::BeginMap << YAML::Key << "table" << YAML::Value << YAML::BeginSeq;
  for (const auto& [time, position] : target.table)
    out << YAML::BeginSeq << text_of(time) << text_of(position) << YAML::EndSeq;
  out << YAML::EndSeq << YAML::EndMap;
}

void write_binding(const JointBinding& binding, YAML::Emitter& out) {
  const auto put = [&out](const char* key, const std::string& value) {
    out << YAML::Key << key << YAML::Value << value;
  };
  const auto put_text = [&out](const char* key, const std::string& value) {
    if (!value.empty()) out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << value;
  };
  const auto put_number = [&](const char* key, const std::optional<double>& value) {
    if (value) put(key, text_of(*value));
  };
  const JointBinding standard;
  out << YAML::Flow << YAML::BeginMap;
  put_text("joint", binding.joint);
  if (binding.axis != standard.axis) put("axis", fmt::format("{}", binding.axis));
  put_text("lua", binding.lua.string());
  put_text("library", binding.library.string());
  if (binding.function != standard.function) put_text("function", binding.function);
  if (!binding.parameters.empty()) {
    out << YAML::Key << "parameters" << YAML::Value << YAML::BeginMap;
    for (const JointParameter& parameter : binding.parameters)
      out << YAML::Key << YAML::DoubleQuoted << parameter.name << YAML::Value << text_of(parameter.value);
    out << YAML::EndMap;
  }
  if (binding.limits)
    out << YAML::Key << "limits" << YAML::Value << YAML::BeginSeq << text_of(binding.limits->first)
        << text_of(binding.limits->second) << YAML::EndSeq;
  if (binding.cyclic) put("cyclic", *binding.cyclic ? "true" : "false");
  put_number("max_force", binding.max_force);
  put_number("velocity_limit", binding.velocity_limit);
  put_number("target_velocity", binding.target_velocity);
  if (binding.target.source != JointTarget::Source::Motor) {
    out << YAML::Key << "target" << YAML::Value;
    write_target(binding.target, out);
  }
  if (binding.place != option_name) put_text("place", binding.place);
  out << YAML::EndMap;
}

}  // namespace

std::optional<JointBinding> read_joint_callback(const YAML::Node& node, const Source& source,
                                                const std::filesystem::path& folder, Diagnostics& diagnostics) {
  return CallbackReader(source, folder, diagnostics).read(node);
}

std::string text_of(const JointBinding& binding) {
  YAML::Emitter out;
  write_binding(binding, out);
  return out.c_str();
}

std::expected<JointBinding, std::string> joint_callback_of(const std::string& text) {
  return read_in_braces(text, [](const YAML::Node& node, const Source& source, Diagnostics& diagnostics) {
    return read_joint_callback(node, source, "", diagnostics);
  });
}

}  // namespace lightsout
