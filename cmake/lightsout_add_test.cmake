# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# lightsout_add_test(<prefix> FILES <file.test.yaml>... [LABELS <label>...] [TIMEOUT <seconds>] [ARGUMENTS <argument>...])
#
# Each file of tests of worlds becomes a test of CTest, "<prefix><file>", which `lightsout test` runs; relative names
# start at the current source folder. A file with several cases is one test, whose output tells of each.
#
# The executable is the target `lightsout` where there is one, else LIGHTSOUT_EXECUTABLE, else `lightsout` in PATH.
function(lightsout_add_test prefix)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "TIMEOUT" "FILES;LABELS;ARGUMENTS")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lightsout_add_test: what is ${test_UNPARSED_ARGUMENTS}? It has FILES, LABELS, TIMEOUT and ARGUMENTS")
  endif()
  if(NOT test_FILES)
    message(FATAL_ERROR "lightsout_add_test(${prefix}): FILES names no file")
  endif()
  if(TARGET lightsout)
    set(executable $<TARGET_FILE:lightsout>)
  else()
    find_program(LIGHTSOUT_EXECUTABLE lightsout REQUIRED)
    set(executable ${LIGHTSOUT_EXECUTABLE})
  endif()
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 300)
  endif()
  foreach(file IN LISTS test_FILES)
    set(name "${prefix}${file}")
    # What a project that asks for a CMake before 3.19 has no names of: the caller's folder gets the policy that has them.
    if(name MATCHES "[^-A-Za-z0-9_.:/+]" AND POLICY CMP0110)
      cmake_policy(SET CMP0110 NEW)
    endif()
    add_test(NAME "${name}" COMMAND ${executable} test ${test_ARGUMENTS} ${file} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_tests_properties("${name}" PROPERTIES TIMEOUT ${test_TIMEOUT} LABELS "${test_LABELS}")
  endforeach()
endfunction()
