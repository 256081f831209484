// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A file that a run writes as it goes, each piece in one write: what a kill leaves is whole pieces.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace lightsout {

class FileDescriptor;

// A descriptor; "-" is standard output. The error names the file. It is waited for as engine/descriptors/waiting.h
// says.
std::expected<FileDescriptor, std::string> open_output(const std::string& path, int flags);
bool is_regular(int file);
// How messages call it.
std::string name_of_output(const std::string& path);

class OutputFile {
 public:
  // Empties a plain file; "-" is standard output. The error names the file.
  static std::expected<OutputFile, std::string> open(const std::string& path);
  // The same, but what a plain file held is kept until clear().
  static std::expected<OutputFile, std::string> open_kept(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  // What a plain file held goes.
  void clear();
  void write(std::string_view text);
  // Whatever the system still had to say about it. No writing after this.
  void close();
  // "t.csv: No space left on device", "" while all is well.
  const std::string& failure() const { return failure_; }

 private:
  OutputFile(std::string path, FileDescriptor&& file);
  void fail();

  std::string path_;
  std::unique_ptr<FileDescriptor> file_;  // nullptr: it was moved from
  bool is_regular_ = false;
  std::string failure_;
};

}  // namespace lightsout
