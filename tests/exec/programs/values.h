// Reads a number from device memory.
#pragma once

#include "exec/programs/runtime.h"

inline int value_at(const void* place) {
  int value = 0;
  CHECKED(cudaMemcpy(&value, place, sizeof value, kToHost));
  return value;
}
