// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Workflow commands of GitHub Actions, by which a finding is shown at its line of a file in a pull request.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

struct GithubPlace {
  std::string file;                                        // "" for no place
  int line = 0, column = 0, end_line = 0, end_column = 0;  // from 1, 0: unknown
};

// "::error file=w.wbt,line=3,col=5::message", a line with its end. `level`: error, warning, notice.
std::string github_annotation(std::string_view level, const GithubPlace& place, std::string_view title,
                              std::string_view message);

// As the repository has it, if the file lies below its folder (GITHUB_WORKSPACE); else as it is.
std::string seen_from_workspace(const std::string& file);

// This program runs in a job of GitHub Actions.
bool is_on_github();

}  // namespace lightsout
