#include <catch2/catch.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

// In a process of its own, because the heap stays as it is: how many of 100 vectors of 1 MB have large pages.
int vectors_with_large_pages(void (*before)()) {
  const pid_t child = ::fork();
  if (child == 0) {
    before();
    prefer_large_pages();
    std::vector<std::vector<char>> vectors;
    int count = 0;
    for (int i = 0; i < 100; ++i) count += has_large_pages(vectors.emplace_back(1 << 20).data());
    ::_exit(count);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a hundred megabytes of the heap have large pages") {
  if (::access("/sys/kernel/mm/transparent_hugepage/enabled", R_OK) != 0) {
    WARN("skipped: this host has no large pages");
    return;
  }
  CHECK(vectors_with_large_pages([] {}) >= 99);  // the first one may be in the heap of before
}

TEST_CASE("a limited address space is not used up by the room for large pages") {
  CHECK(vectors_with_large_pages([] {
          rlimit limit{};
          ::getrlimit(RLIMIT_AS, &limit);
          limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, rlim_t{1} << 30);
          ::setrlimit(RLIMIT_AS, &limit);
        }) == 0);
}
