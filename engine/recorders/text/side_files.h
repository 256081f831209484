// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The files beside a table in CSV.
#pragma once

#include <string>
#include <string_view>

namespace lightsout {

// "a.csv" and "a.csv.gz" have "a<ending>" beside them; "" for standard output and whatever is no CSV.
inline std::string beside_csv(const std::string& path, std::string_view ending) {
  for (const std::string_view own : {".csv", ".csv.gz"})
    if (path.ends_with(own)) return path.substr(0, path.size() - own.size()) + std::string(ending);
  return "";
}

// Solids that come into the world later.
inline std::string later_path(const std::string& path) {
  return beside_csv(path, path.ends_with(".gz") ? ".later.csv.gz" : ".later.csv");
}

// What its columns are.
inline std::string columns_path(const std::string& path) { return beside_csv(path, ".columns.json"); }

}  // namespace lightsout
