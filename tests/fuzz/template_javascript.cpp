// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/template.h"

namespace lightsout::fuzz {

void fuzz_template_javascript(std::string_view bytes) { expand_template(bytes, TemplateLanguage::JavaScript); }

}  // namespace lightsout::fuzz
