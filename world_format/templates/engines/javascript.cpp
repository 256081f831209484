// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// JavaScript for PROTO templates: SpiderMonkey 102 behind TemplateEngine. A template is an ES module in a realm of its
// own, with the language's standard objects, our helper modules, `fields`, `context`, `console`, `wbfile` (which goes
// through the sink), and nothing else that reaches a file, a network, a clock or a source of chance that the seed does
// not fix.
#include <js/ArrayBuffer.h>
#include <js/CompilationAndEvaluation.h>
#include <js/Conversions.h>
#include <js/Exception.h>
#include <js/GCAPI.h>
#include <js/GlobalObject.h>
#include <js/Initialization.h>
#include <js/Interrupt.h>
#include <js/Modules.h>
#include <js/Object.h>
#include <js/Promise.h>
#include <js/SavedFrameAPI.h>
#include <js/SourceText.h>
#include <jsapi.h>
#include <jsfriendapi.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "world_format/templates/engines/template_engine.h"
#include "world_format/text/embedded_file.h"

namespace lightsout {

extern const std::span<const EmbeddedFile> javascript_modules;

namespace {

constexpr const char* script_name = "template";

// Runs before the template, in sloppy mode, with the natives defined.
constexpr std::string_view prelude = R"js(
(function (random, message, now, file) {
  'use strict';
  Math.random = random;
  const RealDate = Date;
  RealDate.now = () => now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now], newTarget),
    apply: () => new RealDate(now).toString(),
  });
  const show = (args) => args.map((a) => (typeof a === 'object' && a !== null ? JSON.stringify(a) : String(a))).join(' ');
  const info = (...args) => message(0, show(args));
  const warning = (...args) => message(1, show(args));
  globalThis.console = {log: info, info: info, debug: info, warn: warning, error: warning};
  globalThis.wbfile = {
    fileExists: (path) => file(0, path),
    readTextFile: (path) => file(1, path),
    writeTextFile: (name, content) => file(2, name, content),
  };
  delete globalThis.SharedArrayBuffer;
  delete globalThis.Atomics;
  delete globalThis.WebAssembly;
})
)js";

double thread_cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Bytes of memory that the process fills. The allocator cannot be asked: there is more than one of them, and not every
// executable has the same.
std::size_t memory_in_use() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  std::size_t whole = 0, resident = 0;
  const bool read = std::fscanf(file, "%zu %zu", &whole, &resident) == 2;
  std::fclose(file);
  return read ? resident * std::size_t(sysconf(_SC_PAGESIZE)) : 0;
}

class JavaScriptEngine final : public TemplateEngine {
 public:
  static JavaScriptEngine* make();
  ~JavaScriptEngine() override;
  std::optional<TemplateError> run(const TemplateProgram& program, TemplateSink& sink) override;
  void clean() override { JS_GC(cx_); }

 private:
  static JavaScriptEngine* of(JSContext* cx) { return static_cast<JavaScriptEngine*>(JS_GetContextPrivate(cx)); }
  static bool on_interrupt(JSContext* cx);
  static JSObject* resolve_module(JSContext* cx, JS::HandleValue referrer, JS::HandleObject request);
  static bool literal(JSContext* cx, unsigned argc, JS::Value* vp);
  static bool value(JSContext* cx, unsigned argc, JS::Value* vp);
  static bool message(JSContext* cx, unsigned argc, JS::Value* vp);
  static bool random(JSContext* cx, unsigned argc, JS::Value* vp);
  static bool file(JSContext* cx, unsigned argc, JS::Value* vp);

  bool prepare(JS::HandleObject global);
  bool evaluate(std::string_view text, const char* name, JS::MutableHandleValue result);
  JSObject* compile_module(std::string_view text, const char* name);
  bool run_module();
  bool define(JS::HandleObject global, const char* name, std::string_view expression);
  std::string to_utf8(JS::HandleValue value);
  TemplateError take_error();
  // Ends the running script, with this as the reason. What it has put off stays in the queue: the engine is of no more
  // use.
  bool stop(TemplateError reason) {
    stopped_ = std::move(reason);
    js::StopDrainingJobQueue(cx_);
    return false;
  }

  JSContext* cx_ = nullptr;
  const TemplateProgram* program_ = nullptr;
  TemplateSink* sink_ = nullptr;
  std::uint64_t random_state_ = 0;
  double cpu_start_ = 0;
  std::size_t memory_start_ = 0;
  std::optional<TemplateError> stopped_;
  std::map<std::string, JS::PersistentRootedObject, std::less<>> modules_;  // of the run
};

const JSClass global_class = {"global", JSCLASS_GLOBAL_FLAGS, &JS::DefaultGlobalClassOps};

