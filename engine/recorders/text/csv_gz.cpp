// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// .csv.gz: the tables of .csv, compressed.
#include "engine/recorders/text/csv.h"
#include "engine/recorders/text/gzip_lines.h"

namespace lightsout {

std::expected<std::unique_ptr<Recorder>, std::string> make_csv_gz(const RecorderOptions& options) {
  return make_table(options, GzipLines::open);
}

std::string wrong_csv(const RecorderOptions& options);
std::string wrong_csv_gz(const RecorderOptions& options) { return wrong_csv(options); }

}  // namespace lightsout
