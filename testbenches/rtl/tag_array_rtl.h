// tag_array.sv in place of the model's tag array.
#pragma once

#include "cosim/tag_array_transactor.h"
#include "rtl/tag_array_pins.h"

namespace unibank::rtl {

class TagArrayRtl : public TagArrayTransactor {
 public:
  TagArrayRtl(const sc_core::sc_module_name& name, const TagArrayParameters& parameters, const BlockOptions& options)
      : TagArrayTransactor(name, parameters, options, std::make_unique<TagArrayPins>(options.fault)) {}
};

}  // namespace unibank::rtl
