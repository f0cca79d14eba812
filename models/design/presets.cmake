# Puts every design of configs/designs/ and every DRAM standard of configs/dram/ into the library, so that an installed
# program needs no files beside it.
set(designs ${PROJECT_SOURCE_DIR}/configs/designs)
file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${designs} ${designs}/*.toml)
unibank_embed(UNIBANK_PRESETS ${designs} .toml ${files})
set(standards ${PROJECT_SOURCE_DIR}/configs/dram)
file(GLOB files CONFIGURE_DEPENDS RELATIVE ${standards} ${standards}/*.toml)
unibank_embed(UNIBANK_DRAM_STANDARDS ${standards} .toml ${files})
configure_file(${CMAKE_CURRENT_LIST_DIR}/presets.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/design/presets.cpp @ONLY)
target_sources(unibank_design PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/design/presets.cpp)
