#include "sm/sm_cluster.h"

#include <string>

namespace unibank {

SmCluster::SmCluster(const sc_core::sc_module_name& name, const ClusterParameters& parameters,
                     const BankFactory& make_bank)
    : sc_module(name) {
  for (unsigned i = 0; i < parameters.banks; ++i) {
    banks_.push_back(make_bank(("bank" + std::to_string(i)).c_str(), parameters.bank));
  }
}

}  // namespace unibank
