// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Help pages of commands, the same on every machine.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lightsout {

class HelpPage : public CLI::Formatter {
 public:
  HelpPage() { column_width(34); }
  // CLI11 keeps what an option needs and excludes in sets of addresses: here they stand in the order of the alphabet.
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace lightsout
