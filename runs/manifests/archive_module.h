// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What the module lightsout_archive, which holds libarchive, has for the rest of the program. Its functions are found
// by name (engine/mesh/module.h) when a bundle is first written or read.
#pragma once

#include <cstdint>
#include <string>

namespace lightsout {

// A file in an archive.
struct ArchivedFile {
  const char* name;  // path from the archive's root
  const char* bytes;
  std::uint64_t size;
  bool executable;
  std::int64_t seconds;      // when it was written, since 1970
  std::int64_t nanoseconds;  // and these
};

struct UnpackLimits {
  std::int64_t bytes, files;
};
enum class Unpacked : int { Done, Failed, TooManyBytes, TooManyFiles };

// The names under which they are exported. An error is a sentence without the archive's name.
using CreateArchive = void* (*)(const char* path, std::string& error);  // lightsout_archive_create; nullptr: failed
using AddToArchive = bool (*)(void* archive, const ArchivedFile& file, std::string& error);  // lightsout_archive_add
using CloseArchive = bool (*)(void* archive, std::string& error);  // lightsout_archive_close; the archive is gone
// lightsout_archive_unpack: into a folder that is empty. Plain files and folders alone, by names that stay in it.
using UnpackArchive = Unpacked (*)(const char* path, const char* folder, const UnpackLimits& limits,
                                   std::string& error);

}  // namespace lightsout
