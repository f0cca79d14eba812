// Runs a machine with RTL blocks. Where every request is granted its cycle (conflicts.model = "arbitrated"), nothing in
// the results changes.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "gpu/workload_run.h"

namespace unibank::test {

inline Design arbitrated(Design design) {
  design.conflicts.model = ConflictModel::kArbitrated;
  return design;
}

inline Design dirty_lines(Design design) {
  design.cache.global_stores = design.cache.local_stores = StorePolicy::kWriteBack;
  return design;
}

// With each choice of RTL blocks, the run equals the model's in every cycle and counter, and every value equals the
// executor's.
inline void compare(const std::string& workload, Design design, const std::vector<std::vector<std::string>>& choices,
                    const std::map<std::string, std::string>& arguments = {}) {
  design.run.check_data = true;
  const std::string native = run_text(workload, design, BlockFactories(), arguments);
  CHECK(native.substr(0, 2) == "1 ");  // verified
  CHECK(native.find("broken") == std::string::npos);
  for (const std::vector<std::string>& choice : choices) {
    Design with_rtl = design;
    choose(with_rtl.blocks, block_requests(choice));
    INFO(text_of_foreign(with_rtl.blocks));
    CHECK(run_text(workload, with_rtl, {}, arguments) == native);
  }
}

}  // namespace unibank::test
