// Errors in words.
#include <map>

#include "exec/runtime/connection.h"
#include "exec/runtime/cuda_types.h"
#include "exec/runtime/error_texts.h"

namespace unibank::exec {

const ErrorTexts* texts_of(CudaError error) {
  static const std::map<CudaError, ErrorTexts> kAll = {
      {CudaError::kSuccess, {"cudaSuccess", "CUDA_SUCCESS", "no error"}},
#define UNIBANK_CUDA_ERROR(number, runtime, driver, text) \
  {CudaError::k##runtime, {"cudaError" #runtime, "CUDA_ERROR_" #driver, text}},
      UNIBANK_CUDA_ERRORS(UNIBANK_CUDA_ERROR)
#undef UNIBANK_CUDA_ERROR
  };
  const auto known = kAll.find(error);
  return known == kAll.end() ? nullptr : &known->second;
}

}  // namespace unibank::exec

using namespace unibank::exec;

UNIBANK_EXPORTED CudaError cudaGetLastError() { return last_error(true); }
UNIBANK_EXPORTED CudaError cudaPeekAtLastError() { return last_error(false); }
UNIBANK_EXPORTED const char* cudaGetErrorName(CudaError error) {
  const ErrorTexts* const texts = texts_of(error);
  return texts ? texts->runtime : "unrecognized error code";
}
UNIBANK_EXPORTED const char* cudaGetErrorString(CudaError error) {
  const ErrorTexts* const texts = texts_of(error);
  return texts ? texts->text : "unrecognized error code";
}
