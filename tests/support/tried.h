// The number of a test's random programs, or of its files, that are tried.
#pragma once

#include <cstdlib>

#include "support/thinned.h"

namespace unibank::test {

// Returns `of`, or, under the sanitizers of `./check`, a third of it (at least 1), because the programs take five to
// ten times as long there (CTest sets UNIBANK_TRIED=third). Release builds try all, and with UNIBANK_TESTS=full the
// sanitizers try all, too.
inline unsigned tried(unsigned of) {
  return std::getenv("UNIBANK_TRIED") == nullptr || whole_matrices() ? of : (of + 2) / 3;
}

}  // namespace unibank::test
