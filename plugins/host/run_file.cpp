#include "plugins/host/run_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace lightsout {
namespace {

namespace fs = std::filesystem;

// What is wrong with one value; its reader goes on behind it.
struct Wrong {
  YAML::Mark place;
  std::size_t length;
  std::string message;
};

class Reader {
 public:
  Reader(const Source& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), file_(source.name()) {}

  RunFile read() {
    try {
      const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(source_.text()));
      guarded([&] { read_file(documents.empty() ? YAML::Node() : documents.front()); });
      if (documents.size() > 1)
        guarded([&] { fail(documents[1], "a run file is one document, and this is a second one"); });
    } catch (const YAML::Exception& error) {
      report({error.mark, 1, error.msg});
    }
    return std::move(result_);
  }

 private:
  void read_file(const YAML::Node& top) {
    for_each_key(top, "a run file", {"passes", "joint_callbacks"},
                 [&](const std::string& key, const YAML::Node& value) {
                   if (key == "passes") {
                     result_.passes = integer(value, key);
                     if (*result_.passes < 1 || *result_.passes > 100000)
                       fail(value, "passes must be from 1 to 100000");
                   } else {
                     if (!value.IsSequence()) fail(value, "joint_callbacks is a list");
                     for (const auto& binding : value)
                       guarded([&] { result_.joint_callbacks.push_back(read_binding(binding)); });
                   }
                 });
  }

  void report(const Wrong& wrong) {
    const auto size = source_.text().size();
    const auto begin = std::min<std::size_t>(wrong.place.pos < 0 ? 0 : std::size_t(wrong.place.pos), size);
    const auto end = std::min(begin + wrong.length, size);
    diagnostics_.report(DiagnosticKind::BadRunFile, {&source_, std::uint32_t(begin), std::uint32_t(end)},
                        wrong.message);
  }
  template <class Read>
  void guarded(Read read) {
    try {
      read();
    } catch (const Wrong& wrong) {
      report(wrong);
    }
  }

  // Each key with its value: a key that is not known, or stands twice, is reported with the one that may be meant.
  template <class Take>
  void for_each_key(const YAML::Node& node, const std::string& what, const std::vector<std::string_view>& keys,
                    Take take) {
    if (!node.IsMap())
      fail(node, fmt::format("{} is a mapping (key: value){}", what, node.IsNull() ? ", and here is nothing" : ""));
    std::set<std::string> seen;
    for (const auto& entry : node)
      guarded([&] {
        const std::string key = text(entry.first, "a key");
        if (std::ranges::find(keys, key) == keys.end()) {
          const std::string_view meant = did_you_mean(key, keys);
          fail(entry.first, meant.empty()
                                ? fmt::format("{} has no key `{}`; it has {}", what, key, fmt::join(keys, ", "))
                                : fmt::format("{} has no key `{}`; did you mean `{}`?", what, key, meant));
        }
        if (!seen.insert(key).second) fail(entry.first, fmt::format("{} has two keys `{}`", what, key));
        take(key, entry.second);
      });
  }

  [[noreturn]] static void fail(const YAML::Node& node, const std::string& what) {
    throw Wrong{node.Mark(), node.IsScalar() ? std::max<std::size_t>(1, node.Scalar().size()) : 1, what};
  }
  // yaml-cpp reads numbers through a stream, in the classic locale.
  double number(const YAML::Node& node, const std::string& what) const {
    double value = 0;
    if (!node.IsScalar() || !YAML::convert<double>::decode(node, value))
      fail(node, fmt::format("{} must be a number", what));
    if (std::isnan(value)) fail(node, fmt::format("{} must be a number, not NaN", what));
    return value;
  }
  double finite(const YAML::Node& node, const std::string& what) const {
    const double value = number(node, what);
    if (!std::isfinite(value)) fail(node, fmt::format("{} must be finite", what));
    return value;
  }
  int integer(const YAML::Node& node, const std::string& what) const {
    // yaml-cpp would take 010 for 8.
    const std::string digits = node.IsScalar() ? node.Scalar() : "";
    int value = 0;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || rest != digits.data() + digits.size())
      fail(node, fmt::format("{} must be a whole number", what));
    return value;
  }
  std::string text(const YAML::Node& node, const std::string& what) const {
    if (!node.IsScalar()) fail(node, fmt::format("{} must be text", what));
    return node.as<std::string>();
  }
  fs::path path(const YAML::Node& node, const std::string& what) const {
    std::error_code error;
    const fs::path found = fs::absolute(file_, error).parent_path() / text(node, what);
    if (!fs::exists(found, error)) fail(node, fmt::format("{} is not there", found.string()));
    if (fs::is_directory(found, error)) fail(node, fmt::format("{} is a folder", found.string()));
    return found.lexically_normal();
  }

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
    binding.place = fmt::format("{}:{}", file_, node.Mark().line + 1);
    for_each_key(node, "a joint callback",
                 {"joint", "axis", "lua", "library", "function", "parameters", "limits", "cyclic", "max_force",
                  "velocity_limit", "target", "target_velocity"},
                 [&](const std::string& key, const YAML::Node& value) { read_into(binding, key, value); });
    if (binding.joint.empty()) fail(node, "joint: which? Its DEF, its path, or those of its endPoint");
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
      binding.lua = path(value, key);
    } else if (key == "library") {
      binding.library = path(value, key);
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
      binding.max_force = positive(value, key);
    } else if (key == "velocity_limit") {
      binding.velocity_limit = positive(value, key);
    } else if (key == "target_velocity") {
      binding.target_velocity = finite(value, key);
    } else {
      binding.target = read_target(value);
    }
  }
  double positive(const YAML::Node& node, const std::string& what) const {
    const double value = number(node, what);
    if (!(value >= 0)) fail(node, fmt::format("{} must not be negative", what));
    return value;
  }

  const Source& source_;
  Diagnostics& diagnostics_;
  std::string file_;
  RunFile result_;
};

}  // namespace

RunFile read_run_file(const Source& source, Diagnostics& diagnostics) { return Reader(source, diagnostics).read(); }

}  // namespace lightsout
