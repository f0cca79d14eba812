// Modules of one kind that a module owns.
#pragma once

#include <memory>
#include <vector>

namespace unibank {

// Destroyed from the last to the first: SystemC searches its lists of ports from the end, so the other way a machine of
// many SMs takes longer to destroy than to build.
template <typename Module>
class Modules : public std::vector<std::unique_ptr<Module>> {
 public:
  using std::vector<std::unique_ptr<Module>>::vector;
  ~Modules() {
    while (!this->empty()) this->pop_back();
  }
};

}  // namespace unibank
