// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The files that a command reads and writes, by the options that name them, in one place: that an output would take the
// place of an input, of another output or of what is no plain file is known before anything is touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lightsout {

class NamedFiles {
 public:
  // `option` as on the command line: "WORLD", "--log". An empty path stands for none, "-" for standard input or output.
  void reads(std::string option, std::string path);
  void reads_folder(std::string option, std::string path);
  // A file. What stands there from an earlier run goes when this one begins (`prepare`). `of`: beside which file of the
  // option it is written, where it is not the named one.
  void writes(std::string option, std::string path, std::string of = {});
  // One beside that which not every run writes.
  void may_write(std::string option, std::string path, std::string of);
  // A file that takes the place of an old one when it is whole, whatever that holds.
  void replaces(std::string option, std::string path);
  // The same, of a report, which takes the place of no file of which worlds and controllers are made.
  void reports(std::string option, std::string path);
  // A folder that gets files.
  void writes_folder(std::string option, std::string path);
  void prints(std::string option) { writes(std::move(option), "-"); }

  struct Conflict {
    std::string message;
    std::vector<std::string> options;  // that take part in it
    bool involves(const std::string& option) const;
  };
  std::optional<Conflict> conflict() const;
  // Makes the folders of outputs and takes away the plain files that are to be written. "" or what went wrong.
  std::string prepare() const;
  // The first input that is not there or cannot be read, with the reason; "" if all can be.
  std::string missing() const;

  struct Input {
    std::string option, path;
    bool folder;
  };
  struct Output {
    std::string option, path;
    bool folder = false, replaces = false;
    bool perhaps = false;  // not every run writes it
    std::string of;
    bool may_be_source = false;  // what it replaces
  };
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Output>& outputs() const { return outputs_; }

 private:
  void add(Output output);
  std::optional<Conflict> conflict_of(const Output& output) const;

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
};

// That an input is not there or cannot be read, with the reason; "" if it can be.
std::string missing_file(std::string option, std::string path);

// Standard output took all that was printed; else the reason.
std::string flush_stdout();

}  // namespace lightsout
