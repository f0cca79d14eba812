#include "unibank/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace unibank {

namespace {

// Vectors up to this size are in the heap instead of in mappings of their own, which would have small pages.
constexpr int kLargestInHeap = 4 << 20;
// What the C library adds to the heap with each extension, by default.
constexpr int kUsualExtension = 128 << 10;

std::uintptr_t heap_end() { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); }

bool address_space_is_limited() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

void prefer_large_pages() {
  if (address_space_is_limited()) return;
  const std::uintptr_t before = heap_end();
  ::mallopt(M_MMAP_THRESHOLD, kLargestInHeap);
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * kLargePages));  // the free end of the heap is kept
  ::mallopt(M_TOP_PAD, static_cast<int>(kLargePages));
  void* volatile one = std::malloc(kLargestInHeap / 2);  // does not fit, so the heap is extended
  std::free(one);
  ::mallopt(M_TOP_PAD, kUsualExtension);
  const std::uintptr_t page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)), end = heap_end();
  const std::uintptr_t begin = (before + page - 1) / page * page;
  // If the host refuses, it uses small pages.
  if (end > begin) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace unibank
