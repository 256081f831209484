// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "app/attach.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "app/help_page.h"
#include "app/terminal.h"
#include "app/terminal_view.h"
#include "installation/installation.h"
#include "runs/reports/outcome.h"
#include "runs/reports/run_log.h"

namespace lightsout {
namespace {

class UsageWithWords final : public HelpPage {
 public:
  explicit UsageWithWords(std::string words) : words_(std::move(words)) {}
  std::string make_usage(const CLI::App*, std::string name) const override {
    return fmt::format("Usage: {} [OPTIONS] {}\n", name, words_);
  }

 private:
  std::string words_;
};

}  // namespace

int attach(const Attachment& attachment, bool verbose) {
  TerminalView view({.quiet = !verbose, .verbose = verbose});
  RunLog log(view);
  const auto request = plan_attachment(attachment, home(), log);
  if (!request) {
    view.complaint(request.error());
    return int(Outcome::ControllerFailed);
  }
  std::fflush(nullptr);
  view.complaint(become(*request));
  return int(Outcome::ControllerFailed);
}

void take_command_line(CLI::App& command, const std::string& words) {
  command.prefix_command();
  command.formatter(std::make_shared<UsageWithWords>(words));
}

}  // namespace lightsout
