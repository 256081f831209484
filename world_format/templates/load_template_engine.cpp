// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/templates/load_template_engine.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "engine/programs/limited_child.h"

namespace lightsout {

std::unique_ptr<TemplateEngine> load_template_engine(const std::filesystem::path& library) {
  void* const loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto make =
      loaded ? reinterpret_cast<MakeTemplateEngine>(::dlsym(loaded, make_template_engine_symbol)) : nullptr;
  const char* const error = make ? "the interpreter did not start" : ::dlerror();
  std::unique_ptr<TemplateEngine> engine(make ? make() : nullptr);
  if (!engine) throw MachineLacks(fmt::format("{}: {}", library.string(), error ? error : "is broken"));
  return engine;
}

}  // namespace lightsout
