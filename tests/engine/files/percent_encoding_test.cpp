// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/files/percent_encoding.h"

#include <catch2/catch.hpp>
#include <string>

using namespace lightsout;

// RFC 3986, 2.1 and 2.5: bytes of UTF-8 by two digits in capitals; "%" is a byte like any other.
TEST_CASE("What has a meaning in a URL is written by the numbers of its bytes") {
  CHECK(percent_encoded("a Z/0~9", plain_in_paths) == "a%20Z/0~9");
  CHECK(percent_encoded("a Z/0~9", "-_.") == "a%20Z%2F0%7E9");
  CHECK(percent_encoded("50%?#\xc3\xa9\xff", plain_in_paths) == "50%25%3F%23%C3%A9%FF");
  CHECK(percent_encoded(std::string("a\0b", 3), plain_in_paths) == "a%00b");
  CHECK(percent_encoded("", plain_in_paths).empty());
}
