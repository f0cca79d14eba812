// A block's RTL in the machine. With every request granted its cycle (conflicts.model = "arbitrated") nothing at all
// changes.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "gpu/workload_run.h"
#include "cosim/rtl_seats.h"

namespace unibank::test {

inline Design arbitrated(Design design) {
  design.conflicts.model = ConflictModel::kArbitrated;
  return design;
}

inline Design dirty_lines(Design design) {
  design.cache.global_stores = design.cache.local_stores = StorePolicy::kWriteBack;
  return design;
}

// With each choice of RTL the run is the model's, to the last cycle and counter.
inline void compare(const std::string& workload, const Design& design,
                    const std::vector<std::vector<std::string>>& choices,
                    const std::map<std::string, std::string>& arguments = {}) {
  const std::string native = run_text(workload, design, native_seats(), arguments);
  CHECK(native.substr(0, 2) == "1 ");  // verified
  CHECK(native.find("broken") == std::string::npos);
  for (const std::vector<std::string>& choice : choices) {
    INFO(text_of(rtl_choice(choice)));
    CHECK(run_text(workload, design, rtl_seats(rtl_choice(choice)), arguments) == native);
  }
}

}  // namespace unibank::test
