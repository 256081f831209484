// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// On what a run was made: processor, system, versions of what it was built with and runs on.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lightsout {

// As the system calls it; "" where it does not say.
std::string processor();
// "Linux 6.1.0 x86_64"
std::string operating_system();
// Of lightsout, its compiler, and the libraries that it is linked to, by their names: as it was built, but for the C
// library's.
std::map<std::string, std::string> versions();

// Of the variables of the environment those that can change what is simulated: of lightsout and Webots, Python, the
// dynamic loader, the language, and libraries of linear algebra.
std::map<std::string, std::string> telling_environment();
// Whether a run that is made again gets the variable as it was; others (where things lie here) are only compared.
bool is_given_again(const std::string& variable);

struct Commit {
  std::string name;  // hexadecimal
  bool dirty;        // files that it knows were changed
};
// Of the repository that the folder lies in; nothing where there is none, or no git.
std::optional<Commit> commit_of(const std::filesystem::path& folder);

// The words with which this process was started.
std::vector<std::string> own_arguments();

}  // namespace lightsout
