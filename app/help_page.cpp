// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/help_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

namespace lightsout {
namespace {

// " LABEL: NAME NAME"
std::string listed(const std::string& label, const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::ranges::sort(names);
  return names.empty() ? "" : fmt::format(" {}: {}", label, fmt::join(names, " "));
}

}  // namespace

std::string HelpPage::make_option_opts(const CLI::Option* option) const {
  const std::string text = CLI::Formatter::make_option_opts(option);
  const std::string needs = get_label("Needs"), excludes = get_label("Excludes");
  const std::size_t end = std::min(text.find(' ' + needs + ':'), text.find(' ' + excludes + ':'));
  return text.substr(0, end) + listed(needs, option->get_needs()) + listed(excludes, option->get_excludes());
}

}  // namespace lightsout
