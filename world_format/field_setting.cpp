// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/field_setting.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace lightsout {

std::expected<FieldSetting, std::string> parse_field_setting(std::string text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return std::unexpected(fmt::format("'{}' is no NAME=VALUE", text));
  const auto source = std::make_shared<const Source>("--set", std::move(text));
  std::uint32_t begin = 0, end = std::uint32_t(equals);
  const std::string_view whole = source->text();
  while (begin < end && whole[begin] == ' ') ++begin;
  while (end > begin && whole[end - 1] == ' ') --end;
  FieldSetting setting{std::string(whole.substr(begin, end - begin)),
                       std::string(whole.substr(equals + 1)),
                       source,
                       {source.get(), begin, end},
                       {source.get(), std::uint32_t(equals + 1), std::uint32_t(whole.size())}};
  const std::size_t dot = setting.name.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == setting.name.size())
    return std::unexpected(fmt::format("'{}' names no field of a node: NODE.FIELD", setting.name));
  return setting;
}

}  // namespace lightsout
