// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/templates/template_child.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "engine/descriptors/write_all.h"
#include "engine/programs/outside.h"
#include "world_format/templates/load_template_engine.h"

namespace lightsout {

// What goes over the connection, before so many bytes of text. To the child go programs (ProgramHead) and answers.
struct TemplateChild::Frame {
  enum class Kind : std::uint64_t {
    Ready,    // the engine has started
    Lacking,  // text: what the machine did not give it
    Literal,  // number: the piece
    Value,
    Truth,  // number: 2 piece + truth
    Message,
    Exists,  // text: the path; answered
    Read,
    Write,   // number: bytes of the name, which is followed by the content
    Answer,  // number: yes (1) or no
    Done,
    Failed,  // number: 2^56 what was reached + 2^32 line + column
  } kind;
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;
};

namespace {

struct ProgramHead {
  std::array<std::uint64_t, 3> sizes;  // of script, fields, context
  std::uint64_t seed, memory_limit, instruction_limit, text_limit;
  double cpu_limit;
};

constexpr std::uint64_t at_most = std::numeric_limits<std::uint64_t>::max();
constexpr int reached_at = 56, line_at = 32;                         // bits of Failed
constexpr std::uint64_t longest_message = std::uint64_t(256) << 20;  // bytes, beyond what a value may have

// Processor time after which the system ends what does not look at its own clock, threads of the engine included.
std::uint64_t hard_seconds(double limit) { return limit < 1e9 ? std::uint64_t(2 * limit) + 5 : at_most; }

// Beyond what a template is given the engine has its own.
std::uint64_t hard_memory(std::uint64_t limit) {
  constexpr std::uint64_t own = std::uint64_t(256) << 20;
  return limit < at_most / 4 ? limit + limit / 2 + own : at_most;
}

}  // namespace

// --- In the child

class TemplateChildSide final : public TemplateSink {
 public:
  using Frame = TemplateChild::Frame;
  explicit TemplateChildSide(int connection) : connection_(connection) {}

  void serve(const std::filesystem::path& library) {
    TemplateEngine* engine = nullptr;  // not deleted: the process ends with it
    try {
      engine = load_template_engine(library).release();
    } catch (const MachineLacks& lacking) {
      return finish({Frame::Kind::Lacking}, lacking.what());
    }
    finish({Frame::Kind::Ready});
    ProgramHead head;
    while (receive(connection_, &head, sizeof head)) {
      TemplateProgram program;
      const std::array<std::string*, 3> texts = {&program.script, &program.fields, &program.context};
      for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i]->resize(head.sizes[i]);
        if (!receive(connection_, texts[i]->data(), texts[i]->size())) return;
      }
      program.seed = head.seed;
      program.memory_limit = head.memory_limit;
      program.instruction_limit = head.instruction_limit;
      program.text_limit = head.text_limit;
      program.cpu_limit = head.cpu_limit;
      messages_ = 0;
      renew_processor_time(hard_seconds(program.cpu_limit));
      if (!run(*engine, program)) return;
      engine->clean();
    }
  }

  bool literal(std::size_t piece) override { return put({Frame::Kind::Literal, piece}); }
  bool value(std::size_t piece, std::string_view text) override { return put({Frame::Kind::Value, piece}, text); }
  bool value(std::size_t piece, bool truth) override { return put({Frame::Kind::Truth, 2 * piece + (truth ? 1 : 0)}); }
  void message(Level level, std::string_view text) override {
    if (messages_ < message_limit) put({Frame::Kind::Message, std::uint64_t(level)}, text);
    messages_ = std::min(messages_ + 1, message_limit);
  }
  bool file_exists(std::string_view path) override { return ask({Frame::Kind::Exists}, path).number == 1; }
  std::optional<std::string> read_file(std::string_view path) override {
    const Frame answer = ask({Frame::Kind::Read}, path);
    if (answer.number != 1) return std::nullopt;
    std::string text(answer.bytes, '\0');
    if (!receive(connection_, text.data(), text.size())) ::_exit(1);
    return text;
  }
  bool write_file(std::string_view name, std::string_view content) override {
    return ask({Frame::Kind::Write, name.size()}, std::string(name).append(content)).number == 1;
  }

 private:
  // Whether the engine is of further use.
  bool run(TemplateEngine& engine, const TemplateProgram& program) {
    std::optional<TemplateError> error;
    try {
      error = engine.run(program, *this);
    } catch (const std::bad_alloc&) {
      error = too_much_memory();
    } catch (const std::exception& lacking) {
      finish({Frame::Kind::Lacking}, lacking.what());
      return false;
    }
    if (!error) {
      finish({Frame::Kind::Done});
      return true;
    }
    const std::uint64_t line = std::uint64_t(error->line) & 0xffffff;
    const std::uint64_t place =
        std::uint64_t(error->reached) << reached_at | line << line_at | std::uint32_t(error->column);
    finish({Frame::Kind::Failed, place}, error->message);
    return false;
  }
  bool put(Frame frame, std::string_view text = {}) {
    frame.bytes = text.size();
    waiting_.append(reinterpret_cast<const char*>(&frame), sizeof frame).append(text);
    constexpr std::size_t enough = std::size_t(64) << 10;
    if (waiting_.size() >= enough) flush();
    return true;
  }
  void finish(const Frame& frame, std::string_view text = {}) {
    put(frame, text);
    flush();
  }
  // Where nobody reads the child is of no use.
  void flush() {
    if (!write_all(connection_, waiting_)) ::_exit(1);
    waiting_.clear();
  }
  Frame ask(const Frame& frame, std::string_view text) {
    finish(frame, text);
    Frame answer{Frame::Kind::Answer};
    if (!receive(connection_, &answer, sizeof answer)) ::_exit(1);
    return answer;
  }

  const int connection_;
  int messages_ = 0;     // of the program at hand
  std::string waiting_;  // to be sent
};

