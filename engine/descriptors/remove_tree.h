// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Removing what strangers have made: folders as deep as they like, without rights, of any names. By descriptors,
// without following a link, with an amount of memory and of descriptors that does not grow with the depth, and none of
// it from the heap: a forked copy of a program that has threads may call it.
#pragma once

namespace lightsout {

// Looked at before each removal; the removal ends once it is true.
struct RemovalStop {
  bool (*asks)(void* context) = nullptr;
  void* context = nullptr;
};

// A file, a link, or a folder with all that is in it; nothing there is well too. 0, or why something is left (an
// errno): all that could be removed is gone then. EINTR: it was stopped.
int remove_tree(const char* path, RemovalStop stop = {});

}  // namespace lightsout
