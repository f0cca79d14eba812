# Runs when cpack begins. Without dpkg-shlibdeps CPack makes a package that depends on no library, and only warns.
find_program(UNIBANK_SHLIBDEPS dpkg-shlibdeps)
if(CPACK_GENERATOR STREQUAL "DEB" AND NOT UNIBANK_SHLIBDEPS)
  message(FATAL_ERROR "no dpkg-shlibdeps to find what the package depends on; expected the Debian package dpkg-dev")
endif()
