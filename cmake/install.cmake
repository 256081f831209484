# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies, after `ninja installation_files`. Nothing installed knows where it lies: a prefix may be moved.
#
#   bin/lightsout                       lib/lightsout (the home, see installation.cmake)
#   include/lightsout                   lib/liblightsout_collider.so, lib/cmake/lightsout, lib/pkgconfig
#   lib/python3/dist-packages           share/lightsout: PROTO library, sample worlds, grammars of editors
#   share/man, completion of shells     share/doc/lightsout: the manual, licences, notices
set(LIGHTSOUT_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where the Python package lightsout is installed, below the prefix")
set(share ${CMAKE_BINARY_DIR}/share)

# The public headers read each other as <lightsout/...>.
set(public_headers collider.h pair_rules.h checked.h matrices.h export.h)
list(TRANSFORM public_headers PREPEND ${CMAKE_SOURCE_DIR}/engine/collider/)
list(APPEND public_headers ${CMAKE_SOURCE_DIR}/engine/planning/planning_scene.h
  ${CMAKE_SOURCE_DIR}/engine/planning/robot_model.h)
set(headers ${CMAKE_BINARY_DIR}/include/lightsout)
foreach(header ${public_headers} ${CMAKE_SOURCE_DIR}/engine/collider/shared/c_interface.h
    ${CMAKE_SOURCE_DIR}/engine/planning/shared/scene_interface.h)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  get_filename_component(name ${header} NAME)
  string(REPLACE c_interface.h collider_c.h name ${name})
  string(REPLACE scene_interface.h planning_c.h name ${name})
  file(READ ${header} text)
  string(REGEX REPLACE "engine/(collider|planning)/" "lightsout/" text "${text}")
  file(CONFIGURE OUTPUT ${headers}/${name} CONTENT "${text}" @ONLY NEWLINE_STYLE UNIX)
endforeach()

# For find_package and pkg-config.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lib/cmake/lightsout/lightsoutConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
foreach(file lightsoutConfig.cmake lightsout_add_test.cmake)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/${file} ${CMAKE_BINARY_DIR}/lib/cmake/lightsout/${file} COPYONLY)
endforeach()
foreach(library collider controller cppcontroller)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/lightsout-${library}.pc.in
    ${CMAKE_BINARY_DIR}/lib/pkgconfig/lightsout-${library}.pc @ONLY)
endforeach()

# share/lightsout; what else shows there lies in the home.
file(MAKE_DIRECTORY ${share}/lightsout)
foreach(link IN ITEMS "projects/samples samples" "resources resources")
  separate_arguments(link)
  list(GET link 0 target)
  list(GET link 1 name)
  file(CREATE_LINK ../../lib/lightsout/${target} ${share}/lightsout/${name} SYMBOLIC)
endforeach()
file(GLOB worlds CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/worlds
  ${CMAKE_SOURCE_DIR}/worlds/*.wbt ${CMAKE_SOURCE_DIR}/worlds/sockets/*.wbt)
foreach(world ${worlds})
  configure_file(${CMAKE_SOURCE_DIR}/worlds/${world} ${LIGHTSOUT_PREFIX}/projects/samples/worlds/${world} COPYONLY)
endforeach()

copy_to_home(worlds/sockets projects/samples/worlds/sockets)

# Manual pages and completion are what the commands, and the other names of the executable, say of themselves.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/share.stamp
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/scripts/share $<TARGET_FILE:lightsout> ${share}
    ${LIGHTSOUT_ENTRIES}
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/share.stamp
  DEPENDS lightsout ${CMAKE_SOURCE_DIR}/scripts/share VERBATIM COMMENT "Writing manual pages and completion")
add_custom_target(share ALL DEPENDS ${CMAKE_BINARY_DIR}/share.stamp)
add_dependencies(installation_files share)

install(TARGETS lightsout RUNTIME DESTINATION bin)
foreach(name ${LIGHTSOUT_ENTRIES})
  install(FILES ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name} DESTINATION bin)
endforeach()
install(TARGETS lightsout_collider LIBRARY DESTINATION lib)
install(DIRECTORY ${LIGHTSOUT_PREFIX}/ DESTINATION lib/lightsout USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE
  PATTERN build EXCLUDE)
# Their bytecode is written by the build.
install(DIRECTORY ${LIGHTSOUT_PREFIX}/lib/controller/python/ DESTINATION lib/lightsout/lib/controller/python)
install(DIRECTORY ${headers} DESTINATION include)
install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/cmake ${CMAKE_BINARY_DIR}/lib/pkgconfig DESTINATION lib)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/python/lightsout DESTINATION ${LIGHTSOUT_PYTHON_DIR} FILES_MATCHING PATTERN *.py
  PATTERN py.typed)
install(FILES ${CMAKE_SOURCE_DIR}/python/pytest_lightsout.py DESTINATION ${LIGHTSOUT_PYTHON_DIR})
install(DIRECTORY ${share}/ DESTINATION share)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/worlds/protos DESTINATION share/lightsout)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/editors DESTINATION share/lightsout)
install(FILES README.md LICENSE CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md DESTINATION share/doc/lightsout)
install(DIRECTORY docs/ DESTINATION share/doc/lightsout/docs)
# Notices and licences of what the program is made with, from Debian's copyright files.
install(CODE "execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/scripts/notices ${CMAKE_BINARY_DIR}
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/lightsout/third_party\" COMMAND_ERROR_IS_FATAL ANY)")
