# Builds EXAMPLE against the package below FOLDER/prefix and nothing else, and runs its tests, except those that match
# REPEATED (if it is set): tests that take minutes and also run in Unibank's own build. The example's few sources are
# compiled together and without optimisation, because nearly all of the time is spent in the package.
get_filename_component(name ${EXAMPLE} NAME)
set(build ${FOLDER}/${name})
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${text}")
  endif()
endfunction()

string(TOUPPER "${BUILD_TYPE}" type)
step(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${build} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
     "-DCMAKE_CXX_FLAGS_${type}=-O0 -DNDEBUG" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0
     -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_PREFIX_PATH=${FOLDER}/prefix)
step(${CMAKE_COMMAND} --build ${build})
if(REPEATED)
  set(left_out --exclude-regex ${REPEATED})
endif()
step(${CMAKE_CTEST_COMMAND} --test-dir ${build} --output-on-failure --no-tests=error ${left_out})
