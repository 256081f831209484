# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# For plugins that are built with CMake:
#
#   include($ENV{WEBOTS_HOME}/resources/lightsout_plugin.cmake)
#   lightsout_physics_plugin(my_plugin my_plugin.c)       # libmy_plugin.so beside the CMakeLists.txt
#   lightsout_joint_callback(my_law my_law.cpp)           # libmy_law.so, for a run file's `library:`
#
# Nothing needs to be linked: the simulator exports ODE, OpenGL (as a recorder) and its own services.
get_filename_component(LIGHTSOUT_HOME ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
if(EXISTS ${LIGHTSOUT_HOME}/include/plugins)
  set(LIGHTSOUT_PLUGIN_HEADERS ${LIGHTSOUT_HOME}/include)
else()
  set(LIGHTSOUT_PLUGIN_HEADERS ${LIGHTSOUT_HOME}/plugins/include)
endif()

function(lightsout_physics_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_include_directories(${name} PRIVATE ${LIGHTSOUT_PLUGIN_HEADERS})
  target_compile_options(${name} PRIVATE -ffp-contract=off "SHELL:-idirafter \"${LIGHTSOUT_PLUGIN_HEADERS}/gl_stand_in\"")
  set_target_properties(${name} PROPERTIES PREFIX lib SUFFIX .so POSITION_INDEPENDENT_CODE ON C_EXTENSIONS ON
    LIBRARY_OUTPUT_DIRECTORY $<1:${CMAKE_CURRENT_SOURCE_DIR}>)  # $<1:...>: in all configurations
endfunction()

function(lightsout_joint_callback name)
  lightsout_physics_plugin(${name} ${ARGN})
endfunction()
