// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The rest of OpenGL up to 2.1: accepted and without effect. None of these returns a floating-point number, and callers
// clean up their own arguments, so that one form fits all.
extern "C" {
#define IGNORED(name) \
  long name() { return 0; }
#include "plugins/host/gl/ignored.def"
#undef IGNORED
}
