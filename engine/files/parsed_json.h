// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// JSON that somebody else wrote: a value or an error, and no exception whatever it holds.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <expected>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lightsout {

struct JsonError {
  std::string message;
  std::size_t byte = 0;  // of the text, from 0: where reading ends
};

// Deeper values would take the stack of who writes them again.
inline constexpr int most_json_depth = 256;

// Looks at a text without keeping anything of it.
template <class Json>
class JsonCheck : public nlohmann::json_sax<Json> {
 public:
  JsonError error;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(typename Json::number_integer_t) override { return true; }
  bool number_unsigned(typename Json::number_unsigned_t) override { return true; }
  bool number_float(typename Json::number_float_t, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(typename Json::binary_t&) override { return true; }
  bool key(std::string&) override { return true; }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& why) override {
    // A number that no double holds is a token of its own; it has been read to its end.
    const bool is_number = dynamic_cast<const nlohmann::json::out_of_range*>(&why) != nullptr;
    const std::size_t back = is_number ? token.size() : 1;
    const std::string_view said = why.what();
    const std::size_t kind = said.find("] ");
    error.byte = position < back ? 0 : position - back;
    error.message = is_number ? fmt::format("the number {} is too large", token)
                              : std::string(kind == said.npos ? said : said.substr(kind + 2));
    return false;
  }

 private:
  bool begin() {
    if (++depth_ <= most_json_depth) return true;
    error.message = fmt::format("it is nested more than {} deep", most_json_depth);
    return false;
  }
  bool end() {
    --depth_;
    return true;
  }
  int depth_ = 0;
};

template <class Json>
std::expected<Json, JsonError> parsed_json(std::string_view text) {
  JsonCheck<Json> check;
  if (!Json::sax_parse(text, &check)) return std::unexpected(std::move(check.error));
  return Json::parse(text);
}

// null for a text that is none.
template <class Json>
Json json_or_null(std::string_view text) {
  auto json = parsed_json<Json>(text);
  return json ? std::move(*json) : Json();
}

// The member of an object; `otherwise` where there is none, or one of another type.
template <class Json, class Value>
Value member_or(const Json& json, const char* key, Value otherwise) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return otherwise;
  try {
    return found->template get<Value>();
  } catch (const typename Json::exception&) {
    return otherwise;
  }
}
template <class Json>
std::string member_or(const Json& json, const char* key, const char* otherwise) {
  return member_or(json, key, std::string(otherwise));
}

}  // namespace lightsout
