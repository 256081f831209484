// The states that one run went through, kept on a temporary file so that later runs can be held against them to the
// first number that differs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/simulation.h"

namespace lightsout {

class StateTrace {
 public:
  // Whole states are kept up to this many bytes of file, beyond it their hashes alone.
  static constexpr std::uint64_t default_capacity = std::uint64_t(4) << 30;

  static std::expected<StateTrace, std::string> create(std::uint64_t capacity = default_capacity);

  // The reference run, in order: its first state is that of step 0. False if the file cannot be written.
  bool append(const Simulation& simulation);

  // Before each of the other runs.
  void rewind();
  // The same steps of another run. "" if the state is equal, else what differs first, in a sentence.
  std::string compare(const Simulation& simulation);

 private:
  struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Record {
    std::uint64_t hash;
    std::uint64_t size;  // bytes of state that follow; 0 beyond the capacity
  };
  StateTrace(std::FILE* file, std::uint64_t capacity) : file_(file), capacity_(capacity) {}
  std::string name_difference(const Simulation& simulation, std::uint64_t hash) const;

  std::unique_ptr<std::FILE, FileCloser> file_;
  std::uint64_t capacity_;
  std::uint64_t size_ = 0;
  StateHash state_;
  std::vector<std::byte> reference_;
};

}  // namespace lightsout
