// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// An interpreter of templates in a child process of bounded memory and processor time, which is warm from its first
// template to the last: an engine that has threads, that fills memory before it can be asked, and that ends the process
// where memory lacks. None of that comes near this process.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/programs/limited_child.h"
#include "world_format/templates/engines/template_engine.h"

namespace lightsout {

class TemplateChild final : public TemplateEngine {
 public:
  // `library`: of the engine. The child loads it, and starts while the first program is written.
  // Throws MachineLacks where no process was to be had.
  TemplateChild(std::filesystem::path library, std::uint64_t memory, double seconds);
  // Throws MachineLacks where the engine could not start, or was ended by the system.
  std::optional<TemplateError> run(const TemplateProgram& program, TemplateSink& sink) override;

 private:
  friend class TemplateChildSide;
  struct Frame;
  bool send(const TemplateProgram& program) const;
  bool answer(const Frame& frame, const std::string& text, TemplateSink& sink) const;
  TemplateError error_of(const Frame& frame, std::string text) const;
  TemplateError death();
  TemplateBound bound_of_memory() const;

  const std::filesystem::path library_;
  const bool may_have_all_;
  LimitedChild child_;
  bool has_started_ = false;
};

}  // namespace lightsout
