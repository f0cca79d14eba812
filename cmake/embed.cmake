# unibank_embed(variable folder suffix file...): C++ initialisers {"name", R"embedded(text)embedded"}, one per file, for
# texts that an installed program needs without the source tree. `file` is relative to `folder`, its name is without
# `suffix`. CMake runs again when a file changes.
function(unibank_embed variable folder suffix)
  set(entries "")
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
    file(READ ${folder}/${file} text)
    string(REPLACE "${suffix}" "" name "${file}")
    string(APPEND entries "      {\"${name}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  set(${variable} "${entries}" PARENT_SCOPE)
endfunction()
