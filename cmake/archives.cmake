# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# Libraries that the executable holds instead of loading them: each that the loader must find, map and relocate costs a start
# of the program about a tenth of a millisecond. What other libraries of the process are to share with it (ODE, the C++
# runtime) stays outside, and so does what Debian has no archive of, and zlib: a package must not hold it, says lintian,
# since its security updates come by the shared library.
set(LIGHTSOUT_ARCHIVES "" CACHE INTERNAL "Names of the archives, whose symbols nobody else is to see")

# link_archive(<imported target> <name>): lib<name>.a in the place of the shared library, if it is there.
function(link_archive target name)
  find_library(LIGHTSOUT_ARCHIVE_${name} lib${name}.a)
  if(NOT LIGHTSOUT_ARCHIVE_${name})
    return()
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")  # of pkg-config
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES ${LIGHTSOUT_ARCHIVE_${name}})
  else()
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    foreach(configuration ${configurations})
      set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_${configuration} ${LIGHTSOUT_ARCHIVE_${name}})
    endforeach()
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${LIGHTSOUT_ARCHIVE_${name}})
  endif()
  set(LIGHTSOUT_ARCHIVES ${LIGHTSOUT_ARCHIVES} lib${name}.a CACHE INTERNAL "")
endfunction()
