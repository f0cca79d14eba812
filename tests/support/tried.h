// How many of a test's random programs, or of its files, are tried.
#pragma once

#include <cstdlib>

#include "support/thinned.h"

namespace unibank::test {

// All `of` them; a third, at least one, under the sanitizers of `./check`, where they take five to ten times as long
// (CTest sets UNIBANK_TRIED=third there). Release tries all. With UNIBANK_TESTS=full the sanitizers do, too.
inline unsigned tried(unsigned of) {
  return std::getenv("UNIBANK_TRIED") == nullptr || whole_matrices() ? of : (of + 2) / 3;
}

}  // namespace unibank::test
