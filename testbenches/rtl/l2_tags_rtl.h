// l2_tags.sv in place of the model's tags of an L2 slice.
#pragma once

#include "cosim/l2_tags_transactor.h"
#include "rtl/l2_tags_pins.h"

namespace unibank::rtl {

class L2TagsRtl : public L2TagsTransactor {
 public:
  L2TagsRtl(const char* name, const L2TagsParameters& parameters, const BlockOptions& options)
      : L2TagsTransactor(name, parameters, options, std::make_unique<L2TagsPins>(options.fault)) {}
};

}  // namespace unibank::rtl
