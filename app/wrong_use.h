// A verdict for a command line that cannot be understood.
#pragma once

#include <string>
#include <vector>

namespace lightsout {

// Where the arguments of `lightsout run` name a verdict, so that an old one does not stand for this run. Nothing is
// written over a file that another argument names.
void write_verdict_of_wrong_use(const std::vector<std::string>& arguments, const std::string& message);

}  // namespace lightsout
