# fstapi, the source of GTKWave's author that writes FST, from Debian's package verilator. unibank_fstapi(TARGET SOURCE)
# compiles it into SOURCE of the target; without the package or zlib the target refuses FST with a message. In a program
# with traced RTL, its extern "C" functions would collide with Verilator's own copy of them, so here they are compiled
# as C++ functions.
function(unibank_fstapi target source)
  find_package(ZLIB QUIET)
  find_package(verilator 5.006 QUIET)
  set(from ${verilator_DIR}/include/gtkwave)
  set(UNIBANK_ZLIB OFF CACHE INTERNAL "whether the package needs zlib")
  if(NOT ZLIB_FOUND OR NOT verilator_FOUND OR NOT EXISTS ${from}/fstapi.c)
    message(STATUS "verilator's fstapi or zlib was not found: built without FST, `unibank run --vcd x.fst` will say so")
    return()
  endif()
  set(to ${PROJECT_BINARY_DIR}/others/fstapi)
  file(COPY ${from}/fstapi.c ${from}/fastlz.c ${from}/lz4.c ${from}/fst_config.h DESTINATION ${to})
  foreach(header fstapi.h fastlz.h lz4.h)
    file(READ ${from}/${header} text)
    string(REPLACE "extern \"C\"" "extern \"C++\"" text "${text}")
    file(CONFIGURE OUTPUT ${to}/${header} CONTENT "${text}" @ONLY)
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${from}/fstapi.c)
  target_include_directories(${target} SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/others)  # others' style: no warnings
  target_compile_definitions(${target} PRIVATE UNIBANK_FSTAPI)
  # On x86 fstapi accesses numbers at unaligned addresses.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined)
  target_link_libraries(${target} PRIVATE ZLIB::ZLIB)
  set(UNIBANK_ZLIB ON CACHE INTERNAL "whether the package needs zlib")
endfunction()
