// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Other tests have other folders and goldens.
#include "world_tests/file_name.h"

#include <catch2/catch.hpp>
#include <set>

using namespace lightsout;

TEST_CASE("what is plain stays in a name of a file, and each other byte is said by its number") {
  CHECK(file_name_of("ball.seed=1,passes=4") == "ball.seed=1,passes=4");
  CHECK(file_name_of("a/b.test.yaml::c d") == "a%2Fb.test.yaml%3A%3Ac%20d");
  CHECK(file_name_of("\xc3\xa4") == "%C3%A4");
  CHECK(file_name_of("%2F") == "%252F");
  CHECK(file_name_of("../a") == "%2E.%2Fa");
}

TEST_CASE("other texts have other names of files, however long they are") {
  const std::string long_one(300, 'x');
  std::set<std::string> names;
  const std::set<std::string> texts = {"a b",
                                       "a/b",
                                       "a_b",
                                       "a%20b",
                                       "\xc3\xa4",
                                       "\xc3\xb6",
                                       "__",
                                       long_one + "1",
                                       long_one + "2",
                                       "1" + long_one,
                                       std::string(100, ' '),
                                       std::string(101, ' ')};
  for (const std::string& text : texts) {
    names.insert(file_name_of(text));
    CHECK(file_name_of(text).size() <= 200);
  }
  CHECK(names.size() == texts.size());
}
