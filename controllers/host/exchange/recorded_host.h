// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers that can be brought back to where they were. A host around another one that records on a tape what each
// controller is told, turn by turn, and of what it answers a hash; and that tells new controllers the same again until
// they stand where those of a snapshot stood. A controller that then does anything else (it read a clock, a file that
// changed, a random device) fails its turn with a message that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/descriptors/file_descriptor.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

// The file that holds what all sessions (one per start of a controller) recorded, interleaved in chunks.
class ExchangeTape {
 public:
  // A new file: one that is there belongs to the snapshots of another run.
  static std::expected<std::unique_ptr<ExchangeTape>, std::string> create(const std::filesystem::path& path);

  std::uint32_t new_session();
  void append(std::uint32_t session, std::span<const std::byte> bytes);
  // All that was appended is in the file; the error names it.
  std::expected<void, std::string> flush();
  std::uint64_t size() const { return size_; }
  // Of all that the session has recorded so far.
  std::uint64_t hash(std::uint32_t session) const { return hashes_[session]; }
  const std::filesystem::path& path() const { return path_; }

  // What some sessions had recorded when the file had this size and the sessions these hashes.
  static std::expected<std::map<std::uint32_t, std::vector<std::byte>>, std::string> read(
      const std::filesystem::path& path, std::uint64_t size, const std::map<std::uint32_t, std::uint64_t>& sessions);

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::vector<std::byte> buffer_;
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> hashes_;  // of each session
  int error_ = 0;                      // errno of the first write that failed
};

class RecordedLink;

class RecordedHost final : public ControllerHost {
 public:
  // `tape`: where to record; nullptr: only resumes.
  RecordedHost(std::unique_ptr<ControllerHost> host, std::unique_ptr<ExchangeTape> tape);
  ~RecordedHost() override;

  std::unique_ptr<ControllerLink> open(const ControllerDescription& description, std::size_t block_size) override;
  std::expected<std::vector<std::uint8_t>, std::string> save_controllers() override;
  std::expected<void, std::string> load_controllers(std::span<const std::uint8_t> saved,
                                                    const std::filesystem::path& folder) override;

  // What a link is to be told before its robot goes on.
  struct Session {
    // With what its controller was started: its robot's fields and the seed may be others by now.
    ControllerDescription description;
    std::vector<std::byte> records;
    std::vector<std::byte> block;  // as it stood at the end
  };

 private:
  friend class RecordedLink;
  std::unique_ptr<ControllerHost> host_;
  std::unique_ptr<ExchangeTape> tape_;
  std::map<std::uint32_t, RecordedLink*> open_;     // by robot id
  std::map<std::uint32_t, Session> to_be_resumed_;  // by robot id
};

}  // namespace lightsout
