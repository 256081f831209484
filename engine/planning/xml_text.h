// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// An XML file with places in it: what is wrong is reported with file, line, column, the line and a caret, and reading
// goes on to find the next error. tinyxml2 reads; it keeps one copy of the text, in which its strings lie, so that a
// string tells where it stands.
#pragma once

#include <tinyxml2.h>

#include <Eigen/Core>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

class XmlText {
 public:
  // `name`: as messages call it. Where the text is no XML the only error is that, and root() is nullptr.
  XmlText(std::string name, std::string text);
  // The error names the file.
  static std::expected<XmlText, std::string> read(const std::string& file);

  const std::string& name() const { return name_; }
  const tinyxml2::XMLElement* root() const { return document_->RootElement(); }

  void report(const tinyxml2::XMLElement& at, const std::string& message);
  void report(const tinyxml2::XMLAttribute& at, const std::string& message);
  // What is no error, and nothing is made of: a line of notes().
  void note(const tinyxml2::XMLElement& at, const std::string& message);
  // All errors, "" if there is none.
  const std::string& errors() const { return errors_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // An attribute that must be there, "" if it is not, which is reported.
  std::string text_of(const tinyxml2::XMLElement& element, const char* attribute);
  // So many finite numbers, in a row; what is none of that is reported. Without the attribute: nothing.
  std::optional<Eigen::Vector3d> numbers_of(const tinyxml2::XMLElement& element, const char* attribute, int count);
  std::optional<double> number_of(const tinyxml2::XMLElement& element, const char* attribute);
  // A number that must be there and be greater than 0, else 0.
  double length_of(const tinyxml2::XMLElement& element, const char* attribute);
  // Elements that are none of these are noted.
  void expect(const tinyxml2::XMLElement& parent, const std::vector<std::string_view>& children);

 private:
  void add_error(std::size_t offset, const std::string& message);
  std::string place(std::size_t offset) const;
  std::size_t line_begin(std::size_t offset) const;
  std::size_t offset_of(const char* in_document) const { return std::size_t(in_document - first_); }

  std::string name_, text_;
  std::unique_ptr<tinyxml2::XMLDocument> document_;
  const char* first_ = nullptr;  // of the document's copy of the text
  std::string errors_;
  std::vector<std::string> notes_;
};

template <class Visit>
void for_each_child(const tinyxml2::XMLElement& parent, const char* name, Visit visit) {
  for (const auto* e = parent.FirstChildElement(name); e; e = e->NextSiblingElement(name)) visit(*e);
}

}  // namespace lightsout
