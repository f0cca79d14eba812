# Link-time optimisation and g++'s profiles, for the presets `tuned-profile` and `tuned` (testbenches/bench/train).
# UNIBANK_PROFILE: empty (none), `write` (the program counts what it executes) or `use` (it is compiled with the
# counts, which lie beside the object files of the same build folder). Answers and cycles are the same in all three.
set(UNIBANK_PROFILE "" CACHE STRING "Compile for a profile (write), with one (use), or without")
set_property(CACHE UNIBANK_PROFILE PROPERTY STRINGS "" write use)
if(UNIBANK_PROFILE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "UNIBANK_PROFILE: found the compiler ${CMAKE_CXX_COMPILER_ID}; expected GNU (g++)")
endif()
set(unibank_tuned "")  # options of models/, where the time goes
if(UNIBANK_PROFILE STREQUAL "write")
  # Counts that two threads (--cores, a waveform's writer) write at once may be lost, which hardly changes the profile.
  set(unibank_tuned -fprofile-generate -fprofile-update=single)
  add_link_options(-fprofile-generate)
  add_compile_definitions(UNIBANK_WRITES_PROFILE)
elseif(UNIBANK_PROFILE STREQUAL "use")
  file(GLOB_RECURSE unibank_profile ${PROJECT_BINARY_DIR}/models/*.gcda)
  if(NOT unibank_profile)
    message(FATAL_ERROR "UNIBANK_PROFILE=use: found no profile in ${PROJECT_BINARY_DIR}; expected that of "
                        "testbenches/bench/train, which makes it and builds the preset `tuned` itself")
  endif()
  # What the training did not reach is compiled as without a profile.
  set(unibank_tuned -fprofile-use -fprofile-partial-training -fprofile-correction -Wno-missing-profile
      -Wno-coverage-mismatch)
  add_link_options(-fprofile-use -fprofile-partial-training -fprofile-correction -Wno-missing-profile)
elseif(UNIBANK_PROFILE)
  message(FATAL_ERROR "UNIBANK_PROFILE: found '${UNIBANK_PROFILE}'; expected nothing, write or use")
endif()
