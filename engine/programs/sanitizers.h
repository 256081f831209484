// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Which sanitizer this is built with, 0 or 1, by GCC (which defines names) or by Clang (which has features). With
// parentheses, so that `#if` fails where this header is not included.
#pragma once

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define LIGHTSOUT_ADDRESS_SANITIZER() 1
#else
#define LIGHTSOUT_ADDRESS_SANITIZER() 0
#endif

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define LIGHTSOUT_THREAD_SANITIZER() 1
#else
#define LIGHTSOUT_THREAD_SANITIZER() 0
#endif

#define LIGHTSOUT_SANITIZER() (LIGHTSOUT_ADDRESS_SANITIZER() || LIGHTSOUT_THREAD_SANITIZER())
