# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# Tests of the controller library against a scripted engine, of its names, and of its languages in whole runs.
lightsout_test(controllers/lib test_support Controller car driver WATCHES)
target_compile_definitions(test_controllers_lib PRIVATE LIGHTSOUT_BUILD_DIR="${CMAKE_BINARY_DIR}"
  LIGHTSOUT_HOME="${LIGHTSOUT_PREFIX}")
add_library(reports_early MODULE support/reports_early.c)
target_link_libraries(reports_early PRIVATE Controller)
add_dependencies(test_controllers_lib reports_early)
target_compile_definitions(test_controllers_lib PRIVATE REPORTS_EARLY="$<TARGET_FILE:reports_early>")
include(controllers/lib/api_names.cmake)
api_name_sources(${CMAKE_CURRENT_SOURCE_DIR}/controllers/lib/c_api.txt ${CMAKE_CURRENT_BINARY_DIR}/api_names api_names)
target_sources(test_controllers_lib PRIVATE ${api_names})
set_source_files_properties(${api_names} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
  COMPILE_DEFINITIONS LIGHTSOUT_NO_DEPRECATION)

# The controllers in other languages join those in C (see tests/controllers) in the project of the build folder.
set(project ${CMAKE_BINARY_DIR}/tests/project)
file(MAKE_DIRECTORY ${project}/controllers)
foreach(name says calls)
  add_executable(controller_${name}_cpp controllers/${name}_cpp/${name}_cpp.cpp)
  target_include_directories(controller_${name}_cpp PRIVATE ${LIGHTSOUT_PREFIX}/include/controller/cpp)
  target_link_libraries(controller_${name}_cpp PRIVATE CppController)
  set_target_properties(controller_${name}_cpp PROPERTIES OUTPUT_NAME ${name}_cpp
    RUNTIME_OUTPUT_DIRECTORY ${project}/controllers/${name}_cpp)
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/controllers/${name}_python ${project}/controllers/${name}_python SYMBOLIC)
  add_dependencies(test_controllers_lib lightsout controller_${name}_c controller_${name}_cpp)
endforeach()
# Where the machine has these languages.
foreach(name java octave)
  file(GLOB source CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/controllers/says_${name}/*)
  file(COPY ${source} DESTINATION ${project}/controllers/says_${name})
endforeach()
foreach(target java_classes octave_module)
  if(TARGET ${target})
    add_dependencies(test_controllers_lib ${target})
  endif()
endforeach()
add_test(NAME "docs: table of controller functions is fresh" COMMAND ${CMAKE_SOURCE_DIR}/scripts/controller_functions --check)