// One engine a process, which ends with it (template_child.h).
JavaScriptEngine* JavaScriptEngine::make() {
  if (!JS_Init()) return nullptr;
  // The same bits of sin, cos and tan on every processor.
  JS::SetUseFdlibmForSinCosTan(true);
  // What is allocated and filled at once is seen only afterwards: 2 GB are enough of it.
  JS::SetLargeArrayBuffersEnabled(false);
  auto engine = new JavaScriptEngine;
  engine->cx_ = JS_NewContext(256u << 20);
  if (!engine->cx_) {
    delete engine;
    return nullptr;
  }
  // Promises need a queue for what is to run later, which run_module empties.
  if (!js::UseInternalJobQueues(engine->cx_) || !JS::InitSelfHostedCode(engine->cx_)) {
    delete engine;
    return nullptr;
  }
  JS_SetContextPrivate(engine->cx_, engine);
  JS_SetNativeStackQuota(engine->cx_, 512u << 10);
  JS_AddInterruptCallback(engine->cx_, on_interrupt);
  JS::SetModuleResolveHook(JS_GetRuntime(engine->cx_), resolve_module);
  return engine;
}

JavaScriptEngine::~JavaScriptEngine() {
  modules_.clear();
  if (!cx_) return;
  JS_DestroyContext(cx_);
}

bool JavaScriptEngine::on_interrupt(JSContext* cx) {
  JavaScriptEngine& self = *of(cx);
  if (!self.program_) return true;
  if (self.stopped_) return false;
  if (thread_cpu_seconds() - self.cpu_start_ > self.program_->cpu_limit) return self.stop(too_long());
  if (memory_in_use() > self.memory_start_ + self.program_->memory_limit) return self.stop(too_much_memory());
  return true;
}

// "wbrandom.js", "./wbrandom.js", "modules/webots/wbrandom.js" -> "wbrandom"
std::string_view module_stem(std::string_view specifier) {
  if (auto slash = specifier.find_last_of('/'); slash != specifier.npos) specifier.remove_prefix(slash + 1);
  for (std::string_view suffix : {".js", ".mjs"})
    if (specifier.ends_with(suffix)) specifier.remove_suffix(suffix.size());
  return specifier;
}

JSObject* JavaScriptEngine::resolve_module(JSContext* cx, JS::HandleValue, JS::HandleObject request) {
  JavaScriptEngine& self = *of(cx);
  JS::RootedString specifier(cx, JS::GetModuleRequestSpecifier(cx, request));
  if (!specifier) return nullptr;
  JS::RootedValue specifier_value(cx, JS::StringValue(specifier));
  std::string name = self.to_utf8(specifier_value);
  std::string stem(module_stem(name));
  if (auto known = self.modules_.find(stem); known != self.modules_.end()) return known->second;
  std::string available;
  for (const EmbeddedFile& file : javascript_modules) {
    std::string_view candidate = module_stem(file.path);
    if (candidate == stem) {
      JSObject* module = self.compile_module(file.text, file.path.data());
      if (module) self.modules_.emplace(stem, JS::PersistentRootedObject(cx, module));
      return module;
    }
    if (!available.empty()) available += ", ";
    available += candidate;
  }
  JS_ReportErrorUTF8(cx, "there is no module '%s'; there are %s", name.c_str(), available.c_str());
  return nullptr;
}

bool JavaScriptEngine::literal(JSContext* cx, unsigned argc, JS::Value* vp) {
  JS::CallArgs args = CallArgsFromVp(argc, vp);
  args.rval().setUndefined();
  if (!args.get(0).isNumber()) return true;
  JavaScriptEngine& self = *of(cx);
  return self.sink_->literal(std::size_t(args[0].toNumber())) || self.stop(too_much_text());
}

bool JavaScriptEngine::value(JSContext* cx, unsigned argc, JS::Value* vp) {
  JS::CallArgs args = CallArgsFromVp(argc, vp);
  args.rval().setUndefined();
  if (!args.get(0).isNumber()) return true;
  JavaScriptEngine& self = *of(cx);
  if (args.get(1).isBoolean())
    return self.sink_->value(std::size_t(args[0].toNumber()), args[1].toBoolean()) || self.stop(too_much_text());
  JS::RootedString text(cx, JS::ToString(cx, args.get(1)));
  if (!text) return false;
  if (JS::GetStringLength(text) > self.program_->text_limit) return self.stop(too_much_text());
  JS::RootedValue text_value(cx, JS::StringValue(text));
  return self.sink_->value(std::size_t(args[0].toNumber()), self.to_utf8(text_value)) || self.stop(too_much_text());
}

