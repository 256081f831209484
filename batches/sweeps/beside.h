// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What only a process of its own may do (reading a world may start threads, and fail by a crash), and what it tells.
#pragma once

#include <expected>
#include <functional>
#include <string>

namespace lightsout {

// What `tell` gives, called in a fork of this process; the error says how that ended if it did not live to tell. Once
// the end of this program was asked for it is not waited for. Call it while there is one thread.
std::expected<std::string, std::string> told_beside(const std::function<std::string()>& tell);

}  // namespace lightsout
