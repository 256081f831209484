// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "world_format/templates/engines/template_engine.h"

namespace lightsout {

// An interpreter of templates, of its shared library, which stays loaded. Throws MachineLacks (limited_child.h) where
// it does not start.
std::unique_ptr<TemplateEngine> load_template_engine(const std::filesystem::path& library);

}  // namespace lightsout
