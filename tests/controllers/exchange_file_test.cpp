// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Exchange files: what is read is what was written, also of a file that was cut off anywhere.
#include "controllers/host/exchange/exchange_file.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.h"

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

// Of a session's record: what was said in turn `i`; of a megabyte, so that each is a chunk of its own.
std::vector<std::byte> said(int i) {
  std::vector<std::byte> bytes(std::size_t(1) << 20);
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = std::byte((k * 2654435761u >> 13) + std::size_t(i));
  return bytes;
}

ExchangeOpening opening(const std::string& robot) {
  ExchangeOpening opening;
  opening.description.robot_path = robot;
  opening.block_size = 4096;
  return opening;
}

// Returns how long the file was when each of the four things said had been handed to the writer: a chunk that is full
// is written at once, and one that is not waits at most for a while.
std::vector<std::uintmax_t> write(const fs::path& file) {
  auto writer = ExchangeWriter::create(file.string(), {"w.wbt", 7});
  REQUIRE(writer);
  for (const char* robot : {"A", "B"}) {
    const std::uint32_t session = (*writer)->new_session();
    (*writer)->append(session, Exchange::Open, write_opening(opening(robot)));
  }
  std::vector<std::uintmax_t> sizes;
  for (int i = 0; i < 4; ++i) {
    (*writer)->append(std::uint32_t(i % 2), Exchange::Said, said(i));
    sizes.push_back(fs::file_size(file));
  }
  CHECK((*writer)->close().empty());
  return sizes;
}

}  // namespace

TEST_CASE("Each session has its records in order, whichever is asked for first") {
  const TemporaryFolder folder;
  write(folder / "x");
  auto reader = ExchangeReader::open((folder / "x").string());
  REQUIRE(reader);
  CHECK((*reader)->origin().seed == 7);
  const auto b = (*reader)->next_session([](const ExchangeOpening& o) { return o.description.robot_path == "B"; });
  REQUIRE(b);
  CHECK((*reader)->next(b->number)->bytes == said(1));
  CHECK((*reader)->next(b->number)->bytes == said(3));
  CHECK_FALSE((*reader)->next(b->number));
  const auto a = (*reader)->next_session([](const ExchangeOpening&) { return true; });
  REQUIRE(a);
  CHECK(a->opening.description.robot_path == "A");
  CHECK((*reader)->next(a->number)->bytes == said(0));
  CHECK((*reader)->next(a->number)->bytes == said(2));
  CHECK_FALSE((*reader)->was_cut());
}

TEST_CASE("A file that was cut off yields what is whole") {
  const TemporaryFolder folder;
  const fs::path whole = folder / "x", cut = folder / "cut";
  const std::vector<std::uintmax_t> sizes = write(whole);
  // Each is as large as a chunk, and so ends one. Cut off behind it, in the middle of it, and one byte too early.
  std::uintmax_t begin = 0;
  for (std::size_t whole_records = 0; whole_records < sizes.size(); ++whole_records) {
    const std::uintmax_t end = sizes[whole_records];
    REQUIRE(end > begin + 1000);
    for (const auto& [length, expected] : std::vector<std::pair<std::uintmax_t, std::size_t>>{
             {(begin + end) / 2, whole_records}, {end - 1, whole_records}, {end, whole_records + 1}}) {
      CAPTURE(length);
      fs::copy_file(whole, cut, fs::copy_options::overwrite_existing);
      fs::resize_file(cut, length);
      auto reader = ExchangeReader::open(cut.string());
      // A file of which nothing is whole says so.
      REQUIRE(reader.has_value() == (expected > 0));
      if (!reader) continue;
      std::size_t records = 0;
      for (std::uint32_t session : {0u, 1u})
        for (int i = int(session); (*reader)->peek(session); i += 2, ++records)
          CHECK((*reader)->next(session)->bytes == said(i));
      CHECK((*reader)->was_cut());
      CHECK(records == expected);
    }
    begin = end;
  }
  fs::resize_file(cut, 5);
  CHECK_FALSE(ExchangeReader::open(cut.string()));
}
