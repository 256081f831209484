// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// `lightsout report`: a page of a batch for a browser.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

#include "app/command.h"
#include "batches/results/report.h"
#include "engine/descriptors/whole_names.h"
#include "engine/files/whole_file.h"
#include "runs/reports/named_files.h"
#include "runs/reports/outcome.h"

namespace lightsout {
namespace {

struct ReportOptions {
  std::string folder, output = "report.html";
  std::size_t trajectories = ReportSettings().most_paths;
};

int complain(Outcome outcome, const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  return int(outcome);
}

int write_report(const ReportOptions& options) {
  NamedFiles files;
  files.reads_folder("DIR", options.folder);
  files.reports("--output", options.output);
  // Where a link leads counts too.
  const std::string place = canonical_path(options.output).string();
  if (options.output != "-" && !(options.output.ends_with(".html") && place.ends_with(".html")))
    return complain(Outcome::WrongUse, fmt::format("--output {}: the name of a report ends in .html", options.output));
  if (const auto conflict = files.conflict()) return complain(Outcome::WrongUse, conflict->message);
  if (const std::string missing = files.missing(); !missing.empty())
    return complain(Outcome::EnvironmentFailed, missing);
  const auto page = make_report({.folder = options.folder, .most_paths = options.trajectories});
  if (!page) return complain(Outcome::EnvironmentFailed, page.error());
  if (options.output == "-") {
    std::fwrite(page->data(), 1, page->size(), stdout);
    const std::string lost = flush_stdout();
    return lost.empty() ? 0 : complain(Outcome::EnvironmentFailed, lost);
  }
  if (const std::string failure = files.prepare(); !failure.empty())
    return complain(Outcome::EnvironmentFailed, failure);
  if (const int error = write_whole_file(options.output, *page))
    return complain(Outcome::EnvironmentFailed, fmt::format("{}: {}", options.output, std::strerror(error)));
  return 0;
}

}  // namespace

Command add_report(CLI::App& program) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      program.add_subcommand("report", "Make a page of the results of a batch, or of a run, for a browser");
  command->add_option("DIR", options->folder, "The folder of a batch, or of a run (run -o DIR)")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", options->output, "The page; default: report.html; -: standard output")
      ->type_name("FILE.html");
  command
      ->add_option("--trajectories", options->trajectories,
                   "Of how many runs trajectories are drawn, from their tables (--record poses.csv); default: 500")
      ->check(CLI::Range(0, 1'000'000'000))
      ->type_name("N");
  command->footer(
      "One file with all that it needs: the table of the runs with sort and filter, curves and distributions of\n"
      "metrics over parameters, trajectories in plan, failures with their logs, the command that makes a run again.\n"
      "Needs Debian's libjs-chart.js when it is made, and nothing when it is read.\n\n"
      "Exit codes: 0 done, 2 wrong use, 9 a file cannot be read or written.\n\n"
      "Examples\n"
      "  lightsout report out\n"
      "  lightsout report out -o out.html");
  return [options] { return write_report(*options); };
}

}  // namespace lightsout
