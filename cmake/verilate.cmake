# unibank_verilate(TARGET FILE.sv|FILE.vhd... [ARGS option...]): Verilates the module that each file is named after, for
# sources of the target that include "V<module>.h". `ARGS` go to Verilator: -Wall, -Wno-fatal, -GPARAMETER=value,
# -y FOLDER with further modules; not with the Verilog that GHDL makes first of VHDL (2008, one file): for VHDL
# alone they are refused. Part of the installed package, whose RTL and the user's share one Verilator's run-time.
function(unibank_verilate target)
  cmake_parse_arguments(BLOCK "" "" "ARGS" ${ARGN})
  set(verilog ${BLOCK_UNPARSED_ARGUMENTS})
  list(FILTER verilog EXCLUDE REGEX "\\.vhdl?$")
  if(BLOCK_ARGS AND NOT verilog)
    message(FATAL_ERROR "unibank_verilate: found ARGS ${BLOCK_ARGS} and no file of SystemVerilog; expected none for VHDL")
  endif()
  find_package(verilator 5.006 QUIET)
  if(NOT verilator_FOUND)
    message(FATAL_ERROR "unibank_verilate: Verilator 5.006 was not found: install the Debian package verilator")
  endif()
  if(UNIBANK_VERILATOR AND NOT verilator_VERSION VERSION_EQUAL UNIBANK_VERILATOR)
    message(FATAL_ERROR "unibank_verilate: Verilator ${verilator_VERSION} was found, this Unibank was built with "
                        "${UNIBANK_VERILATOR}: expected the same")
  endif()
  # Generated code and Verilator's headers do not follow our style: warnings and clang-tidy are off for them.
  set(library ${target}_verilated)
  add_library(${library} STATIC)
  # The small sources of up to ten blocks are compiled as one: most of their time is Verilator's header.
  set_target_properties(${library} PROPERTIES SYSTEM ON EXPORT_COMPILE_COMMANDS OFF UNITY_BUILD ON
                        UNITY_BUILD_BATCH_SIZE 70)
  target_compile_options(${library} PRIVATE -w -O2)
  # Verilated code takes the time from its context, so that Verilator's header and SystemC's can be included in one
  # file.
  target_compile_definitions(${library} PUBLIC VL_TIME_CONTEXT)
  foreach(file ${BLOCK_UNPARSED_ARGUMENTS})
    get_filename_component(block ${file} NAME_WE)
    get_filename_component(file ${file} ABSOLUTE)
    set(args ${BLOCK_ARGS})
    if(file MATCHES "\\.vhdl?$")
      unibank_verilog_of(${file} ${block} file)
      set(args -Wno-fatal)  # generated
    endif()
    # Verilator compares a module's name with its file's, which it takes only to the first blank of the path.
    if("${file}${BLOCK_ARGS}" MATCHES " ")
      list(APPEND args -Wno-DECLFILENAME)
    endif()
    verilate(${library} SOURCES ${file} TOP_MODULE ${block} VERILATOR_ARGS ${args} -O3)
  endforeach()
  get_target_property(sources ${library} SOURCES)
  list(FILTER sources INCLUDE REGEX "/include/verilated[^/]*\\.cpp$")  # the run-time, whose sources stand alone
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(${target} PRIVATE ${library})
endfunction()

# Verilog of the VHDL entity `block`, made when the project is configured, as Verilator's sources are.
function(unibank_verilog_of file block result)
  find_program(UNIBANK_GHDL ghdl)
  if(NOT UNIBANK_GHDL)
    message(FATAL_ERROR "unibank_verilate: ${file} is VHDL, and GHDL was not found: install the Debian package ghdl")
  endif()
  set(verilog ${CMAKE_CURRENT_BINARY_DIR}/${block}.v)
  set(work ${CMAKE_CURRENT_BINARY_DIR}/${block}.ghdl)
  file(MAKE_DIRECTORY ${work})
  execute_process(COMMAND ${UNIBANK_GHDL} --synth --std=08 --workdir=${work} --out=verilog ${file} -e ${block}
                  OUTPUT_FILE ${verilog} ERROR_VARIABLE errors RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "unibank_verilate: GHDL does not make Verilog of ${file}:\n${errors}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(${result} ${verilog} PARENT_SCOPE)
endfunction()