bool JavaScriptEngine::message(JSContext* cx, unsigned argc, JS::Value* vp) {
  JS::CallArgs args = CallArgsFromVp(argc, vp);
  args.rval().setUndefined();
  JavaScriptEngine& self = *of(cx);
  self.sink_->message(
      args.get(0).isNumber() && args[0].toNumber() > 0 ? TemplateSink::Level::Warning : TemplateSink::Level::Info,
      self.to_utf8(args.get(1)));
  return true;
}

bool JavaScriptEngine::random(JSContext* cx, unsigned argc, JS::Value* vp) {
  JS::CallArgs args = CallArgsFromVp(argc, vp);
  args.rval().setNumber(next_template_random(of(cx)->random_state_));
  return true;
}

// file(0, path): whether it is there; file(1, path): its text; file(2, name, content): whether it was written.
bool JavaScriptEngine::file(JSContext* cx, unsigned argc, JS::Value* vp) {
  JS::CallArgs args = CallArgsFromVp(argc, vp);
  JavaScriptEngine& self = *of(cx);
  const double action = args.get(0).isNumber() ? args[0].toNumber() : 0;
  const std::string name = self.to_utf8(args.get(1));
  if (action == 0) {
    args.rval().setBoolean(self.sink_->file_exists(name));
  } else if (action == 2) {
    args.rval().setBoolean(self.sink_->write_file(name, self.to_utf8(args.get(2))));
  } else {
    const std::optional<std::string> text = self.sink_->read_file(name);
    if (!text) {
      JS_ReportErrorUTF8(cx, "wbfile.readTextFile: templates have no access to %s", name.c_str());
      return false;
    }
    JSString* string = JS_NewStringCopyUTF8N(cx, JS::UTF8Chars(text->data(), text->size()));
    if (!string) return false;
    args.rval().setString(string);
  }
  return true;
}

std::string JavaScriptEngine::to_utf8(JS::HandleValue value) {
  JS::RootedString text(cx_, JS::ToString(cx_, value));
  if (!text) {
    JS_ClearPendingException(cx_);
    return "?";
  }
  JS::UniqueChars bytes = JS_EncodeStringToUTF8(cx_, text);
  return bytes ? std::string(bytes.get()) : std::string();
}

bool JavaScriptEngine::evaluate(std::string_view text, const char* name, JS::MutableHandleValue result) {
  JS::CompileOptions options(cx_);
  options.setFileAndLine(name, 1);
  JS::SourceText<mozilla::Utf8Unit> source;
  return source.init(cx_, text.data(), text.size(), JS::SourceOwnership::Borrowed) &&
         JS::Evaluate(cx_, options, source, result);
}

JSObject* JavaScriptEngine::compile_module(std::string_view text, const char* name) {
  JS::CompileOptions options(cx_);
  options.setFileAndLine(name, 1);
  JS::SourceText<mozilla::Utf8Unit> source;
  if (!source.init(cx_, text.data(), text.size(), JS::SourceOwnership::Borrowed)) return nullptr;
  return JS::CompileModule(cx_, options, source);
}

bool JavaScriptEngine::define(JS::HandleObject global, const char* name, std::string_view expression) {
  JS::RootedValue value(cx_);
  std::string parenthesized = "(";
  parenthesized += expression;
  parenthesized += ')';
  return evaluate(parenthesized, name, &value) && JS_DefineProperty(cx_, global, name, value, JSPROP_ENUMERATE);
}

bool JavaScriptEngine::prepare(JS::HandleObject global) {
  JS::RootedFunction random_function(cx_, JS_NewFunction(cx_, random, 0, 0, "random"));
  JS::RootedFunction message_function(cx_, JS_NewFunction(cx_, message, 2, 0, "message"));
  JS::RootedFunction file_function(cx_, JS_NewFunction(cx_, file, 3, 0, "file"));
  JS::RootedValue setup(cx_), ignored(cx_);
  if (!random_function || !message_function || !file_function || !evaluate(prelude, "prelude", &setup)) return false;
  JS::RootedValueArray<4> args(cx_);
  args[0].setObject(*JS_GetFunctionObject(random_function));
  args[1].setObject(*JS_GetFunctionObject(message_function));
  args[2].setNumber(template_clock_ms(program_->seed));
  args[3].setObject(*JS_GetFunctionObject(file_function));
  return JS_CallFunctionValue(cx_, global, setup, args, &ignored) &&
         JS_DefineFunction(cx_, global, "__literal", literal, 1, 0) &&
         JS_DefineFunction(cx_, global, "__value", value, 2, 0) && define(global, "fields", program_->fields) &&
         define(global, "context", program_->context);
}

