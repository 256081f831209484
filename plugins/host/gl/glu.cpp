// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Nothing: GLU's functions are in libGL.so.1 here; this library is found in its place by its name.
