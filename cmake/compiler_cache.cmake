# Compiles through ccache (Debian's package) where it is installed: what was compiled before takes seconds. A profile
# belongs to one build folder, so such builds compile everything.
option(UNIBANK_CCACHE "Compile through ccache where it is installed" ON)
find_program(UNIBANK_CCACHE_PROGRAM ccache)
mark_as_advanced(UNIBANK_CCACHE_PROGRAM)
if(UNIBANK_CCACHE AND UNIBANK_CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT UNIBANK_PROFILE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/through_ccache)
endif()
