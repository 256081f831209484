// Exchange files: what is read is what was written, also of a file that was cut off anywhere.
#include "controllers/host/exchange_file.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

using namespace lightsout;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "exchange_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()));
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

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

void write(const fs::path& file) {
  auto writer = ExchangeWriter::create(file.string(), {"w.wbt", 7});
  REQUIRE(writer);
  for (const char* robot : {"A", "B"}) {
    const std::uint32_t session = (*writer)->new_session();
    (*writer)->append(session, Exchange::Open, write_opening(opening(robot)));
  }
  for (int i = 0; i < 4; ++i) (*writer)->append(std::uint32_t(i % 2), Exchange::Said, said(i));
  CHECK((*writer)->close().empty());
}

}  // namespace

TEST_CASE("Each session has its records in order, whichever is asked for first") {
  const Folder folder;
  write(folder.path / "x");
  auto reader = ExchangeReader::open((folder.path / "x").string());
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
  const Folder folder;
  const fs::path whole = folder.path / "x", cut = folder.path / "cut";
  write(whole);
  const std::uintmax_t size = fs::file_size(whole);
  std::size_t before = 0;
  for (const double part : {0.1, 0.4, 0.6, 0.9, 0.999}) {
    CAPTURE(part);
    fs::copy_file(whole, cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, std::uintmax_t(double(size) * part));
    auto reader = ExchangeReader::open(cut.string());
    REQUIRE(reader);
    std::size_t records = 0;
    for (std::uint32_t session : {0u, 1u})
      for (int i = int(session); (*reader)->peek(session); i += 2, ++records)
        CHECK((*reader)->next(session)->bytes == said(i));
    CHECK((*reader)->was_cut());
    // Four records in chunks of their own: never more than lie in front of the cut, and no fewer than all but one.
    CHECK(records <= std::size_t(4 * part) + 1);
    CHECK(records >= before);
    before = records;
  }
  fs::resize_file(cut, 5);
  CHECK_FALSE(ExchangeReader::open(cut.string()));
}