bool JavaScriptEngine::run_module() {
  JS::RootedObject module(cx_, compile_module(program_->script, script_name));
  if (!module || !JS::ModuleInstantiate(cx_, module)) return false;
  JS::RootedValue result(cx_);
  if (!JS::ModuleEvaluate(cx_, module, &result)) return false;
  js::RunJobs(cx_);
  if (stopped_) return false;
  if (!result.isObject()) return true;
  JS::RootedObject promise(cx_, &result.toObject());
  if (JS::GetPromiseState(promise) == JS::PromiseState::Pending) {
    JS_ReportErrorASCII(cx_, "the template waits for a promise that nobody keeps");
    return false;
  }
  return JS::ThrowOnModuleEvaluationFailure(cx_, promise, JS::ThrowModuleErrorsSync);
}

TemplateError JavaScriptEngine::take_error() {
  if (stopped_) {
    JS_ClearPendingException(cx_);
    return *stopped_;
  }
  if (!JS_IsExceptionPending(cx_)) return {"the template was stopped"};
  // The engine's own bound may be met before the watching thread has asked for a look.
  if (JS_IsThrowingOutOfMemory(cx_)) {
    JS_ClearPendingException(cx_);
    return too_much_memory();
  }
  JS::ExceptionStack stack(cx_);
  JS::ErrorReportBuilder report(cx_);
  if (!JS::StealPendingExceptionStack(cx_, &stack) || !report.init(cx_, stack, JS::ErrorReportBuilder::NoSideEffects)) {
    JS_ClearPendingException(cx_);
    return {"the template failed, and so did the description of its error"};
  }
  TemplateError error{report.toStringResult().c_str()};
  // Thrown as a text, and by now no more than that.
  if (stack.exception().isString() && to_utf8(stack.exception()) == "out of memory")
    error.reached = TemplateBound::Memory;
  if (report.report()->filename && std::string_view(report.report()->filename) == script_name) {
    error.line = int(report.report()->lineno);
    error.column = int(report.report()->column) - (report.report()->column > 0);
    return error;
  }
  // Thrown inside a helper module: the nearest frame that is the template's own.
  JS::RootedObject frame(cx_, stack.stack());
  if (stack.exception().isObject()) {
    JS::RootedObject exception(cx_, &stack.exception().toObject());
    if (JSObject* thrown_at = JS::ExceptionStackOrNull(exception)) frame = thrown_at;
  }
  JS::RootedString source(cx_);
  while (frame) {
    if (JS::GetSavedFrameSource(cx_, nullptr, frame, &source) == JS::SavedFrameResult::Ok) {
      JS::RootedValue source_value(cx_, JS::StringValue(source));
      if (to_utf8(source_value) == script_name) {
        std::uint32_t line = 0, column = 0;
        JS::GetSavedFrameLine(cx_, nullptr, frame, &line);
        JS::GetSavedFrameColumn(cx_, nullptr, frame, &column);
        error.line = int(line);
        error.column = int(column) - (column > 0);
        break;
      }
    }
    JS::RootedObject parent(cx_);
    if (JS::GetSavedFrameParent(cx_, nullptr, frame, &parent) != JS::SavedFrameResult::Ok) break;
    frame = parent;
  }
  return error;
}

std::optional<TemplateError> JavaScriptEngine::run(const TemplateProgram& program, TemplateSink& sink) {
  program_ = &program;
  sink_ = &sink;
  random_state_ = program.seed;
  stopped_.reset();
  cpu_start_ = thread_cpu_seconds();
  memory_start_ = memory_in_use();

  // SpiderMonkey counts no instructions: another thread asks it every 20 ms to look at its own clock and memory.
  std::mutex mutex;
  std::condition_variable_any done;
  std::jthread watch([&](std::stop_token token) {
    std::unique_lock lock(mutex);
    while (!done.wait_for(lock, token, std::chrono::milliseconds(20), [&] { return token.stop_requested(); }) &&
           !token.stop_requested())
      JS_RequestInterruptCallback(cx_);
  });

  std::optional<TemplateError> error;
  {
    JS::RealmOptions options;
    JS::RootedObject global(cx_, JS_NewGlobalObject(cx_, &global_class, nullptr, JS::FireOnNewGlobalHook, options));
    if (!global) {
      error = too_much_memory();
    } else {
      JSAutoRealm realm(cx_, global);
      if (!prepare(global) || !run_module()) error = take_error();
    }
  }
  watch.request_stop();
  watch.join();
  modules_.clear();
  program_ = nullptr;
  sink_ = nullptr;
  return error;
}

}  // namespace
}  // namespace lightsout

extern "C" __attribute__((visibility("default"))) lightsout::TemplateEngine* lightsout_make_template_engine() {
  return lightsout::JavaScriptEngine::make();
}
