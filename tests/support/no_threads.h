// While this object exists, no thread can start, because a thread's stack would exceed the remaining address space.
#pragma once

#include <cstddef>
#include <fstream>
#include <pthread.h>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

class NoThreads {
 public:
  NoThreads() {
    ::pthread_attr_init(&before_);
    if (::pthread_getattr_default_np(&before_) != 0 || ::getrlimit(RLIMIT_AS, &limit_) != 0)
      throw std::runtime_error("no limits");
    pthread_attr_t large;
    ::pthread_attr_init(&large);
    ::pthread_attr_setstacksize(&large, kStack);  // no stack left by an ended thread is that large
    ::pthread_setattr_default_np(&large);
    ::pthread_attr_destroy(&large);
    const rlimit less{used() + kStack / 2, limit_.rlim_max};
    ::setrlimit(RLIMIT_AS, &less);
  }
  ~NoThreads() {
    ::setrlimit(RLIMIT_AS, &limit_);
    ::pthread_setattr_default_np(&before_);
    ::pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  static constexpr std::size_t kStack = std::size_t{1} << 31;
  static rlim_t used() {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  }

  rlimit limit_{};
  pthread_attr_t before_;
};
