// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A shared library as the loader would map it once more: its bytes, and what of them are addresses. The names are those
// of the System V ABI (gabi, chapter 5; relocations: psABI for x86-64, table 4.9).
#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "controllers/host/in_process/library_copies.h"

namespace lightsout {

class LibraryImage {
 public:
  // `file` holds the library that `handle` (of dlopen) was loaded from. nullptr if copies are for the loader to make.
  static std::unique_ptr<LibraryImage> read(int file, void* handle);
  ~LibraryImage();
  LibraryImage(const LibraryImage&) = delete;
  LibraryImage& operator=(const LibraryImage&) = delete;

  // nullptr if there is no memory for it. Constructors have run.
  std::unique_ptr<LibraryCopy> copy(int argc, char** argv) const;

 private:
  class Copy;
  class Reader;
  // Offsets and sizes in the image, in bytes from its first page.
  struct Part {
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  LibraryImage() = default;

  int file_ = -1;
  std::size_t size_ = 0;                // of the image, whole pages
  Part writable_, executable_;          // as their segments say
  std::vector<std::byte> data_;         // of the writable one, with what does not depend on where it lies
  std::vector<std::uint32_t> rebased_;  // offsets in it of numbers to which the image's address is added
  std::size_t main_ = 0;
  std::size_t init_ = 0, fini_ = 0;  // 0: there is none
  Part init_array_, fini_array_;
  std::vector<void*> needed_;     // handles of the libraries that it links
  mutable std::size_t open_ = 0;  // copies that are not closed
};

}  // namespace lightsout
