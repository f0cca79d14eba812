// The bytes of a read on their way to the requesters, with their writers (run.check_data).
#pragma once

#include <algorithm>
#include <array>

#include "base/types.h"
#include "tlm/pool.h"

namespace unibank {

struct LineData {
  std::array<unsigned char, kLineBytes> bytes{};
  std::array<Writer, kLineBytes> writers{};

  // Copies from a payload with writers; put() copies to one.
  void take(const Payload& from) {
    std::copy_n(from.get_data_ptr(), from.get_data_length(), bytes.begin());
    std::copy_n(writers_of(from), from.get_data_length(), writers.begin());
  }
  void put(Payload& to) const {
    std::copy_n(bytes.begin(), to.get_data_length(), to.get_data_ptr());
    std::copy_n(writers.begin(), to.get_data_length(), writers_of(to));
  }
};

}  // namespace unibank
