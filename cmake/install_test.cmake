# Installs BUILD below FOLDER, builds EXAMPLE against what was installed and nothing else, and runs it.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${text}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/prefix)
step(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${FOLDER}/example -G ${GENERATOR} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
     -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_PREFIX_PATH=${FOLDER}/prefix)
step(${CMAKE_COMMAND} --build ${FOLDER}/example)
step(${FOLDER}/example/example_policy)
message("${text}")
step(${FOLDER}/prefix/bin/unibank --version)
