#include <catch2/catch.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "unibank/large_pages.h"

using namespace unibank;

namespace {

// Whether large pages are requested ("hg" in /proc/self/smaps) for the mapping of an address.
bool has_large_pages(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<unsigned long>(address);
  unsigned long begin = 0, end = 0;
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) inside = wanted >= begin && wanted < end;
    if (inside && line.rfind("VmFlags:", 0) == 0) return (line + " ").find(" hg ") != std::string::npos;
  }
  return false;
}

struct Heap {
  int grown = 0;        // MB that prefer_large_pages() adds
  int large_pages = 0;  // of 100 vectors of 1 MB
};

// In a process of its own, because the heap stays as it is.
Heap heap_after(void (*before)()) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    before();
    const char* const end = static_cast<const char*>(::sbrk(0));
    prefer_large_pages();
    Heap heap;
    heap.grown = static_cast<int>((static_cast<const char*>(::sbrk(0)) - end) >> 20);
    std::vector<std::vector<char>> vectors;
    for (int i = 0; i < 100; ++i) heap.large_pages += has_large_pages(vectors.emplace_back(1 << 20).data());
    ::_exit(::write(ends[1], &heap, sizeof heap) == sizeof heap ? 0 : 1);
  }
  Heap heap;
  CHECK(::read(ends[0], &heap, sizeof heap) == sizeof heap);
  ::close(ends[0]);
  ::close(ends[1]);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  return heap;
}

}  // namespace

TEST_CASE("a hundred megabytes of the heap have large pages") {
  const Heap heap = heap_after([] {});
  CHECK(heap.grown >= 128);
  if (::access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) != 0) {
    WARN("skipped: this host has no large pages");
    return;
  }
  CHECK(heap.large_pages >= 99);  // the first vector may be in the heap of before
}

TEST_CASE("a limited address space is not used up by the room for large pages") {
  const Heap heap = heap_after([] {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, rlim_t{1} << 30);
    ::setrlimit(RLIMIT_AS, &limit);
  });
  CHECK(heap.grown == 0);
}
