// Random numbers that are the same on every machine. The library's own distributions differ between machines.
#pragma once

#include <cstdint>
#include <random>

namespace unibank {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  // Each number below `end`, which is not 0, with the same probability.
  std::uint64_t below(std::uint64_t end) {
    const std::uint64_t most = random_.max() - random_.max() % end;
    for (;;) {
      const std::uint64_t drawn = random_();
      if (drawn < most) return drawn % end;
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace unibank
