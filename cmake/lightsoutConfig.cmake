# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# find_package(lightsout): what an installed lightsout offers to programs of others. In prefix/lib/cmake/lightsout.
#
#   lightsout::collider                       collision checks of link meshes, C++17: #include <lightsout/collider.h>
#   lightsout::Controller                     controllers in C: #include <webots/robot.h>
#   lightsout::CppController                  controllers in C++: #include <webots/Robot.hpp>
#   lightsout::car driver CppCar CppDriver    the vehicle library
#   lightsout_controller(name sources...)     the program <name> beside the CMakeLists.txt, where a run looks for it
#   lightsout_physics_plugin(name sources...), lightsout_joint_callback(name sources...)
#   lightsout_add_test(prefix FILES name.test.yaml...)    tests of worlds as tests of CTest
#   LIGHTSOUT_HOME                            the folder that WEBOTS_HOME is to name
get_filename_component(lightsout_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. REALPATH)
set(lightsout_library_home ${lightsout_prefix}/lib/lightsout)

# Of what is here the collider alone needs it: where it is missing, CMake says so of a program that links the collider.
find_package(Eigen3 NO_MODULE QUIET)

function(lightsout_import name file include)
  if(NOT TARGET lightsout::${name})
    add_library(lightsout::${name} SHARED IMPORTED)
    set_target_properties(lightsout::${name} PROPERTIES IMPORTED_LOCATION ${file} INTERFACE_INCLUDE_DIRECTORIES ${include}
      INTERFACE_LINK_LIBRARIES "${ARGN}")
  endif()
endfunction()

lightsout_import(collider ${lightsout_prefix}/lib/liblightsout_collider.so ${lightsout_prefix}/include Eigen3::Eigen)
set_target_properties(lightsout::collider PROPERTIES INTERFACE_COMPILE_FEATURES cxx_std_17)
set(lightsout_headers ${lightsout_library_home}/include/controller/c)
set(lightsout_controllers ${lightsout_library_home}/lib/controller)
lightsout_import(Controller ${lightsout_controllers}/libController.so ${lightsout_headers} m)
lightsout_import(car ${lightsout_controllers}/libcar.so ${lightsout_headers} lightsout::Controller)
lightsout_import(driver ${lightsout_controllers}/libdriver.so ${lightsout_headers} lightsout::car)
lightsout_import(CppController ${lightsout_controllers}/libCppController.so ${lightsout_headers} lightsout::Controller)
lightsout_import(CppDriver ${lightsout_controllers}/libCppDriver.so ${lightsout_headers} lightsout::driver lightsout::CppController)
lightsout_import(CppCar ${lightsout_controllers}/libCppCar.so ${lightsout_headers} lightsout::CppDriver)

include(${lightsout_library_home}/resources/lightsout_plugin.cmake)
set(LIGHTSOUT_HOME ${lightsout_library_home})
set(LIGHTSOUT_EXECUTABLE ${lightsout_prefix}/bin/lightsout CACHE FILEPATH "What runs tests of worlds")
include(${CMAKE_CURRENT_LIST_DIR}/lightsout_add_test.cmake)

# -ffp-contract=off: equal bits on every machine.
function(lightsout_controller name)
  add_executable(${name} ${ARGN})
  set(library Controller)
  foreach(source ${ARGN})
    if(NOT source MATCHES "[.]c$")
      set(library CppController)
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE lightsout::${library})
  target_compile_options(${name} PRIVATE -ffp-contract=off)
  # $<1:...>: else generators of several configurations put it into a folder for each.
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY $<1:${CMAKE_CURRENT_SOURCE_DIR}>)
endfunction()
