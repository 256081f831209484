// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "controllers/wire/block.h"
#include "plugins/host/guard/callback_guard.h"
#include "plugins/host/laws/joint_law.h"
#include "plugins/host/laws/law_files.h"
#include "tests/fuzz/target.h"
#include "tests/support/alone.h"

namespace lightsout::fuzz {

void fuzz_law(std::string_view bytes) {
  SilentLog log;
  CallbackGuard guard(2);
  LawFiles files{std::filesystem::path()};
  const std::vector<JointParameter> parameters = {{"p", 2.5}};
  const auto law = make_lua_law(write_file("law.lua", bytes), {"JOINT", 1, 7, parameters, &files}, guard, log);
  if (!law) return;
  lo_joint_in in{};
  in.maxForce = 10;
  in.totalPasses = 1;
  in.dynStepSize = 0.01;
  for (in.first = 1; in.passCnt < 3; ++in.passCnt, in.first = 0) {
    lo_joint_out out{in.maxForce, 0};
    if (!(*law)->call(in, out)) return;
  }
  (void)(*law)->finish();
}

}  // namespace lightsout::fuzz
