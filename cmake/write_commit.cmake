# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# Writes HEADER, which says the commit of SOURCE, a repository or what `git archive` made of one; or COMMIT if that is not
# empty.
if(NOT COMMIT)
  file(STRINGS ${SOURCE}/cmake/archive_commit.txt COMMIT LIMIT_COUNT 1)
  if(COMMIT MATCHES "^.Format")
    set(COMMIT)
  endif()
endif()
if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short HEAD OUTPUT_VARIABLE COMMIT
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
file(WRITE ${HEADER} "#define LIGHTSOUT_COMMIT \"${COMMIT}\"\n")
