// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A verdict where `lightsout run` ends before it has one, or without: a command line that cannot be understood, memory
// that is not to be had.
#pragma once

#include <string>
#include <vector>

#include "runs/reports/outcome.h"

namespace lightsout {

// Where the arguments of `lightsout run` name a verdict, so that an old one does not stand for this run. Nothing is
// written over a file that another argument names.
void write_verdict_of_early_end(const std::vector<std::string>& arguments, Outcome outcome, const std::string& message);

// Says why the program ends with exit code 9, on stderr and for `run` in a verdict. Whatever was the matter may be
// again meanwhile.
void write_early_end(int argc, char** argv, const char* why);

// From now on what throws std::bad_alloc where nothing may be thrown (noexcept functions of libraries, threads) ends
// the program with a word, a verdict and exit code 9 all the same. Both must outlive the program.
void end_in_order_without_memory(int argc, char** argv);

}  // namespace lightsout
