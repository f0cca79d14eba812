#pragma once

#include <cstddef>

namespace unibank {

// The size of a line of the host's caches, in bytes. Only one core at a time can write to a line, so objects that
// different SMs write are aligned to it.
constexpr std::size_t kHostLineBytes = 64;

}  // namespace unibank
