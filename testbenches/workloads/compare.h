// Compares the device's values with the CPU's; the result decides `verified`.
#pragma once

#include <cmath>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "workloads/workload.h"

namespace unibank {

// Compares two vectors of the same length. `item` is the name of one value ("cell"); if `columns` is not 0, the message
// gives its place as (row, column). `tolerance` is relative to the CPU's value; 0 requires equal values. A NaN is
// always a difference.
template <typename T>
Verdict compare(const std::vector<T>& device, const std::vector<T>& cpu, const std::string& item,
                std::size_t columns = 0, double tolerance = 0) {
  const auto agree = [tolerance](T found, T wanted) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::abs(double{found} - double{wanted}) <= tolerance * std::abs(double{wanted});
    } else {
      return found == wanted;
    }
  };
  std::size_t different = 0, first = 0;
  for (std::size_t i = cpu.size(); i-- > 0;) {
    if (agree(device[i], cpu[i])) continue;
    ++different;
    first = i;
  }
  std::ostringstream text;
  if (different == 0) {
    text << cpu.size() << ' ' << item << 's';
    tolerance == 0 ? text << " equal" : text << " within " << tolerance << " of the CPU's, relative";
    return {true, text.str()};
  }
  text.precision(9);  // enough digits to distinguish any two floats
  text << item << ' ';
  columns ? text << '(' << first / columns << ", " << first % columns << ')' : text << first;
  text << " is " << device[first] << ", the CPU has " << cpu[first] << " (" << different << " of " << cpu.size()
       << " differ)";
  return {false, text.str()};
}

}  // namespace unibank
