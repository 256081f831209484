# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# One layout for the build folder and for what is installed, so that there is one rule for finding things
# (installation/installation.h):
#
#   bin/lightsout, and its other names, which are links
#   lib/liblightsout_collider.so            the collider for other programs
#   lib/lightsout                           the home, which WEBOTS_HOME names: modules that are loaded when needed, and what
#     resources, include, lib/controller,   users' controllers and plugins are built with and find
#     projects
#
# The home is made whole in the build folder and installed as it is: nothing in it knows an absolute path.
set(LIGHTSOUT_PREFIX ${CMAKE_BINARY_DIR}/lib/lightsout)

# Other names of the executable (app/entries.h).
set(LIGHTSOUT_ENTRIES webots webots-controller)

# What has to be built before `cmake --install`.
add_custom_target(installation_files)

# in_home(<folder> <target>...): these lie in a folder of the home, "" for the home itself, and find what lies in
# <home>/lib/controller.
function(in_home folder)
  file(RELATIVE_PATH libraries ${LIGHTSOUT_PREFIX}/${folder} ${LIGHTSOUT_PREFIX}/lib/controller)
  foreach(target ${ARGN})
    set_target_properties(${target} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${LIGHTSOUT_PREFIX}/${folder} RUNTIME_OUTPUT_DIRECTORY ${LIGHTSOUT_PREFIX}/${folder}
      BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN;$ORIGIN/${libraries}")
    add_dependencies(installation_files ${target})
  endforeach()
endfunction()

# lightsout_module(<target>): a module that is loaded when it is first needed.
function(lightsout_module target)
  in_home("" ${target})
endfunction()

# copy_to_home(<folder of the sources> <folder of the home>): its files, which follow the sources.
function(copy_to_home from to)
  if(IS_SYMLINK ${LIGHTSOUT_PREFIX}/${to})
    file(REMOVE ${LIGHTSOUT_PREFIX}/${to})
  endif()
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${from} ${CMAKE_SOURCE_DIR}/${from}/*)
  list(FILTER files EXCLUDE REGEX "(^|/)build/|[.]so$")  # of runs in the source tree
  foreach(file ${files})
    configure_file(${CMAKE_SOURCE_DIR}/${from}/${file} ${LIGHTSOUT_PREFIX}/${to}/${file} COPYONLY)
  endforeach()
endfunction()
