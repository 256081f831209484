# Tests of the controller library against a scripted engine, and of its names.
lightsout_test(controllers/lib Controller car driver)
include(controllers/lib/api_names.cmake)
api_name_sources(${CMAKE_CURRENT_SOURCE_DIR}/controllers/lib/c_api.txt ${CMAKE_CURRENT_BINARY_DIR}/api_names api_names)
target_sources(test_controllers_lib PRIVATE ${api_names})
set_source_files_properties(${api_names} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
  COMPILE_DEFINITIONS LIGHTSOUT_NO_DEPRECATION INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/controllers/include)
