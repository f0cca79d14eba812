// Ends a program with status 1 and the name of what is wrong.
#pragma once

#include <cstdio>
#include <cstdlib>

inline void expect(bool right, const char* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}
