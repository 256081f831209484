// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/value_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "limits/limits.h"
#include "world_format/writer.h"

namespace lightsout {
namespace {

// The numbers of a value, wherever they are: visit(double) gives what is to stand in their place.
template <class Visit>
void map_numbers(Value& value, Visit visit) {
  const auto each = [&visit](auto& element) {
    using T = std::remove_cvref_t<decltype(element)>;
    if constexpr (std::same_as<T, std::int32_t> || std::same_as<T, double>) {
      element = static_cast<T>(visit(static_cast<double>(element)));
    } else if constexpr (std::same_as<T, Vec2>) {
      element = {visit(element.x), visit(element.y)};
    } else if constexpr (std::same_as<T, Vec3>) {
      element = {visit(element.x), visit(element.y), visit(element.z)};
    } else if constexpr (std::same_as<T, Rotation>) {
      element = {visit(element.x), visit(element.y), visit(element.z), visit(element.angle)};
    } else if constexpr (std::same_as<T, Color>) {
      element = {visit(element.r), visit(element.g), visit(element.b)};
    }
  };
  std::visit(
      [&each](auto& stored) {
        using T = std::remove_cvref_t<decltype(stored)>;
        if constexpr (std::same_as<T, MFInt32> || std::same_as<T, MFFloat> || std::same_as<T, MFVec2f> ||
                      std::same_as<T, MFVec3f> || std::same_as<T, MFRotation> || std::same_as<T, MFColor>) {
          for (auto& element : stored) each(element);
        } else {
          each(stored);
        }
      },
      value.storage());
}

// The same of a value that stays as it is.
template <class Visit>
void for_each_number(const Value& value, Visit visit) {
  const auto each = [&visit](const auto& element) {
    using T = std::remove_cvref_t<decltype(element)>;
    if constexpr (std::same_as<T, std::int32_t> || std::same_as<T, double>) {
      visit(static_cast<double>(element));
    } else if constexpr (std::same_as<T, Vec2>) {
      visit(element.x), visit(element.y);
    } else if constexpr (std::same_as<T, Vec3>) {
      visit(element.x), visit(element.y), visit(element.z);
    } else if constexpr (std::same_as<T, Rotation>) {
      visit(element.x), visit(element.y), visit(element.z), visit(element.angle);
    } else if constexpr (std::same_as<T, Color>) {
      visit(element.r), visit(element.g), visit(element.b);
    }
  };
  std::visit(
      [&each](const auto& stored) {
        using T = std::remove_cvref_t<decltype(stored)>;
        if constexpr (std::same_as<T, MFInt32> || std::same_as<T, MFFloat> || std::same_as<T, MFVec2f> ||
                      std::same_as<T, MFVec3f> || std::same_as<T, MFRotation> || std::same_as<T, MFColor>) {
          for (const auto& element : stored) each(element);
        } else {
          each(stored);
        }
      },
      value.storage());
}

bool is_outside(const FieldDescription& field, double number) {
  const bool low = field.minimum_excluded ? !(number > field.minimum) : !(number >= field.minimum);
  const bool high = field.maximum_excluded ? !(number < field.maximum) : !(number <= field.maximum);
  return (low || high) && number != field.special;
}

std::string describe_range(const FieldDescription& field) {
  std::string text;
  const bool low = std::isfinite(field.minimum);
  const bool high = std::isfinite(field.maximum);
  if (low && high && !field.minimum_excluded && !field.maximum_excluded) {
    text = fmt::format("in [{}, {}]", field.minimum, field.maximum);
  } else {
    if (low) text = fmt::format("{} {}", field.minimum_excluded ? "greater than" : "at least", field.minimum);
    if (low && high) text += " and ";
    if (high) text += fmt::format("{} {}", field.maximum_excluded ? "less than" : "at most", field.maximum);
  }
  if (!std::isnan(field.special)) text += fmt::format(", or {}", field.special);
  return text;
}

bool has_range(const FieldDescription& field) { return std::isfinite(field.minimum) || std::isfinite(field.maximum); }

std::string range_problem(const FieldDescription& field, const Value& value) {
  if (!has_range(field)) return {};
  bool outside = false;
  double wrong = 0;
  for_each_number(value, [&](double number) {
    if (!outside && is_outside(field, number)) outside = true, wrong = number;
  });
  return outside ? fmt::format("`{}` must be {}, not {}", field.name, describe_range(field), wrong) : std::string();
}

std::string direction_problem(const FieldDescription& field, const Value& value) {
  if (!field.is_direction || value.as<Vec3>() != Vec3{0, 0, 0}) return {};
  return fmt::format("`{}` must not be 0 0 0", field.name);
}

std::string choice_problem(const FieldDescription& field, const Value& value) {
  if (field.choices.empty()) return {};
  const auto problem = [&field](const std::string& text) -> std::string {
    if (std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end()) return {};
    const std::string_view guess = did_you_mean(text, {field.choices.begin(), field.choices.end()});
    std::string message = fmt::format("`{}` must be {}, not \"{}\"", field.name, list_of(field.choices, '"'), text);
    if (!guess.empty()) message += fmt::format("; did you mean \"{}\"?", guess);
    return message;
  };
  if (value.type() == FieldType::SFString) return problem(value.as<std::string>());
  if (value.type() == FieldType::MFString)
    for (const std::string& text : value.as<MFString>())
      if (std::string message = problem(text); !message.empty()) return message;
  return {};
}

}  // namespace

std::string list_of(const std::vector<std::string>& choices, char quote) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) text += i + 1 == choices.size() ? " or " : ", ";
    text += quote;
    text += choices[i];
    text += quote;
  }
  return text;
}

