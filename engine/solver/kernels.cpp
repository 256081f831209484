// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/kernels.h"

// Clang has no such pragmas: what it compiles (fuzz targets) has the shortest vectors alone.
#if defined(__x86_64__) && !defined(__clang__)
#define HAS_LONGER_VECTORS 1
#endif

namespace lightsout {
namespace {

#define KERNELS of_pairs
#define KERNELS_NAME "of pairs"
#define LANES 2
#include "engine/solver/kernels.inc"
#undef KERNELS
#undef KERNELS_NAME
#undef LANES

#ifdef HAS_LONGER_VECTORS
#pragma GCC push_options
#pragma GCC target("avx2")
#define KERNELS of_fours
#define KERNELS_NAME "of fours"
#define LANES 4
#include "engine/solver/kernels.inc"
#undef KERNELS
#undef KERNELS_NAME
#undef LANES
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f")
#define KERNELS of_eights
#define KERNELS_NAME "of eights"
#define LANES 8
#include "engine/solver/kernels.inc"
#undef KERNELS
#undef KERNELS_NAME
#undef LANES
#pragma GCC pop_options
#endif

// From the slowest to the quickest.
constexpr const Kernels* every[] = {
    &of_pairs::all,
#ifdef HAS_LONGER_VECTORS
    &of_fours::all,
    &of_eights::all,
#endif
};

std::size_t count_of_this_processor() {
#ifdef HAS_LONGER_VECTORS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return 3;
  if (__builtin_cpu_supports("avx2")) return 2;
#endif
  return 1;
}

}  // namespace

std::span<const Kernels* const> all_kernels() {
  static const std::size_t count = count_of_this_processor();
  return {every, count};
}

const Kernels& kernels() {
  static const Kernels& quickest = *all_kernels().back();
  return quickest;
}

}  // namespace lightsout
