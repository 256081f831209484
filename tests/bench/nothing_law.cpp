// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The least that a law can do, for joint_callback_bench.
#include <plugins/joint_callback.h>

extern "C" int nothing(void*, const lo_joint_in*, lo_joint_out*) { return 0; }