std::string limit_problem(const FieldDescription& field, const Value& value) {
  if (field.name == "numberOfRays" && value.as<std::int32_t>() > value_of(Limit::Rays))
    return fmt::format("{} rays: {}", value.as<std::int32_t>(), how_to_raise(Limit::Rays));
  if (field.name == "leadSize") {
    constexpr double cell = 0.02;  // m, of Paint
    const double across = value.as<double>() / cell + 2;
    if (across * across * across > double(value_of(Limit::PaintCells)))
      return fmt::format("a lead {} m wide: {}", value.as<double>(), how_to_raise(Limit::PaintCells));
  }
  return {};
}

ValueProblem problem_of(const FieldDescription& field, const Value& value) {
  if (std::string problem = range_problem(field, value); !problem.empty())
    return {DiagnosticKind::OutOfRange, std::move(problem)};
  if (std::string problem = direction_problem(field, value); !problem.empty())
    return {DiagnosticKind::ZeroAxis, std::move(problem)};
  return {DiagnosticKind::UnknownChoice, choice_problem(field, value)};
}

Value repaired(const FieldDescription& field, const Value& value) {
  if (field.repair == Repair::Default && std::isnan(field.replacement)) return field.default_value.clone();
  Value result = value.clone();
  map_numbers(result, [&field](double number) {
    if (field.repair == Repair::Default)
      return is_multiple(field.type) && !is_outside(field, number) ? number : field.replacement;
    if (!is_outside(field, number)) return number;
    return field.repair == Repair::Magnitude ? std::fabs(number) : std::clamp(number, field.minimum, field.maximum);
  });
  return result;
}

std::string with_replacement(std::string problem, const FieldDescription& field, const Value& instead) {
  problem += problem.ends_with('?') ? " " : ": ";
  problem += is_multiple(field.type) ? std::string("what is wrong in it is replaced")
                                     : fmt::format("{} is used", write_value(instead));
  return problem;
}

bool is_restricted(const FieldDescription& field) {
  return has_range(field) || field.is_direction || !field.choices.empty() ||
         element_type(field.type) == FieldType::SFRotation || field.name == "numberOfRays" || field.name == "leadSize";
}

bool is_plainly_right(const FieldDescription& field, const Value& value) {
  if (const auto* rotation = std::get_if<Rotation>(&value.storage()))
    return !has_range(field) && (rotation->x != 0 || rotation->y != 0 || rotation->z != 0);
  const auto* number = std::get_if<double>(&value.storage());
  return number && !is_outside(field, *number) && field.name != "leadSize";
}

bool reset_zeros(Vec3& scale) {
  bool any = false;
  for (double* factor : {&scale.x, &scale.y, &scale.z})
    if (*factor == 0) {
      *factor = 1;
      any = true;
    }
  return any;
}

std::string repair_value(const FieldDescription& field, Value& value) {
  std::string problem = problem_of(field, value).sentence;
  if (problem.empty() || field.repair == Repair::Keep) return problem;
  // Of a list without a replacement all would go.
  if (is_multiple(field.type) && field.repair == Repair::Default && std::isnan(field.replacement)) return {};
  value = repaired(field, value);
  return with_replacement(std::move(problem), field, value);
}

std::string value_problem(const FieldDescription& field, const Value& value) {
  std::string problem = limit_problem(field, value);
  return !problem.empty() || field.repair == Repair::Keep ? problem : problem_of(field, value).sentence;
}

}  // namespace lightsout
