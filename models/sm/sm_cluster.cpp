#include "sm/sm_cluster.h"

#include <string>

namespace unibank {

SmCluster::SmCluster(const sc_core::sc_module_name& name, const ClusterParameters& parameters,
                     const BankFactory& make_bank)
    : sc_module(name) {
  BankParameters bank = parameters.bank;
  for (unsigned i = 0; i < parameters.banks; ++i) {
    bank.shared = parameters.shared.empty() ? nullptr : parameters.shared[i];
    banks_.push_back(make_bank(("bank" + std::to_string(i)).c_str(), bank));
  }
}

}  // namespace unibank
