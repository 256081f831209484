// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A claim's name holds the hashes of its folder and of those above it, and the system lists all names
// (/proc/net/unix): of two folders one is, or lies in, the other if the hash of one is among those of the other. Of
// files it is the folders in which they lie, with a letter that says so. One process of the machine looks and claims at
// a time.
#include "engine/files/folder_claims.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "engine/files/claimed_name.h"

namespace lightsout {
namespace {

namespace fs = std::filesystem;
using Sharing = FolderClaims::Sharing;

constexpr std::string_view prefix = "lightsout-folder-";
constexpr std::size_t hash_digits = 12, most_hashes = 5;  // in the 107 bytes of a name

// "lightsout-folder-", how it is shared, and hashes: of the folder, and some of those above it. What is behind them
// makes it one of its own.
struct Claimed {
  char sharing;
  std::vector<std::string> hashes;
};

std::string hash_of(const fs::path& folder) {
  const std::uint64_t hash = XXH3_64bits(folder.native().data(), folder.native().size());
  return fmt::format("{:016x}", hash).substr(0, hash_digits);
}

// The folder's first.
std::vector<std::string> hashes_of(const std::string& path) {
  std::vector<std::string> hashes;
  for (fs::path folder = claimed_place(path);; folder = folder.parent_path()) {
    hashes.push_back(hash_of(folder));
    if (!folder.has_relative_path()) return hashes;
  }
}

std::optional<Claimed> read_claim(std::string_view name) {
  if (!name.starts_with(prefix) || name.size() <= prefix.size()) return {};
  Claimed claim{name[prefix.size()], {}};
  name.remove_prefix(prefix.size() + 1);
  name = name.substr(0, name.find('-'));
  for (; name.size() >= hash_digits; name.remove_prefix(hash_digits))
    claim.hashes.emplace_back(name.substr(0, hash_digits));
  return claim.hashes.empty() ? std::nullopt : std::optional(std::move(claim));
}

// Of all processes.
std::vector<std::string> names_of_claims() {
  std::vector<std::string> names;
  std::ifstream sockets("/proc/net/unix");
  const std::string begin = fmt::format("@{}", prefix);
  for (std::string line; std::getline(sockets, line);)
    if (const std::size_t at = line.find(begin); at != line.npos) names.push_back(line.substr(at + 1));
  return names;
}

bool holds(const std::vector<std::string>& hashes, const std::string& hash) {
  return std::ranges::find(hashes, hash) != hashes.end();
}

constexpr char alone = 'a', of_files = 'f';
char letter_of(Sharing sharing) { return sharing == Sharing::Batch ? 'b' : sharing == Sharing::Tests ? 't' : alone; }

class Claim {
 public:
  Claim(const std::string& path, Sharing sharing)
      : path_(path), sharing_(letter_of(sharing)), hashes_(hashes_of(path)) {}
  static Claim of_file(const std::string& path) {
    Claim claim(claimed_place(path).parent_path().string(), Sharing::None);
    claim.path_ = path;
    claim.sharing_ = of_files;
    return claim;
  }

  const std::string& path() const { return path_; }
  // The same for others.
  bool operator==(const Claim& other) const { return sharing_ == other.sharing_ && hashes_ == other.hashes_; }

  bool meets(const std::string& name) const {
    const auto other = read_claim(name);
    if (!other) return false;
    if (sharing_ == of_files) return other->sharing != of_files && holds(hashes_, other->hashes.front());
    if (other->sharing == of_files) return holds(other->hashes, hashes_.front());
    const bool is_same = other->hashes.front() == hashes_.front();
    if (is_same && sharing_ != alone && other->sharing == sharing_) return false;
    return holds(hashes_, other->hashes.front()) || holds(other->hashes, hashes_.front());
  }

  void make(std::vector<FileDescriptor>& sockets) const {
    for (std::size_t above = 1; above == 1 || above < hashes_.size(); above += most_hashes - 1)
      if (auto socket = claim_name(own_name(name_with(above)))) sockets.push_back(std::move(*socket));
  }

 private:
  // With those above it from this one on.
  std::string name_with(std::size_t above) const {
    std::string name = fmt::format("{}{}{}", prefix, sharing_, hashes_.front());
    for (std::size_t i = above; i < std::min(above + most_hashes - 1, hashes_.size()); ++i) name += hashes_[i];
    return name;
  }
  static std::string own_name(const std::string& name) {
    static std::atomic<unsigned> number = 0;
    return fmt::format("{}-{}.{}", name, ::getpid(), number++);
  }

  std::string path_;
  char sharing_;
  std::vector<std::string> hashes_;
};

}  // namespace

std::expected<FolderClaims, std::string> FolderClaims::make(const std::vector<std::string>& paths, Sharing sharing,
                                                            const std::vector<std::string>& files,
                                                            std::chrono::milliseconds patience) {
  FolderClaims claims;
  std::vector<Claim> own;  // those of one process may lie in each other
  for (const std::string& path : paths) own.emplace_back(path, sharing);
  for (const std::string& file : files)
    if (is_claimable(file))
      if (Claim claim = Claim::of_file(file); std::ranges::find(own, claim) == own.end())
        own.push_back(std::move(claim));
  if (own.empty()) return claims;
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
    // One that was stopped in its turn is not waited for.
    const auto turn = claim_name("lightsout-turn", std::chrono::steady_clock::now() + std::chrono::seconds(5));
    const std::vector<std::string> others = names_of_claims();
    const auto met = std::ranges::find_if(own, [&](const Claim& claim) {
      return std::ranges::any_of(others, [&](const std::string& name) { return claim.meets(name); });
    });
    if (met == own.end()) {
      for (const Claim& claim : own) claim.make(claims.held_);
      return claims;
    }
    if (std::chrono::steady_clock::now() >= until) return std::unexpected(met->path());
  }
}

}  // namespace lightsout
