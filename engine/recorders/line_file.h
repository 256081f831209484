// A file of lines that a kill leaves whole.
//
// A line is on disk when write() returns. The kernel may cut a write short when the process is killed inside it, so a
// line is first written as a comment and then made to count by overwriting its '#': one byte, which is written or is
// not. What a kill leaves is whole lines and at most one unfinished comment, which readers told of comments skip.
#pragma once

#include <sys/types.h>

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace lightsout {

class LineFile {
 public:
  // What it held is kept until clear(); "-" is standard output. The error names the file.
  static std::expected<LineFile, std::string> open(const std::string& path);
  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&& other) noexcept;
  ~LineFile();

  void clear();
  // With its newline.
  void write(std::string_view line);
  // As it is, not as a line that a kill may have to take back: for comments.
  void write_plain(std::string_view text);
  // Whatever the system still had to say about it. No writing after this.
  void close();
  // False: a pipe or a device, whose reader sees each line as it comes.
  bool is_regular() const { return regular_; }
  const std::string& failure() const { return failure_; }

 private:
  LineFile(std::string path, int file, bool regular) : path_(std::move(path)), file_(file), regular_(regular) {}
  void fail();

  std::string path_;
  int file_ = -1;
  bool regular_;
  off_t size_ = 0;
  std::string line_;
  std::string failure_;
};

}  // namespace lightsout
