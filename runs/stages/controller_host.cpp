// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/stages/controller_host.h"

#include <cstdlib>
#include <utility>

#include "world_format/project/project.h"

namespace lightsout {

std::expected<std::optional<ListenSettings>, std::string> listen_settings(const std::string& listen) {
  if (listen.empty()) return std::nullopt;
  const auto address = ListenAddress::parse(listen);
  if (!address) return std::unexpected("--listen: " + address.error());
  const char* token = std::getenv("LIGHTSOUT_TOKEN");
  ListenSettings settings{*address, token ? token : ""};
  if (std::string wrong = wrong_token(*address, settings.token); !wrong.empty())
    return std::unexpected("--listen: " + wrong);
  return settings;
}

std::string no_extern_controllers() {
  const char* confined = std::getenv("LIGHTSOUT_SANDBOX");
  return confined && *confined ? "the run is in a --sandbox, where its <extern> controller cannot connect" : "";
}

std::expected<std::unique_ptr<ControllerHost>, std::string> make_controller_host(const RunSettings& settings,
                                                                                 std::optional<ListenSettings> listen,
                                                                                 RunRoom& room,
                                                                                 const std::atomic<bool>& interrupted,
                                                                                 RunLog& run_log, Log& log) {
  HostOptions options = {.extra_projects = installations_of(settings.load.assets),
                         .timeout_s = settings.controller_timeout,
                         .extern_timeout_s = settings.extern_timeout,
                         .extern_port = settings.extern_port.value_or(default_extern_port),
                         .extern_ports = settings.extern_ports.value_or(default_extern_ports),
                         .listen = std::move(listen),
                         .extern_reconnect = settings.extern_reconnect,
                         .asynchronous = settings.asynchronous,
                         .no_extern = no_extern_controllers(),
                         .extern_listener = [&run_log](auto... news) { run_log.extern_robot(news...); },
                         .build_timeout_s = settings.build_timeout_s,
                         .no_build = settings.no_build,
                         .no_code = settings.no_code,
                         .environment = settings.environment,
                         .environment_of = [&room](const auto& description) { return room.variables_of(description); },
                         .opens_in_process = [&room] { room.note_in_process(); },
                         .ends_badly = [&room](const auto&... end) { room.note_bad_end(end...); },
                         .listener = settings.load.listener,
                         .interrupted = &interrupted};
  if (settings.in_process) return make_in_process_host(std::move(options), log);
  return make_process_host(std::move(options), log);
}

}  // namespace lightsout
