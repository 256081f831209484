// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Runs one controller of a recorded exchange without its world: it is told what was told then, and says what it says.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "controllers/host/exchange/exchange_file.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

struct Fed {
  std::int64_t turns = 0;   // that it said the same as then
  double time = 0;          // s, of the last that it was told
  std::string departure;    // what it first did otherwise, in a sentence; "" if nothing
  std::string not_started;  // why it could not be, "" if it could
};

// `session`: of the reader; the host starts its controller, which may be another one than then.
Fed feed_controller(ExchangeReader& reader, const ExchangeReader::Session& session, ControllerHost& host,
                    const std::atomic<bool>& interrupted);

}  // namespace lightsout
