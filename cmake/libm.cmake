# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# One libm for all that computes motion: musl's, as Debian's musl-dev brings it. glibc's chooses between variants with and
# without fused multiply-add when the program starts, and they differ in last bits; musl's is plain IEEE arithmetic of the
# architecture's base, so its answers are the same on every x86-64 processor. Left out is what every libm answers exactly
# (fmod, floor, sqrt, ...) and what nothing here calls (Bessel functions, long double).
set(LIBM_MUSL ${CMAKE_SYSROOT}/usr/lib/${CMAKE_SYSTEM_PROCESSOR}-linux-musl/libc.a)
if(NOT EXISTS ${LIBM_MUSL})
  message(FATAL_ERROR "${LIBM_MUSL} is missing: install Debian's musl-dev (scripts/install does)")
endif()

set(members
  # double
  acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf exp exp10 exp2 expm1 hypot log log10 log1p log2 pow sin
  sincos sinh tan tanh
  # float
  acosf acoshf asinf asinhf atanf atan2f atanhf cbrtf cosf coshf erff expf exp10f exp2f expm1f hypotf logf log10f log1pf
  log2f powf sinf sincosf sinhf tanf tanhf
  # What these are made of
  __cos __cosdf __expo2 __expo2f __math_divzero __math_divzerof __math_invalid __math_invalidf __math_oflow __math_oflowf
  __math_uflow __math_uflowf __math_xflow __math_xflowf __rem_pio2 __rem_pio2_large __rem_pio2f __sin __sindf __tan
  __tandf exp_data exp2f_data log_data log2_data log2f_data logf_data pow_data powf_data)
list(TRANSFORM members APPEND .lo)
set(LIBM_ARCHIVE ${CMAKE_BINARY_DIR}/lib/libm_musl.a)
set(objects ${CMAKE_BINARY_DIR}/libm)
file(MAKE_DIRECTORY ${objects} ${CMAKE_BINARY_DIR}/lib)
add_custom_command(OUTPUT ${LIBM_ARCHIVE}
  COMMAND ${CMAKE_AR} x ${LIBM_MUSL} ${members}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${LIBM_ARCHIVE}
  COMMAND ${CMAKE_AR} Dcrs ${LIBM_ARCHIVE} ${members}
  DEPENDS ${LIBM_MUSL} WORKING_DIRECTORY ${objects} COMMENT "Taking libm out of musl" VERBATIM)
add_custom_target(libm_archive DEPENDS ${LIBM_ARCHIVE})
add_library(libm_musl STATIC IMPORTED GLOBAL)
set_target_properties(libm_musl PROPERTIES IMPORTED_LOCATION ${LIBM_ARCHIVE})
add_dependencies(libm_musl libm_archive)

# Whole and exported: an executable's libraries, ODE among them, call these too, and so do programs that link a library
# which holds them.
add_library(libm_exported INTERFACE)
target_link_libraries(libm_exported INTERFACE $<LINK_LIBRARY:WHOLE_ARCHIVE,libm_musl>)

# What a library calls itself, seen by nobody else.
add_library(libm_hidden INTERFACE)
target_link_libraries(libm_hidden INTERFACE libm_musl)
target_link_options(libm_hidden INTERFACE -Wl,--exclude-libs,libm_musl.a)
