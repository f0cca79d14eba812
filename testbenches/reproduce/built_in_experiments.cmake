# Includes the files of configs/experiments in the library, so that an installed program needs no other files. Results
# are not included.
set(experiments ${PROJECT_SOURCE_DIR}/configs/experiments)
file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${experiments} ${experiments}/*.toml ${experiments}/*.csv)
list(FILTER files EXCLUDE REGEX "^results/")
unibank_embed(UNIBANK_EXPERIMENTS ${experiments} "" ${files})
configure_file(${CMAKE_CURRENT_LIST_DIR}/built_in_experiments.cpp.in
               ${CMAKE_CURRENT_BINARY_DIR}/reproduce/built_in_experiments.cpp @ONLY)
target_sources(unibank_reproduce PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/reproduce/built_in_experiments.cpp)
