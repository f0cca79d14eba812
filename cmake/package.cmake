# `cpack --config build/release/CPackConfig.cmake` (in an empty folder) makes two Debian packages: unibank (the program)
# and unibank-dev (headers, static libraries and the CMake package, for policies, blocks and platforms of one's own).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME unibank)
set(CPACK_PACKAGE_VENDOR "The Unibank maintainers")
set(CPACK_PACKAGE_CONTACT "The Unibank maintainers <unibank@localhost>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)  # xz takes minutes for the libraries of unibank-dev
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME unibank)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox, gtkwave")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "graphviz, python3-pandas, python3-matplotlib")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME unibank-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "unibank (= ${PROJECT_VERSION}), cmake, g++, make | ninja-build, pkg-config, libsystemc-dev, libboost-iostreams-dev, \
nlohmann-json3-dev, libsqlite3-dev, liblz4-dev, libzstd-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, libraries and CMake package: policies, blocks and platforms of one's own")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The command-line program")
include(CPack)

if(UNIBANK_SYSTEMC AND UNIBANK_TESTS AND NOT UNIBANK_SANITIZE)
  set(deb "install: the Debian packages have what they must and their program runs")
  add_test(NAME ${deb} COMMAND ${PROJECT_SOURCE_DIR}/tests/install/deb ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  set_tests_properties(${deb} PROPERTIES SKIP_RETURN_CODE 77)
  set(clean "install: the Debian packages install and build a policy in a clean Debian 12")
  # A whole system is installed for it, so it runs by name only: ctest -C Packages -R "clean Debian 12"
  add_test(NAME ${clean} CONFIGURATIONS Packages
           COMMAND ${PROJECT_SOURCE_DIR}/tests/install/debootstrap ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  set_tests_properties(${clean} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 3000)
  add_test(NAME "install: the checks of .clang-tidy hold" COMMAND ${PROJECT_SOURCE_DIR}/tests/install/tidy ${PROJECT_SOURCE_DIR})
  set_tests_properties("install: the checks of .clang-tidy hold" PROPERTIES SKIP_RETURN_CODE 77)
  if(UNIBANK_PYTHON)
    add_test(NAME "install: packages and versions and questions are the same on every page"
             COMMAND ${UNIBANK_PYTHON} -B ${PROJECT_SOURCE_DIR}/tests/install/meta ${PROJECT_SOURCE_DIR})
  endif()
endif()
