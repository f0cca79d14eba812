// The names and texts of errors, for both interfaces.
#pragma once

#include "exec/cuda_errors.h"

namespace unibank::exec {

struct ErrorTexts {
  const char *runtime, *driver, *text;
};

// The texts of an error; null: there is no such error.
const ErrorTexts* texts_of(CudaError error);

}  // namespace unibank::exec
