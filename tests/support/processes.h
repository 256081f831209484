// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The processes of this machine that have a text in their environment.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace lightsout {

inline std::vector<pid_t> processes_with(const std::string& text) {
  std::vector<pid_t> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const pid_t pid = std::atoi(entry->path().filename().c_str());
    if (pid <= 0) continue;
    std::string environment;
    try {  // reading of a process that is gone fails
      std::ifstream file(entry->path() / "environ", std::ios::binary);
      environment.assign(std::istreambuf_iterator<char>(file), {});
    } catch (const std::exception&) {
    }
    if (environment.find(text) != std::string::npos) found.push_back(pid);
  }
  return found;
}

// Those that it has started, and that are not waited for.
inline std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const pid_t pid = std::atoi(entry->path().filename().c_str());
    if (pid <= 0) continue;
    // Its name, in parentheses, may hold any.
    std::ifstream file(entry->path() / "stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name_end = line.rfind(") ");
    if (name_end != std::string::npos && std::atoi(line.c_str() + name_end + 4) == parent) found.push_back(pid);
  }
  return found;
}

// As soon as there are none, or after so many seconds.
inline std::vector<pid_t> processes_with(const std::string& text, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    std::vector<pid_t> found = processes_with(text);
    if (found.empty() || std::chrono::steady_clock::now() > end) return found;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// Whether it has a handler for the signal, or holds it back.
inline bool takes_signal(pid_t process, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    for (const char* name : {"SigBlk:", "SigCgt:"})
      if (line.starts_with(name) && (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0) return true;
  return false;
}

// Whether its first thread waits for something, which no processor that others have keeps it from.
inline bool is_asleep(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("State:")) return line.find("S (") != std::string::npos;
  return false;
}

}  // namespace lightsout
