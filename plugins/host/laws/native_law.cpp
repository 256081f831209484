// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Joint laws in C and C++.
#include <fmt/format.h>

#include <utility>

#include "plugins/host/guard/callback_guard.h"
#include "plugins/host/guard/elf_check.h"
#include "plugins/host/guard/loaded_library.h"
#include "plugins/host/guard/unload.h"
#include "plugins/host/laws/joint_law.h"
#include "plugins/host/laws/law_files.h"

namespace lightsout {
namespace {

class NativeLaw final : public JointLaw {
 public:
  NativeLaw(LoadedLibrary library, lo_joint_callback function, lo_joint_close close, CallbackGuard& guard)
      : library_(std::move(library)), function_(function), close_(close), guard_(guard) {}

  ~NativeLaw() override {
    if (!failed_) finish();
    if (library_) library_.abandon();
  }

  bool finish() override {
    if (close_ && std::exchange(opened_, false) &&
        !guard_.run("the closing function of a joint callback", [&] { close_(state_); })) {
      note_failure();
      return false;
    }
    if (!library_ || unload(library_, guard_, "the destructors of a joint callback's library", remark_)) return true;
    note_failure();
    return false;
  }

  bool open(lo_joint_open function, const JointLawSetup& setup) {
    opened_ = true;
    if (!function) return true;
    std::vector<lo_joint_parameter> parameters;
    for (const auto& parameter : setup.parameters) parameters.push_back({parameter.name.c_str(), parameter.value});
    const lo_joint_setup given{setup.joint.c_str(), setup.handle, int(parameters.size()), parameters.data(),
                               setup.files && !setup.files->folder().empty() ? setup.files->folder().c_str() : nullptr};
    opened_ = guard_.run("the opening function of a joint callback", [&] { state_ = function(&given); });
    if (!opened_) note_failure();
    return opened_;
  }

  bool call(const lo_joint_in& in, lo_joint_out& out) override {
    int result = 0;
    if (!guard_.run("a joint callback", [&] { result = function_(state_, &in, &out); })) {
      note_failure();
      return false;
    }
    if (result == 0) return true;
    error_ = fmt::format("returned {} (0 is success)", result);
    return false;
  }

 private:
  void note_failure() {
    failed_ = true;
    error_ = guard_.failure().what();
    for (const auto& line : guard_.failure().backtrace) error_ += "\n  " + line;
  }

  LoadedLibrary library_;
  lo_joint_callback function_;
  lo_joint_close close_;
  CallbackGuard& guard_;
  void* state_ = nullptr;
  bool opened_ = false;
  bool failed_ = false;
};

}  // namespace

std::expected<std::unique_ptr<JointLaw>, std::string> make_native_law(const std::filesystem::path& library,
                                                                      const std::string& function,
                                                                      const JointLawSetup& setup,
                                                                      CallbackGuard& guard) {
  const auto elf = read_elf(library);
  if (!elf) return std::unexpected(fmt::format("{} {}", library.string(), elf.error()));
  if (const auto missing = missing_for(*elf); !missing.empty())
    return std::unexpected(fmt::format("{} cannot be loaded:\n  {}", library.string(), fmt::join(missing, "\n  ")));
  std::expected<LoadedLibrary, std::string> loaded;
  if (!guard.run("the constructors of a joint callback's library", [&] { loaded = LoadedLibrary::open(library); }))
    return std::unexpected(fmt::format("{} {}", library.string(), guard.failure().what_and_where()));
  if (!loaded) return std::unexpected(fmt::format("{} cannot be loaded: {}", library.string(), loaded.error()));
  const auto callback = loaded->find_function<lo_joint_callback>(function.c_str());
  if (!callback)
    return std::unexpected(fmt::format("{} exports no function {} (extern \"C\" in C++)", library.string(), function));
  const auto open = loaded->find_function<lo_joint_open>((function + "_open").c_str());
  const auto close = loaded->find_function<lo_joint_close>((function + "_close").c_str());
  auto law = std::make_unique<NativeLaw>(std::move(*loaded), callback, close, guard);
  if (!law->open(open, setup)) return std::unexpected(fmt::format("{}_open {}", function, law->error()));
  return law;
}

}  // namespace lightsout
