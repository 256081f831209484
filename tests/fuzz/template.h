// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A template's text, expanded twice with the same fields.
#pragma once

#include "tests/fuzz/target.h"
#include "world_format/templates/proto_template.h"
#include "world_format/text/diagnostic.h"

namespace lightsout::fuzz {

inline void expand_template(std::string_view bytes, TemplateLanguage language) {
  const auto source = std::make_shared<const Source>("P.proto", std::string(bytes));
  Diagnostics diagnostics;
  const Template text = cut_template(*source, 0, std::uint32_t(bytes.size()), language, diagnostics);
  const Value size = 2.5, fallback = 1.0, name = std::string("n"), on = true, numbers = MFFloat{1, 2, 3};
  const std::vector<TemplateField> fields = {
      {"size", &size, &fallback}, {"name", &name, &name}, {"on", &on, &on}, {"list", &numbers, &numbers}};
  const auto expand = [&](Diagnostics& found) {
    TemplateRunner runner;
    runner.cpu_limit = 0.2;
    // Lua of the library runs in this process, where the fuzzer sees what it does.
    return runner.expand(text, field_literals(text, fields), {"/w.wbt", "library:P.proto", "/", ""}, 7, "expanded",
                         found);
  };
  const auto first = expand(diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) (void)render(diagnostic, false);
  if (!first) return;
  const std::string_view written = first->source()->text();
  for (std::uint32_t at = 0; at < written.size(); at += 1 + std::uint32_t(written.size() / 16))
    (void)first->origin({first->source().get(), at, at + 1});
  Diagnostics again;
  const auto second = expand(again);
  require(!second || second->source()->text() == written, "a template writes the same again");
}

}  // namespace lightsout::fuzz
