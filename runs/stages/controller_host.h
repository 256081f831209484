// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The host of a run's controllers, as its settings ask for it.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "controllers/host/host.h"
#include "runs/reports/run_log.h"
#include "runs/settings/run_settings.h"
#include "runs/stages/run_room.h"

namespace lightsout {

// Where the run listens for controllers of other machines: `listen` is what --listen says, "" for nowhere. The error
// says what is wrong with it, or with LIGHTSOUT_TOKEN.
std::expected<std::optional<ListenSettings>, std::string> listen_settings(const std::string& listen);

// Why no <extern> controller can connect to a run of this process: it is in the sandbox; "" if they can.
std::string no_extern_controllers();

// `room`, `interrupted` and `run_log` outlive it. The error says what could not be made.
std::expected<std::unique_ptr<ControllerHost>, std::string> make_controller_host(const RunSettings& settings,
                                                                                 std::optional<ListenSettings> listen,
                                                                                 RunRoom& room,
                                                                                 const std::atomic<bool>& interrupted,
                                                                                 RunLog& run_log, Log& log);

}  // namespace lightsout
