// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which controller was started, and with what, as files of exchanges and snapshots keep it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/robots/exchange/controller_link.h"

namespace lightsout {

nlohmann::json json_of(const ControllerDescription& description);
// Throws nlohmann::json::exception where it is none.
ControllerDescription description_of(const nlohmann::json& json);

}  // namespace lightsout
