// The missing functions of the CUDA runtime: each prints its name once and returns cudaErrorNotSupported.
#include <set>
#include <mutex>

#include "exec/runtime/connection.h"
#include "exec/runtime/cuda_types.h"
#include "exec/runtime/missing.h"

namespace unibank::exec {

CudaError missing(const char* name) {
  static std::mutex mutex;
  static std::set<std::string>& named = *new std::set<std::string>;
  const std::lock_guard<std::mutex> lock(mutex);
  if (named.insert(name).second) complain(std::string(name) + " is not supported by 'unibank exec'");
  return remember(CudaError::kNotSupported);
}

}  // namespace unibank::exec

using unibank::exec::CudaError;

#define UNIBANK_MISSING(name) \
  UNIBANK_EXPORTED CudaError name() { return unibank::exec::missing(#name); }

UNIBANK_MISSING_FUNCTIONS(UNIBANK_MISSING)
