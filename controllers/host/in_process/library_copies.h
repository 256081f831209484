// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Copies of a controller's shared library in this process, one a robot: each has variables of its own, and all have the
// same code. The loader makes the first one. It takes .2 ms for each, and more the more there are; so further ones are
// made here where that is simple: of the file's bytes, with the addresses that the loader found for the first. C++
// libraries (the runtime asks the loader for their tables of exceptions), those with thread-local variables, and
// those with relocations that are not known here are all left to the loader.
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

// One copy. What it has begun is in its constructors' hands from its loading on.
class LibraryCopy {
 public:
  virtual ~LibraryCopy() = default;  // leaves it where it is: something may still stand in it
  // Its destructors and atexit() functions run.
  virtual void end() = 0;
  // Its memory goes. After end(). `ends_process`: the process ends, too, and memory may stay that nobody looks at.
  virtual void unload(bool ends_process) = 0;

  using Main = int (*)(int, char**, char**);
  Main main = nullptr;                      // nullptr if there is none
  std::span<const std::byte> data;          // its writable segment
  std::span<const std::byte> instructions;  // and its executable one
};

class LibraryImage;

// All copies of one library.
class LibraryCopies {
 public:
  LibraryCopies();
  ~LibraryCopies();
  LibraryCopies(const LibraryCopies&) = delete;
  LibraryCopies& operator=(const LibraryCopies&) = delete;

  // Its constructors run, with these arguments. The error is one clause.
  std::expected<std::unique_ptr<LibraryCopy>, std::string> load(const std::filesystem::path& file, int argc,
                                                                char** argv);

 private:
  std::expected<std::unique_ptr<LibraryCopy>, std::string> let_load(const std::filesystem::path& file);

  FileDescriptor first_;                 // the file in memory that the first copy was loaded from
  std::unique_ptr<LibraryImage> image_;  // what further ones are made of, if they are made here
};

}  // namespace lightsout
