# `cmake --install BUILD --prefix PREFIX`: headers, static libraries, the CMake package Unibank, and the program.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Unibank)

get_property(rooms GLOBAL PROPERTY UNIBANK_ROOMS)
list(TRANSFORM rooms PREPEND unibank_ OUTPUT_VARIABLE libraries)
install(TARGETS unibank unibank_options ${libraries} EXPORT unibank)
install(EXPORT unibank NAMESPACE unibank:: FILE UnibankTargets.cmake DESTINATION ${package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/unibank
        FILES_MATCHING PATTERN "*.h")

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/UnibankConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/UnibankConfig.cmake INSTALL_DESTINATION ${package_folder})
# Nothing is promised between versions 0.x.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/UnibankConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/UnibankConfig.cmake ${PROJECT_BINARY_DIR}/UnibankConfigVersion.cmake
        DESTINATION ${package_folder})

if(UNIBANK_SYSTEMC)
  install(TARGETS unibank_program)
endif()

# What a user does who was given the package: install it, build the example against it, run the example.
if(UNIBANK_SYSTEMC AND UNIBANK_TESTS AND NOT UNIBANK_SANITIZE)
  add_test(NAME "install: the example builds against the installed package"
           COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DFOLDER=${PROJECT_BINARY_DIR}/install_test
                   -DEXAMPLE=${PROJECT_SOURCE_DIR}/testbenches/example_policy -DGENERATOR=${CMAKE_GENERATOR}
                   -DCOMPILER=${CMAKE_CXX_COMPILER} -DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
                   -DBUILD_TYPE=${CMAKE_BUILD_TYPE} -P ${PROJECT_SOURCE_DIR}/cmake/install_test.cmake)
endif()
