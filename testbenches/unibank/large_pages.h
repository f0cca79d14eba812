// Large pages for the memory of the model.
#pragma once

#include <cstddef>

namespace unibank {

// How much of the heap gets large pages, in bytes. Runs of the published designs need 17 to 70 MB.
constexpr std::size_t kLargePages = std::size_t{128} << 20;

// Extends the heap of this process, and of those that it starts with fork(), by kLargePages, and asks the host to use
// large pages (2 MB) there; memory that is not used stays untouched. With pages of 4 KB, machines of many SMs wait for
// the processor's address translation: 32 SMs took 1.2 times as long. Does nothing where the address space is limited
// (RLIMIT_AS), or where the C library's malloc is replaced, as sanitizers do. Call it once, before other threads start.
void prefer_large_pages();

}  // namespace unibank
