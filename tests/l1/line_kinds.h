// Loads and stores of lines, in short.
#pragma once

#include "l1/line_request.h"

namespace unibank::test {

constexpr auto kLoad = LineOperation::kLoad;
constexpr auto kStore = LineOperation::kStore;

}  // namespace unibank::test
