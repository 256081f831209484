// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/test_file.h"

#include <set>

#include "tests/fuzz/target.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

void fuzz_test_file(std::string_view bytes) {
  const auto source = std::make_shared<const Source>(folder() / "t.test.yaml", std::string(bytes));
  Diagnostics diagnostics;
  const std::vector<WorldTest> tests = read_test_file(*source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
  require(diagnostics.errors() == 0 || (tests.size() == 1 && !tests[0].wrong.empty()),
          "a file with errors is one test that cannot be run");
  std::set<std::string> ids;
  for (const WorldTest& test : tests) require(ids.insert(test.id()).second, "two tests have two names");
}

}  // namespace lightsout::fuzz
