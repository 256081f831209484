// The file beside a trajectory in CSV, for solids that come into the world later.
#pragma once

#include <string>

namespace lightsout {

// "a.csv" has "a.later.csv" beside it; "" for standard output and whatever is no CSV.
inline std::string later_path(const std::string& path) {
  return path.ends_with(".csv") ? path.substr(0, path.size() - 4) + ".later.csv" : "";
}

}  // namespace lightsout
