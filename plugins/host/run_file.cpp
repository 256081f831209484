#include "plugins/host/run_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <stdexcept>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// Reads one file; the first thing wrong ends it. yaml-cpp itself throws, so this does too, and read_run_file catches.
class Reader {
 public:
  explicit Reader(fs::path file) : file_(std::move(file)) {}

  RunFile read() {
    const YAML::Node top = YAML::LoadFile(file_.string());
    RunFile result;
    for (const auto& entry : mapping(top, "a run file")) {
      const auto key = entry.first.as<std::string>();
      if (key == "passes") {
        result.passes = integer(entry.second, key);
        if (*result.passes < 1 || *result.passes > 100000) fail(entry.second, "passes must be from 1 to 100000");
      } else if (key == "joint_callbacks") {
        if (!entry.second.IsSequence()) fail(entry.second, "joint_callbacks is a list");
        for (const auto& binding : entry.second) result.joint_callbacks.push_back(read_binding(binding));
      }
      // Other keys are other readers'.
    }
    return result;
  }

 private:
  std::string place(const YAML::Node& node) const {
    const auto mark = node.Mark();
    return mark.line < 0 ? file_.string() : fmt::format("{}:{}", file_.string(), mark.line + 1);
  }
  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
    throw std::runtime_error(fmt::format("{}: {}", place(node), what));
  }
  const YAML::Node& mapping(const YAML::Node& node, const std::string& what) const {
    if (!node.IsMap()) fail(node, fmt::format("{} is a mapping (key: value)", what));
    return node;
  }
  // yaml-cpp reads numbers through a stream, in the classic locale.
  double number(const YAML::Node& node, const std::string& what) const {
    double value = 0;
    if (!node.IsScalar() || !YAML::convert<double>::decode(node, value))
      fail(node, fmt::format("{} must be a number", what));
    return value;
  }
  int integer(const YAML::Node& node, const std::string& what) const {
    int value = 0;
    if (!node.IsScalar() || !YAML::convert<int>::decode(node, value))
      fail(node, fmt::format("{} must be a whole number", what));
    return value;
  }
  std::string text(const YAML::Node& node, const std::string& what) const {
    if (!node.IsScalar()) fail(node, fmt::format("{} must be text", what));
    return node.as<std::string>();
  }
  fs::path path(const YAML::Node& node, const std::string& what) const {
    const fs::path found = fs::absolute(file_).parent_path() / text(node, what);
    std::error_code error;
    if (!fs::exists(found, error)) fail(node, fmt::format("{} is not there", found.string()));
    return found.lexically_normal();
  }

  JointTarget read_target(const YAML::Node& node) const {
    JointTarget target;
    if (node.IsScalar()) {
      if (node.as<std::string>() == "motor") return target;
      target.source = JointTarget::Source::Constant;
      target.position = number(node, "target: motor, a position or {table: [[time, position], ...]}; this");
      return target;
    }
    for (const auto& entry : mapping(node, "target")) {
      if (entry.first.as<std::string>() != "table")
        fail(entry.first,
             fmt::format("target has no {}; it may be motor, a position or {{table: [[time, position], ...]}}",
                         entry.first.as<std::string>()));
      target.source = JointTarget::Source::Table;
      if (!entry.second.IsSequence() || entry.second.size() == 0)
        fail(entry.second, "table is a list of [time, position]");
      for (const auto& row : entry.second) {
        if (!row.IsSequence() || row.size() != 2) fail(row, "each row of the table is [time in s, position]");
        target.table.emplace_back(number(row[0], "time"), number(row[1], "position"));
        if (target.table.size() > 1 && !(target.table.back().first > target.table[target.table.size() - 2].first))
          fail(row, "times must ascend");
      }
    }
    return target;
  }

  JointBinding read_binding(const YAML::Node& node) const {
    JointBinding binding;
    binding.place = place(node);
    for (const auto& entry : mapping(node, "a joint callback")) {
      const auto key = entry.first.as<std::string>();
      const YAML::Node& value = entry.second;
      if (key == "joint")
        binding.joint = text(value, key);
      else if (key == "axis") {
        binding.axis = integer(value, key);
        if (binding.axis < 1 || binding.axis > 3) fail(value, "axis is 1, or 2 and 3 of a joint that has them");
      } else if (key == "lua")
        binding.lua = path(value, key);
      else if (key == "library")
        binding.library = path(value, key);
      else if (key == "function")
        binding.function = text(value, key);
      else if (key == "parameters") {
        for (const auto& parameter : mapping(value, key))
          binding.parameters.push_back(
              {parameter.first.as<std::string>(), number(parameter.second, parameter.first.as<std::string>())});
      } else if (key == "limits") {
        if (!value.IsSequence() || value.size() != 2) fail(value, "limits is [low, high]");
        binding.limits = {number(value[0], "the low limit"), number(value[1], "the high limit")};
        if (!(binding.limits->first < binding.limits->second)) fail(value, "the low limit must be below the high one");
      } else if (key == "cyclic") {
        bool cyclic = false;
        if (!value.IsScalar() || !YAML::convert<bool>::decode(value, cyclic))
          fail(value, "cyclic must be true or false");
        binding.cyclic = cyclic;
      } else if (key == "max_force")
        binding.max_force = positive(value, key);
      else if (key == "velocity_limit")
        binding.velocity_limit = positive(value, key);
      else if (key == "target_velocity")
        binding.target_velocity = number(value, key);
      else if (key == "target")
        binding.target = read_target(value);
      else
        fail(entry.first,
             fmt::format("a joint callback has no {}; it has joint, axis, lua, library, function, parameters, "
                         "limits, cyclic, max_force, velocity_limit, target, target_velocity",
                         key));
    }
    if (binding.joint.empty()) fail(node, "joint: which? Its DEF, its path, or those of its endPoint");
    if (binding.lua.empty() == binding.library.empty())
      fail(node, "either lua: SCRIPT or library: FILE is needed, and not both");
    if (binding.cyclic.value_or(false) && binding.limits) fail(node, "a cyclic joint has no limits");
    return binding;
  }
  double positive(const YAML::Node& node, const std::string& what) const {
    const double value = number(node, what);
    if (!(value >= 0)) fail(node, fmt::format("{} must not be negative", what));
    return value;
  }

  fs::path file_;
};

}  // namespace

std::expected<RunFile, std::string> read_run_file(const fs::path& file) {
  try {
    return Reader(file).read();
  } catch (const YAML::BadFile&) {
    return std::unexpected(fmt::format("{} cannot be read", file.string()));
  } catch (const YAML::Exception& error) {
    return std::unexpected(fmt::format("{}:{}: {}", file.string(), error.mark.line + 1, error.msg));
  } catch (const std::exception& error) {
    return std::unexpected(error.what());
  }
}

}  // namespace lightsout
