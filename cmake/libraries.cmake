# Each folder of models/ is one library. unibank_library() names the folders that it may include from; its tests are in
# the folder of tests/ with the same name.
include(GNUInstallDirs)

add_library(unibank_options INTERFACE)
target_include_directories(unibank_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/models> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/unibank>)
target_compile_features(unibank_options INTERFACE cxx_std_17)
target_compile_options(unibank_options INTERFACE $<BUILD_INTERFACE:-Wall> $<BUILD_INTERFACE:-Wextra>)
if(UNIBANK_SANITIZE)
  # Only the folders of models/ and three libraries of testbenches/ are instrumented: in tests, Catch2's macros would
  # take minutes to compile. Three checks are left out: what they look for ends in an invalid access, which the address
  # sanitizer finds.
  set(folder_instruments -fsanitize=address,undefined -fno-sanitize=null,object-size,pointer-overflow
      -fno-sanitize-recover=all)
  # A pointer that is not aligned can only come from a cast. In ./check such pointers are looked for in simt, which
  # casts the rows of registers; elsewhere they take a sixth to two fifths of the compiling. A night looks everywhere.
  if(UNIBANK_PLAIN_BUILD)
    list(APPEND folder_instruments -fno-sanitize=alignment)
  endif()
  # The address sanitizer's checks as calls: code that runs once compiles in up to a fifth less time.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(folder_checks_are_calls "SHELL:--param asan-instrumentation-with-call-threshold=0")
  endif()
  target_link_options(unibank_options INTERFACE -fsanitize=address,undefined)
elseif(UNIBANK_SANITIZE_THREADS)
  set(folder_instruments -fsanitize=thread)
  # Most folders whose code runs on the threads of --cores, of waveforms and of traces. simt, policy, layout and block
  # are many sources: a night compiles them, too (preset sanitize-threads).
  set(instrumented_folders cycle gpu l1 memory read_only sm tlm trace values wave)
  target_link_options(unibank_options INTERFACE -fsanitize=thread)
elseif(UNIBANK_COVERAGE)
  set(instrumented_folders ${UNIBANK_COVERAGE_FOLDERS})
  # Counts are atomic, because the writer of waves and the cores are threads.
  set(folder_instruments --coverage -fprofile-update=atomic)
  target_link_options(unibank_options INTERFACE --coverage -Wl,--wrap=_exit)
  add_library(unibank_coverage_forks STATIC ${CMAKE_CURRENT_LIST_DIR}/coverage_forks.cpp)
  target_link_libraries(unibank_options INTERFACE $<BUILD_INTERFACE:unibank_coverage_forks>)
endif()

# More than half of the compiling is headers, so sources of a target are compiled together: in units of equal size, of
# up to 24 sources. OFF compiles every source alone, which shows a missing #include; two sources of one target may then
# define the same name.
option(UNIBANK_UNITY "Compile up to 24 sources of a target at a time" ON)
# unibank_unity(TARGET [size]) comes after the target's last source. size: of a unit, instead of equal ones.
function(unibank_unity target)
  set(size ${ARGN})
  if(NOT size)
    get_target_property(sources ${target} SOURCES)
    list(LENGTH sources count)
    math(EXPR units "(${count} + 23) / 24")
    math(EXPR size "(${count} + ${units} - 1) / ${units}")
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${UNIBANK_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# The standard library's headers take half the time of a source that is compiled alone, and a sixth under the
# sanitizers, so they are compiled once.
function(unibank_precompiled_headers target)
  if(UNIBANK_IN_PROCESS OR UNIBANK_COVERAGE OR UNIBANK_SANITIZE_THREADS OR NOT (UNIBANK_UNITY OR UNIBANK_SANITIZE))
    return()
  endif()
  if(NOT TARGET unibank_precompiled_headers)
    file(CONFIGURE OUTPUT precompiled_headers.cpp CONTENT "// Compiled for its precompiled headers only.\n")
    add_library(unibank_precompiled_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/precompiled_headers.cpp)
    target_link_libraries(unibank_precompiled_headers PRIVATE unibank_options)
    target_compile_options(unibank_precompiled_headers PRIVATE ${folder_instruments})
    target_precompile_headers(unibank_precompiled_headers PRIVATE <algorithm> <array> <cstdint> <functional> <map>
                              <memory> <optional> <set> <sstream> <string> <vector>)
  endif()
  target_precompile_headers(${target} REUSE_FROM unibank_precompiled_headers)
endfunction()

set_property(GLOBAL PROPERTY UNIBANK_LIBRARIES "")
set_property(GLOBAL PROPERTY UNIBANK_SYSTEMC_LIBRARIES "")

# How a folder is linked. Policies, storage layouts, blocks and the parts of a DRAM channel register themselves by name
# and nothing refers to them: they must be kept whole.
function(unibank_linked variable)
  set(linked "")
  foreach(folder ${ARGN})
    if(folder MATCHES "^(policy|layout|dram|cycle|memory|l1|sm|cosim)$")
      list(APPEND linked "$<LINK_LIBRARY:WHOLE_ARCHIVE,$<TARGET_NAME:unibank_${folder}>>")
    else()
      list(APPEND linked unibank_${folder})
    endif()
  endforeach()
  set(${variable} ${linked} PARENT_SCOPE)
endfunction()

# unibank_library(NAME [SYSTEMC] [ALONE] [HOT] [USES folder...] [PRIVATE library...])
# ALONE: every source is compiled alone, because sources use the same names on purpose. HOT: eight sources are compiled
# at a time, because a simulation spends its time here and other units would inline other calls.
function(unibank_library name)
  cmake_parse_arguments(LIBRARY "SYSTEMC;ALONE;HOT" "" "USES;PRIVATE" ${ARGN})
  if(LIBRARY_SYSTEMC AND NOT UNIBANK_SYSTEMC)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY UNIBANK_LIBRARIES ${name})
  if(LIBRARY_SYSTEMC)
    set_property(GLOBAL APPEND PROPERTY UNIBANK_SYSTEMC_LIBRARIES ${name})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/${name}/*.cpp)
  unibank_linked(LIBRARY_USES ${LIBRARY_USES})
  if(sources)
    add_library(unibank_${name} STATIC ${sources})
    if(LIBRARY_HOT)
      unibank_unity(unibank_${name} 8)
    elseif(NOT LIBRARY_ALONE)
      unibank_unity(unibank_${name})
    endif()
    if(UNIBANK_IN_PROCESS)  # also linked into a shared library
      set_target_properties(unibank_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
      target_compile_options(unibank_${name} PRIVATE -fno-semantic-interposition -ftls-model=initial-exec)
    endif()
    if(NOT instrumented_folders OR name IN_LIST instrumented_folders)
      target_compile_options(unibank_${name} PRIVATE ${folder_instruments})
    endif()
    if(LIBRARY_ALONE OR UNIBANK_SANITIZE)
      unibank_precompiled_headers(unibank_${name})
    endif()
    target_link_libraries(unibank_${name} PUBLIC unibank_options ${LIBRARY_USES} PRIVATE ${LIBRARY_PRIVATE})
    if(LIBRARY_SYSTEMC)
      target_link_libraries(unibank_${name} PUBLIC unibank_with::systemc)
    endif()
  else()
    add_library(unibank_${name} INTERFACE)
    target_link_libraries(unibank_${name} INTERFACE unibank_options ${LIBRARY_USES})
    if(LIBRARY_SYSTEMC)
      target_link_libraries(unibank_${name} INTERFACE unibank_with::systemc)
    endif()
  endif()
endfunction()
