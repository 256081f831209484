# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# Writes HEADER, which says the commit of the repository SOURCE, or COMMIT if that is not empty.
if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short HEAD OUTPUT_VARIABLE COMMIT
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
file(WRITE ${HEADER} "#define LIGHTSOUT_COMMIT \"${COMMIT}\"\n")
