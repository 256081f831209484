// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Controllers as processes of their own or in this one, for the application: the hosts that open their links.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "controllers/host/launch/host_options.h"
#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

class Log;

// HostOptions::ends_badly, of this controller.
std::function<void(const TurnEnd&)> last_end_of(const HostOptions& options, const ControllerDescription& description);

// The log must outlive the host, and the host its links; lines of controllers come to it from the host's own thread.
// Controllers die with the thread that starts them: let it be one that lives as long as the host.
std::unique_ptr<ControllerHost> make_process_host(HostOptions options, Log& log);

// Runs what it can inside this process (controllers in C and C++ that it finds or builds as shared libraries, see
// fiber_link.h) and the rest as processes. One such host at a time in a process, used by one thread.
std::expected<std::unique_ptr<ControllerHost>, std::string> make_in_process_host(HostOptions options, Log& log);

// Loads the library of controllers into this process, for the hosts of processes that are forked from it.
void keep_controller_library();

}  // namespace lightsout
