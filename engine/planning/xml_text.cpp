// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/xml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "limits/limits.h"

namespace lightsout {
namespace {

using tinyxml2::XMLAttribute;
using tinyxml2::XMLElement;

std::string what_is_wrong(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file is empty";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element that begins here is not closed, or closed by another name";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "an attribute is no NAME=\"VALUE\", or there twice";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deep";
    default:
      return "this is no XML";
  }
}

bool begins_character(char c) { return (c & 0xC0) != 0x80; }  // of UTF-8

// Where the first string of a document stands in its text, behind the mark that begins it.
std::size_t first_string(const tinyxml2::XMLNode& node, std::string_view text) {
  const std::size_t mark = std::min(text.find('<'), text.size());
  if (node.ToComment()) return mark + 4;                          // <!--
  if (node.ToDeclaration() || node.ToUnknown()) return mark + 2;  // <? or <!
  return mark + 1;
}

}  // namespace

XmlText::XmlText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), document_(std::make_unique<tinyxml2::XMLDocument>()) {
  document_->Parse(text_.data(), text_.size());
  if (document_->Error()) {
    std::size_t offset = 0;
    for (int line = 1; line < document_->ErrorLineNum(); ++line) offset = text_.find('\n', offset) + 1;
    add_error(std::min(text_.find_first_not_of(" \t", offset), text_.size()), what_is_wrong(*document_));
    document_->Clear();
  } else if (!document_->RootElement()) {
    // Comments alone, or an end before any beginning, at which reading stops without an error.
    add_error(std::min(text_.find_first_not_of(" \t\r\n"), text_.size()), "there is no element in it");
    document_->Clear();
  } else if (const tinyxml2::XMLNode* node = document_->FirstChild()) {
    first_ = node->Value() - first_string(*node, text_);
  }
}

std::expected<XmlText, std::string> XmlText::read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(fmt::format("{}: {}", file, std::strerror(errno)));
  std::error_code error;
  if (const auto size = std::filesystem::file_size(file, error);
      !error && size > std::uintmax_t(value_of(Limit::FileBytes)))
    return std::unexpected(fmt::format("{}: is too large: {}", file, how_to_raise(Limit::FileBytes)));
  if (std::filesystem::is_directory(file, error)) return std::unexpected(file + ": is a folder");
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad() || text.empty()) return std::unexpected(fmt::format("{}: is no file that can be read, or empty", file));
  return XmlText(file, std::move(text));
}

std::size_t XmlText::line_begin(std::size_t offset) const {
  const std::size_t before = offset == 0 ? text_.npos : text_.rfind('\n', offset - 1);
  return before == text_.npos ? 0 : before + 1;
}

std::string XmlText::place(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto line = 1 + std::count(text_.begin(), text_.begin() + std::ptrdiff_t(offset), '\n');
  const auto column = std::count_if(text_.begin() + std::ptrdiff_t(line_begin(offset)),
                                    text_.begin() + std::ptrdiff_t(offset), begins_character);
  return fmt::format("{}:{}:{}", name_, line, 1 + column);
}

void XmlText::add_error(std::size_t offset, const std::string& message) {
  offset = std::min(offset, text_.size());
  const std::size_t begin = line_begin(offset);
  std::string line = text_.substr(begin, text_.find('\n', begin) - begin);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::string under;
  for (const char c : text_.substr(begin, offset - begin))
    if (begins_character(c)) under += c == '\t' ? '\t' : ' ';
  if (!errors_.empty()) errors_ += '\n';
  errors_ += fmt::format("{}: error: {}\n  {}\n  {}^", place(offset), message, line, under);
}

void XmlText::report(const XMLElement& at, const std::string& message) { add_error(offset_of(at.Value()), message); }

void XmlText::report(const XMLAttribute& at, const std::string& message) { add_error(offset_of(at.Value()), message); }

void XmlText::note(const XMLElement& at, const std::string& message) {
  notes_.push_back(fmt::format("{}: {}", place(offset_of(at.Value())), message));
}

std::string XmlText::text_of(const XMLElement& element, const char* attribute) {
  if (const char* text = element.Attribute(attribute); text && *text) return text;
  report(element, fmt::format("<{}> needs {}=\"...\"", element.Name(), attribute));
  return "";
}

std::optional<Eigen::Vector3d> XmlText::numbers_of(const XMLElement& element, const char* attribute, int count) {
  const XMLAttribute* found = element.FindAttribute(attribute);
  if (!found) return {};
  Eigen::Vector3d numbers = Eigen::Vector3d::Zero();
  const char* at = found->Value();
  const char* const end = at + std::strlen(at);
  const auto skip = [&] {
    while (at < end && std::strchr(" \t\r\n", *at)) ++at;
  };
  for (int i = 0; i < count; ++i) {
    skip();
    if (at < end && *at == '+') ++at;
    const auto [stop, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || !std::isfinite(numbers[i]) || (stop < end && !std::strchr(" \t\r\n", *stop))) {
      report(*found, fmt::format("{} must be {}", attribute,
                                 count == 1 ? std::string("a number") : fmt::format("{} numbers", count)));
      return {};
    }
    at = stop;
  }
  skip();
  if (at == end) return numbers;
  report(*found, fmt::format("{} is more than {} number{}", attribute, count, count == 1 ? "" : "s"));
  return {};
}

std::optional<double> XmlText::number_of(const XMLElement& element, const char* attribute) {
  const auto numbers = numbers_of(element, attribute, 1);
  return numbers ? std::optional(numbers->x()) : std::nullopt;
}

double XmlText::length_of(const XMLElement& element, const char* attribute) {
  if (text_of(element, attribute).empty()) return 0;
  const auto length = number_of(element, attribute);
  if (length && *length <= 0)
    report(*element.FindAttribute(attribute), fmt::format("{} must be greater than 0", attribute));
  return length ? *length : 0;
}

void XmlText::expect(const XMLElement& parent, const std::vector<std::string_view>& children) {
  for (const XMLElement* child = parent.FirstChildElement(); child; child = child->NextSiblingElement())
    if (std::ranges::find(children, std::string_view(child->Name())) == children.end())
      note(*child, fmt::format("<{}> in <{}> is not known and passed over", child->Name(), parent.Name()));
}

}  // namespace lightsout
