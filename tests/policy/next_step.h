// Where a store of registers says that a register is.
#pragma once

#include "policy/register_store.h"

namespace unibank {

inline RegisterStep next_step(RegisterStore& store, unsigned warp, unsigned number) {
  RegisterAccess access;
  access.warp = warp;
  access.number = number;
  return store.next(access, nullptr);
}

}  // namespace unibank
