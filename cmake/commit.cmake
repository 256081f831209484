# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# app/commit.h says which commit this is. It follows the log of HEAD, which every commit, checkout and rebase lengthens.
set(commit_header ${CMAKE_BINARY_DIR}/generated/app/commit.h)
set(LIGHTSOUT_COMMIT "" CACHE STRING "What --version calls the commit; empty: git is asked")
execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} rev-parse --path-format=absolute --git-path logs/HEAD
  OUTPUT_VARIABLE commit_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT EXISTS "${commit_log}")
  set(commit_log)
endif()
add_custom_command(OUTPUT ${commit_header}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DCOMMIT=${LIGHTSOUT_COMMIT} -DHEADER=${commit_header}
    -P ${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake
  DEPENDS ${commit_log} ${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake VERBATIM)
