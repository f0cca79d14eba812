# The texts, and the examples and scripts that they name, in the folders that they have in the source: so links between
# them work, and so do the tutorials with `tree=PREFIX/share/doc/unibank`.
set(texts)
foreach(folder configs docs models python testbenches vcd)
  file(GLOB_RECURSE found RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.md)
  list(APPEND texts ${found})
endforeach()
list(REMOVE_ITEM texts docs/index.md)  # the site's: its links lead to pages that are made for the site
foreach(text ${texts} docs/questions.csv models/gpu/unified-384k.svg testbenches/workloads/cuda_device.h)
  get_filename_component(folder ${text} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${text} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT program)
endforeach()
install(PROGRAMS ${PROJECT_SOURCE_DIR}/testbenches/workloads/make_ptx
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/testbenches/workloads COMPONENT program)
foreach(folder examples example_block example_platform example_policy)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/testbenches/${folder} DESTINATION ${CMAKE_INSTALL_DOCDIR}/testbenches
          USE_SOURCE_PERMISSIONS COMPONENT program)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/vcd DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS
        COMPONENT program PATTERN "*.vcd" EXCLUDE PATTERN "*.fst" EXCLUDE)
