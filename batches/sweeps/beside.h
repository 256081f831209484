// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What only a process of its own may do (reading a world may start threads, and fail by a crash), and what it tells.
#pragma once

#include <functional>
#include <string>

namespace lightsout {

// What `tell` gives, called in a fork of this process; "" if it did not live to tell. Call it while there is one
// thread.
std::string told_beside(const std::function<std::string()>& tell);

}  // namespace lightsout
