// Ends a program with status 3 and the line of a call of the driver that fails.
#pragma once

#include <cstdio>
#include <cstdlib>

extern "C" int cuGetErrorName(int error, const char** name);

#define CHECKED(call)                                     \
  do {                                                    \
    if (const int error = (call)) {                       \
      const char* name = nullptr;                         \
      cuGetErrorName(error, &name);                       \
      std::printf("line %d: %s\n", __LINE__, name);       \
      std::exit(3);                                       \
    }                                                     \
  } while (false)
