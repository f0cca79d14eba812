# Puts the files of configs/experiments into the library, so that an installed program needs no files beside it. Results
# are no part of it.
set(experiments ${PROJECT_SOURCE_DIR}/configs/experiments)
file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${experiments} ${experiments}/*.toml ${experiments}/*.csv)
list(FILTER files EXCLUDE REGEX "^results/")
set(UNIBANK_EXPERIMENTS "")
foreach(file ${files})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${experiments}/${file})
  file(READ ${experiments}/${file} text)
  string(APPEND UNIBANK_EXPERIMENTS "      {\"${file}\", R\"experiment(${text})experiment\"},\n")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/built_in_experiments.cpp.in
               ${CMAKE_CURRENT_BINARY_DIR}/reproduce/built_in_experiments.cpp @ONLY)
target_sources(unibank_reproduce PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/reproduce/built_in_experiments.cpp)
