// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// C strings of the library as std::string. Internal.
#ifndef LIGHTSOUT_CPP_TEXT_H
#define LIGHTSOUT_CPP_TEXT_H

#include <cstdlib>
#include <string>

namespace webots {

// NULL is the empty text.
inline std::string text(const char* c_text) { return c_text ? c_text : ""; }

// The same for text that the caller must free.
inline std::string owned_text(const char* c_text) {
  const std::string result = text(c_text);
  std::free(const_cast<char*>(c_text));
  return result;
}

}  // namespace webots

#endif
