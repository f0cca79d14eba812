#pragma once

#include <vector>

#include "support/random.h"

namespace unibank::test {

template <typename Value>
const Value& one_of(const std::vector<Value>& values, Random& random) {
  return values[random.below(values.size())];
}

}  // namespace unibank::test
