// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Fuzzing where there is no Clang: changes what is kept at random and sends it through a target, in processes that may
// end as they like. It sees no coverage, so libFuzzer finds more; it needs nothing but the tests. `scripts/fuzz
// --random` runs it.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "engine/programs/sanitizers.h"
#include "tests/fuzz/target.h"

using namespace lightsout;

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr unsigned seconds_of_one = 20;
constexpr std::size_t longest_input = 1 << 16;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

class Changer {
 public:
  Changer(std::vector<std::string> kept, std::size_t longest, std::uint64_t seed)
      : kept_(std::move(kept)), longest_(longest), dice_(seed) {}

  std::string next() {
    std::string text = any_kept();
    for (std::size_t left = 1 + below(below(4) == 0 ? 16 : 3); left > 0; --left) change(text);
    text.resize(std::min(text.size(), longest_));
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(dice_); }
  const std::string& any_kept() { return kept_[below(kept_.size())]; }
  std::string piece_of(const std::string& text) {
    if (text.empty()) return {};
    const std::size_t begin = below(text.size());
    return text.substr(begin, 1 + below(std::size_t(1) << (1 + below(8))));
  }

  void change(std::string& text) {
    static const std::string numbers[] = {
        "0",      "-1",   "1e20",   "1e-300", "nan", "inf", "2147483648",   "-2147483649", "18446744073709551616",
        "1e999",  "0.5",  "100000", "\"\"",   "{}",  "[]",  "\n",           " ",           std::string(1, '\0'),
        "999999", "null", "TRUE",   "# ",     "\\",  "%",   "\xff\xfe\xfd", "1000000000"};
    const std::size_t at = below(text.size() + 1);
    switch (below(9)) {
      case 0:
        if (at < text.size()) text[at] = char(text[at] ^ (1 << below(8)));
        return;
      case 1:
        text.erase(at, 1 + below(std::size_t(1) << (1 + below(8))));
        return;
      case 2:
        text.insert(at, piece_of(text));
        return;
      case 3:
        text.insert(at, piece_of(any_kept()));
        return;
      case 4: {
        const std::string piece = piece_of(any_kept());
        text.replace(at, piece.size(), piece);
        return;
      }
      case 5: {
        // A number, or any word, of a text.
        const auto is_of_word = [](char c) {
          return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-';
        };
        const auto begin = std::find_if(text.begin() + long(at), text.end(), is_of_word);
        const auto end = std::find_if_not(begin, text.end(), is_of_word);
        text.replace(begin, end, numbers[below(std::size(numbers))]);
        return;
      }
      case 6: {
        static constexpr std::uint64_t whole[] = {
            0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1ULL << 40, ~0ULL >> 1, ~0ULL};
        const std::uint64_t number = whole[below(std::size(whole))];
        const std::size_t size = std::size_t(1) << below(4);
        text.replace(at, size, reinterpret_cast<const char*>(&number), size);
        return;
      }
      case 7:
        text.insert(at, 1, char(below(256)));
        return;
      default:
        text.resize(at);
    }
  }

  std::vector<std::string> kept_;
  std::size_t longest_;
  std::mt19937_64 dice_;
};

// What parent and child see both.
struct Now {
  std::uint64_t tried;
  std::uint64_t size;
  char bytes[longest_input];
};

[[noreturn]] void try_many(const fuzz::Target& target, Changer& changer, Now& now, Clock::time_point until,
                           const fs::path& printed) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
#if !LIGHTSOUT_SANITIZER()
  const rlimit little{rlim_t(1) << 30, rlim_t(1) << 30};
  ::setrlimit(RLIMIT_DATA, &little);
#endif
  const int file = ::open(printed.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGTERM}) ::signal(signal, SIG_DFL);
  while (Clock::now() < until) {
    const std::string input = changer.next();
    now.size = input.size();
    std::ranges::copy(input, now.bytes);
    ++now.tried;
    ::alarm(seconds_of_one);
    target.run(input);
    ::alarm(0);
  }
  std::error_code ignored;
  fs::remove_all(fuzz::folder(), ignored);
  ::_exit(0);
}

const char* setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

}  // namespace

TEST_CASE("Random changes of what is kept", "[.random]") {
  const fuzz::Target* target = fuzz::find_target(setting("FUZZ_TARGET", ""));
  REQUIRE(target);
  const auto end = Clock::now() + std::chrono::seconds(std::atoi(setting("FUZZ_SECONDS", "10")));
  const fs::path finds = setting("FUZZ_FINDS", "fuzz_finds");
  fs::create_directories(finds);
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(std::string(LIGHTSOUT_SOURCE_DIR "/tests/fuzz/corpus/") + target->name))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> kept;
  for (const auto& path : files) kept.push_back(bytes_of(path));
  void* const shared = ::mmap(nullptr, sizeof(Now), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  Now& now = *static_cast<Now*>(shared);
  const std::string mark = std::to_string(::getpid());
  std::uint64_t seed = std::strtoull(setting("FUZZ_SEED", "1"), nullptr, 10);
  int found = 0;
  // With twenty finds there is enough to do.
  for (; Clock::now() < end && found < 20; ++seed) {
    const fs::path printed = finds / (mark + ".printed");
    Changer changer(kept, std::min(target->longest, longest_input), seed);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    // A new process now and then: what one input leaves behind is not the next one's for ever.
    if (child == 0) try_many(*target, changer, now, std::min(end, Clock::now() + std::chrono::seconds(30)), printed);
    int status = 0;
    ::waitpid(child, &status, 0);
    std::error_code ignored;
    fs::remove_all(fs::temp_directory_path() / ("lightsout-fuzz-" + std::to_string(child)), ignored);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      ++found;
      const fs::path find = finds / (std::string(target->name) + "_" + mark + "_" + std::to_string(found));
      std::ofstream(find, std::ios::binary) << std::string_view(now.bytes, now.size);
      fs::rename(printed, find.string() + ".printed", ignored);
      UNSCOPED_INFO(find.string() << ": " << (WIFSIGNALED(status) ? "signal " : "exit code ")
                                  << (WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)));
    }
    fs::remove(printed, ignored);
  }
  std::printf("%s: %llu executions, %d finds\n", target->name, static_cast<unsigned long long>(now.tried), found);
  ::munmap(shared, sizeof(Now));
  CHECK(found == 0);
}
