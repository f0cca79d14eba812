// The number of a test's random programs, or of its files, that are tried.
#pragma once

#include <cstdlib>

#include "support/thinned.h"

namespace unibank::test {

// Returns `of`, or, in `./check`, a third of it (at least 1), because the programs take five to ten times as long under
// the sanitizers (`./check` and CTest set UNIBANK_TRIED=third). A plain ctest of a Release build tries all, and with
// UNIBANK_TESTS=full the sanitizers try all, too.
inline unsigned tried(unsigned of) {
  return std::getenv("UNIBANK_TRIED") == nullptr || whole_matrices() ? of : (of + 2) / 3;
}

}  // namespace unibank::test
