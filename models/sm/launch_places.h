// The places that a launch's registers, scratchpad and lines get in the memories of an SM.
#pragma once

#include <memory>

#include "cycle/address_map.h"
#include "policy/register_store.h"
#include "sm/sm.h"

namespace unibank {

RegisterLayout layout_of(const SmLaunch& launch, const Design& design, unsigned sm);

std::unique_ptr<RegisterStore> register_store_of(const Design& design);

// `store`: reset to the launch's layout. InputError unless the registers and the scratchpad of the launch's resident
// blocks fit in whole rows of the banks.
AddressMap map_of(const SmLaunch& launch, const Design& design, const RegisterStore& store);

// The sets of the cache that fit beside these whole rows, at most launch.cache_sets. Throws map_of()'s InputError.
// Needs no SM.
unsigned fitting_sets(const SmLaunch& launch, const Design& design);

}  // namespace unibank
