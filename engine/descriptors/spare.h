// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Descriptors that are kept for later, so that what is written at the end of a run still has one where users' code in
// this process has taken all that there are. None are kept where so few may be open that the run needs them itself.
#pragma once

#include <fcntl.h>
#include <sys/resource.h>

#include <array>

#include "engine/descriptors/file_descriptor.h"

namespace lightsout {

class SpareDescriptors {
 public:
  SpareDescriptors() {
    constexpr rlim_t enough_for_both = 64;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < enough_for_both) return;
    spare_[0] = FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    for (std::size_t i = 1; i < spare_.size() && spare_[0]; ++i)
      spare_[i] = FileDescriptor(::fcntl(spare_[0].get(), F_DUPFD_CLOEXEC, 0));
  }
  void give_back() {
    for (FileDescriptor& each : spare_) each.reset();
  }

 private:
  std::array<FileDescriptor, 8> spare_;
};

}  // namespace lightsout
