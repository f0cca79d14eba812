# `cmake --install BUILD --prefix PREFIX`: headers, static libraries, the CMake package Unibank, and the program.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)  # the program is the component of its name: two Debian packages

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Unibank)

get_property(folders GLOBAL PROPERTY UNIBANK_LIBRARIES)
list(TRANSFORM folders PREPEND unibank_ OUTPUT_VARIABLE libraries)
install(TARGETS unibank unibank_options ${libraries} EXPORT unibank)
install(EXPORT unibank NAMESPACE unibank:: FILE UnibankTargets.cmake DESTINATION ${package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/unibank
        FILES_MATCHING PATTERN "*.h")

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/UnibankConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/UnibankConfig.cmake INSTALL_DESTINATION ${package_folder})
# Versions 0.x need not be compatible with each other.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/UnibankConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/UnibankConfig.cmake ${PROJECT_BINARY_DIR}/UnibankConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/verilate.cmake ${PROJECT_SOURCE_DIR}/cmake/systemc.cmake
        ${PROJECT_SOURCE_DIR}/cmake/library_folder.cpp
        DESTINATION ${package_folder})

# The program and its libraries, with which a user links the same program with more policies and blocks.
if(UNIBANK_SYSTEMC)
  install(TARGETS unibank_program COMPONENT program)
  # Completion scripts, made at the installation by the program from its own command line.
  foreach(place bash:bash-completion/completions/unibank zsh:zsh/vendor-completions/_unibank
                fish:fish/vendor_completions.d/unibank.fish)
    string(REGEX REPLACE ":.*" "" shell ${place})
    string(REGEX REPLACE ".*:" "" file ${place})
    install(CODE "set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/${file}\")
                  get_filename_component(folder \"\${file}\" DIRECTORY)
                  file(MAKE_DIRECTORY \"\${folder}\")
                  execute_process(COMMAND \"$<TARGET_FILE:unibank_program>\" completion ${shell}
                                  OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
                  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${file}\")" COMPONENT program)
  endforeach()
  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CITATION.cff
          ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md
          ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
          DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  include(${CMAKE_CURRENT_LIST_DIR}/install_texts.cmake)
  set(program unibank_own_program unibank_commands unibank_workloads unibank_reproduce unibank_characterize
              unibank_correlate unibank_cuda unibank_exec unibank_fat_binary unibank_sweep unibank_rtl)
  if(TARGET unibank_rtl_verilated)
    list(APPEND program unibank_rtl_verilated)
  endif()
  install(TARGETS ${program} EXPORT unibank)
  # The library that `unibank sweep` opens for a search.
  install(TARGETS unibank_search DESTINATION lib/unibank COMPONENT program)
  # `unibank exec` needs them in ../lib/unibank, whatever the platform calls its folder of libraries.
  install(DIRECTORY ${PROJECT_BINARY_DIR}/exec/ DESTINATION lib/unibank USE_SOURCE_PERMISSIONS COMPONENT program)
endif()

# The steps of a user with the package: install it, build the examples against it, run them.
if(UNIBANK_SYSTEMC AND UNIBANK_TESTS AND NOT UNIBANK_SANITIZE)
  set(folder ${PROJECT_BINARY_DIR}/install_test)
  add_test(NAME "install: the package"
           COMMAND sh -c "rm -rf ${folder} \
                          && ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${folder}/prefix >/dev/null \
                          && ${folder}/prefix/bin/unibank --version")
  set_tests_properties("install: the package" PROPERTIES FIXTURES_SETUP installed_package)
  set(examples policy platform)
  if(TARGET unibank_rtl_verilated)
    list(APPEND examples block)
  endif()
  set(repeated_of_policy "in the crossover")
  foreach(example ${examples})
    add_test(NAME "install: example_${example} builds and runs against the package"
             COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DEXAMPLE=${PROJECT_SOURCE_DIR}/testbenches/example_${example}
                     -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER}
                     -DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} -DBUILD_TYPE=${CMAKE_BUILD_TYPE}
                     "-DREPEATED=${repeated_of_${example}}" -P ${PROJECT_SOURCE_DIR}/cmake/install_test.cmake)
    set_tests_properties("install: example_${example} builds and runs against the package"
                         PROPERTIES FIXTURES_REQUIRED installed_package)
  endforeach()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
