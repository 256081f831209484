// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/template.h"

namespace lightsout::fuzz {

void fuzz_template_lua(std::string_view bytes) { expand_template(bytes, TemplateLanguage::Lua); }

}  // namespace lightsout::fuzz
