// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What QProcess::start(const QString&) of Qt 5 made of the end of its command line: "tokens with spaces can be passed
// as one argument by surrounding them with double quotes; three consecutive double quotes represent the quote
// character".
#include "world_format/upgrade/old_arguments.h"

#include <catch2/catch.hpp>

using namespace lightsout;

TEST_CASE("the text of old controller arguments is split as a command line was") {
  CHECK(split_arguments("").empty());
  CHECK(split_arguments(" \t\r\n").empty());
  CHECK(split_arguments(" a\tb=1\n c ") == MFString{"a", "b=1", "c"});
  CHECK(split_arguments(R"(--t="0 3, 0 -3" "a b" """q)") == MFString{"--t=0 3, 0 -3", "a b", "\"q"});
  CHECK(split_arguments(R"("a b"c d"e f")") == MFString{"a bc", "de f"});
  // One that is not closed goes to the end.
  CHECK(split_arguments(R"(a "b c)") == MFString{"a", "b c"});
}

TEST_CASE("arguments that are joined are split into themselves") {
  const MFString arguments = GENERATE(MFString{}, MFString{"a"}, MFString{"a b", "c"}, MFString{"say \"a b\"", "\""},
                                      MFString{"--t=0 3, 0 -3"});
  CHECK(split_arguments(join_arguments(arguments)) == arguments);
}
