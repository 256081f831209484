// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A user's control law for one joint, whatever language it is written in.
#pragma once

#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "plugins/host/laws/joint_parameter.h"
#include "plugins/include/plugins/joint_callback.h"

namespace lightsout {

class CallbackGuard;
class LawFiles;
class Log;

struct JointLawSetup {
  std::string joint;  // path, and which axis of several, for messages
  int handle = 0;
  std::uint64_t seed = 0;
  std::span<const JointParameter> parameters;
  LawFiles* files = nullptr;
};

class JointLaw {
 public:
  virtual ~JointLaw() = default;
  // False: error() tells what happened, as a sentence about the law; it is not called again.
  virtual bool call(const lo_joint_in& in, lo_joint_out& out) = 0;
  // Its own clean-up; the same. Not called after a failure.
  virtual bool finish() { return true; }
  const std::string& error() const { return error_; }
  // What is to be said of how it ended, a sentence about the law; "" if nothing is.
  const std::string& remark() const { return remark_; }

 protected:
  std::string error_;
  std::string remark_;
};

// A function of a shared library, see <plugins/joint_callback.h>. The library is found to be fit and loaded here.
std::expected<std::unique_ptr<JointLaw>, std::string> make_native_law(const std::filesystem::path& library,
                                                                      const std::string& function,
                                                                      const JointLawSetup& setup, CallbackGuard& guard);
// A Lua script that defines sysCall_joint or sysCall_jointCallback.
std::expected<std::unique_ptr<JointLaw>, std::string> make_lua_law(const std::filesystem::path& script,
                                                                   const JointLawSetup& setup, CallbackGuard& guard,
                                                                   Log& log);

}  // namespace lightsout
