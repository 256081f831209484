// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/descriptors/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "engine/descriptors/directory_entry.h"

namespace lightsout {
namespace {

bool is_no_part(const char* name) { return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0')); }

// ENOTEMPTY: a folder that holds something.
int remove_one(int parent, const char* name) {
  if (::unlinkat(parent, name, 0) == 0 || errno == ENOENT) return 0;
  const int why = errno;
  if (::unlinkat(parent, name, AT_REMOVEDIR) == 0) return 0;
  if (errno == EEXIST) return ENOTEMPTY;
  return errno == ENOTDIR ? why : errno;
}

// With the owner's rights: without them nothing in it can be removed, nor it be moved.
int open_folder(int parent, const char* name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int folder = ::openat(parent, name, flags);
  if (folder < 0 && errno == EACCES && ::fchmodat(parent, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0)
    folder = ::openat(parent, name, flags);
  struct stat status {};
  if (folder >= 0 && ::fstat(folder, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU) ::fchmod(folder, S_IRWXU);
  return folder;
}

// Folders in the folders of `top` are moved up into it, so that it never gets deeper: each is moved once.
class Removal {
 public:
  Removal(int top, const RemovalStop& stop) : top_(top), stop_(stop) {}

  // `level`: how far it lies below `top`.
  int empty(int folder, int level) {
    alignas(DirectoryEntry) char entries[8192];
    for (;;) {
      bool is_empty = true, removed = false;
      int failure = 0;
      if (::lseek(folder, 0, SEEK_SET) < 0) return errno;
      long got;
      while ((got = ::syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (long at = 0; at < got;) {
          const auto* entry = reinterpret_cast<const DirectoryEntry*>(entries + at);
          at += entry->size;
          if (is_no_part(entry->name)) continue;
          if (stop_.asks && stop_.asks(stop_.context)) return EINTR;
          is_empty = false;
          const int why = remove(folder, entry->name, level);
          if (why == EINTR) return why;
          if (why == 0)
            removed = true;
          else
            failure = why;
        }
      }
      if (got < 0) return errno;
      if (is_empty) return 0;
      // What was moved up meanwhile may not have been seen.
      if (!removed) return failure;
    }
  }

 private:
  // Where folders cannot be moved (those of an image below an overlay), one goes down into them, so far.
  static constexpr int most_levels = 64;

  int remove(int parent, const char* name, int level) {
    if (const int why = remove_one(parent, name); why != ENOTEMPTY) return why;
    if (level > 0 && move_up(parent, name)) return 0;
    if (level == most_levels) return ELOOP;
    const int folder = open_folder(parent, name);
    if (folder < 0) return errno;
    const int why = empty(folder, level + 1);
    ::close(folder);
    return why == 0 ? remove_one(parent, name) : why;
  }

  bool move_up(int parent, const char* name) {
    bool has_rights = false;
    for (;;) {
      char fresh[16] = "moved-";
      std::size_t at = 6;
      for (std::uint32_t rest = moved_; rest > 0; rest >>= 4) fresh[at++] = static_cast<char>('a' + (rest & 15));
      fresh[at] = '\0';
      if (::renameat(parent, name, top_, fresh) == 0) {
        ++moved_;
        return true;
      }
      if (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR) {
        ++moved_;  // there is one of that name
      } else if (errno == EACCES && !has_rights) {
        has_rights = true;
        if (::fchmodat(parent, name, S_IRWXU, AT_SYMLINK_NOFOLLOW) != 0) return false;
      } else {
        return false;
      }
    }
  }

  int top_;
  const RemovalStop& stop_;
  std::uint32_t moved_ = 0;
};

}  // namespace

int remove_tree(const char* path, RemovalStop stop) {
  if (const int why = remove_one(AT_FDCWD, path); why != ENOTEMPTY) return why;
  const int top = open_folder(AT_FDCWD, path);
  if (top < 0) return errno;
  const int why = Removal(top, stop).empty(top, 0);
  ::close(top);
  return why == 0 ? remove_one(AT_FDCWD, path) : why;
}

}  // namespace lightsout