// --- In the parent

TemplateChild::TemplateChild(std::filesystem::path library, std::uint64_t memory, double seconds)
    : library_(std::move(library)),
      may_have_all_(may_have(hard_memory(memory))),
      child_({.memory = hard_memory(memory), .seconds = hard_seconds(seconds)},
             [this](int connection) { TemplateChildSide(connection).serve(library_); }) {}

bool TemplateChild::send(const TemplateProgram& program) const {
  const std::array<const std::string*, 3> texts = {&program.script, &program.fields, &program.context};
  ProgramHead head{.sizes = {},
                   .seed = program.seed,
                   .memory_limit = program.memory_limit,
                   .instruction_limit = program.instruction_limit,
                   .text_limit = program.text_limit,
                   .cpu_limit = program.cpu_limit};
  std::ranges::transform(texts, head.sizes.begin(), [](const std::string* text) { return text->size(); });
  return child_.send(&head, sizeof head) && std::ranges::all_of(texts, [this](const std::string* text) {
           return child_.send(text->data(), text->size());
         });
}

bool TemplateChild::answer(const Frame& frame, const std::string& text, TemplateSink& sink) const {
  Frame said{Frame::Kind::Answer};
  std::optional<std::string> content;
  if (frame.kind == Frame::Kind::Read) {
    content = sink.read_file(text);
    said.number = content ? 1 : 0;
    said.bytes = content ? content->size() : 0;
  } else if (frame.kind == Frame::Kind::Write) {
    const std::size_t name = std::min<std::size_t>(frame.number, text.size());
    said.number = sink.write_file(std::string_view(text).substr(0, name), std::string_view(text).substr(name)) ? 1 : 0;
  } else {
    said.number = sink.file_exists(text) ? 1 : 0;
  }
  return child_.send(&said, sizeof said) && (!content || child_.send(content->data(), content->size()));
}

// What has all the memory that the system lets it have does not reach its own limit.
TemplateBound TemplateChild::bound_of_memory() const {
  return may_have_all_ ? TemplateBound::Memory : TemplateBound::Machine;
}

TemplateError TemplateChild::error_of(const Frame& frame, std::string text) const {
  TemplateError error{.message = std::move(text),
                      .line = int(frame.number >> line_at & 0xffffff),
                      .column = int(std::uint32_t(frame.number)),
                      .reached = TemplateBound(frame.number >> reached_at)};
  if (error.reached == TemplateBound::Memory) error.reached = bound_of_memory();
  return error;
}

// What it died of.
TemplateError TemplateChild::death() {
  const int status = child_.wait();
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU) return too_long();
  const std::string how = signal ? "was killed by " + name_of_signal(signal) : "ended";
  const std::string who = fmt::format("the interpreter of a template ({})", library_.filename().string());
  if (!has_started_) throw MachineLacks(fmt::format("{} {} when it was to start", who, how));
  if (comes_from_outside(signal)) throw MachineLacks(fmt::format("{} {}", who, how));
  return {.message = fmt::format("the interpreter {}, as it may if a template takes too much memory", how),
          .reached = bound_of_memory()};
}

std::optional<TemplateError> TemplateChild::run(const TemplateProgram& program, TemplateSink& sink) {
  // Where it cannot take the program it has said why, or is gone.
  (void)send(program);
  std::string text;
  for (;;) {
    Frame frame{Frame::Kind::Ready};
    if (child_.receive(&frame, sizeof frame) != sizeof frame) return death();
    if (frame.bytes / 4 > program.text_limit && frame.bytes > longest_message) return too_much_text();
    text.resize(frame.bytes);
    if (child_.receive(text.data(), text.size()) != text.size()) return death();
    bool goes_on = true;
    switch (frame.kind) {
      case Frame::Kind::Ready:
        has_started_ = true;
        break;
      case Frame::Kind::Lacking:
        throw MachineLacks(text);
      case Frame::Kind::Literal:
        goes_on = sink.literal(frame.number);
        break;
      case Frame::Kind::Value:
        goes_on = sink.value(frame.number, text);
        break;
      case Frame::Kind::Truth:
        goes_on = sink.value(frame.number / 2, frame.number % 2 == 1);
        break;
      case Frame::Kind::Message:
        sink.message(frame.number > 0 ? TemplateSink::Level::Warning : TemplateSink::Level::Info, text);
        break;
      case Frame::Kind::Exists:
      case Frame::Kind::Read:
      case Frame::Kind::Write:
        if (!answer(frame, text, sink)) return death();
        break;
      case Frame::Kind::Done:
        return std::nullopt;
      case Frame::Kind::Failed:
        return error_of(frame, std::move(text));
      default:
        return TemplateError{"the interpreter says what nobody understands"};
    }
    if (!goes_on) return too_much_text();
  }
}

}  // namespace lightsout
