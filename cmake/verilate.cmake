# unibank_verilate(TARGET FILE.sv... [ARGS option...]): Verilates the module that each file is named after, for sources
# of the target that include "V<module>.h". `ARGS` go to Verilator: -Wall, -Wno-fatal, -GPARAMETER=value, -yFOLDER with
# further modules. Part of the installed package, whose RTL and the user's share one Verilator's run-time.
function(unibank_verilate target)
  cmake_parse_arguments(BLOCK "" "" "ARGS" ${ARGN})
  find_package(verilator 5.006 QUIET)
  if(NOT verilator_FOUND)
    message(FATAL_ERROR "unibank_verilate: Verilator 5.006 was not found: install the Debian package verilator")
  endif()
  if(UNIBANK_VERILATOR AND NOT verilator_VERSION VERSION_EQUAL UNIBANK_VERILATOR)
    message(FATAL_ERROR "unibank_verilate: Verilator ${verilator_VERSION} was found, this Unibank was built with "
                        "${UNIBANK_VERILATOR}: expected the same")
  endif()
  # Generated code and Verilator's headers are others' style: no warnings, nothing of them for clang-tidy.
  set(library ${target}_verilated)
  add_library(${library} STATIC)
  set_target_properties(${library} PROPERTIES SYSTEM ON EXPORT_COMPILE_COMMANDS OFF)
  target_compile_options(${library} PRIVATE -w)
  foreach(file ${BLOCK_UNPARSED_ARGUMENTS})
    get_filename_component(block ${file} NAME_WE)
    get_filename_component(file ${file} ABSOLUTE)
    verilate(${library} SOURCES ${file} TOP_MODULE ${block} VERILATOR_ARGS ${BLOCK_ARGS} -O3
             OPT_FAST -O2 OPT_SLOW -O1 OPT_GLOBAL -O1)
  endforeach()
  target_link_libraries(${target} PRIVATE ${library})
endfunction()
