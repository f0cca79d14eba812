// Registers my_tag_array.sv as a tag array: `[tag_array] model = "my_tag_array"`, or `my_unibank run ... --block
// my_tag_array[=check]`.
#include "cosim/tag_array_transactor.h"
#include "my_tag_array_pins.h"

namespace {

using namespace unibank;

class MyTagArray : public rtl::TagArrayTransactor {
 public:
  MyTagArray(const sc_core::sc_module_name& name, const TagArrayParameters& parameters, const BlockOptions& options)
      : TagArrayTransactor(name, parameters, options, std::make_unique<MyTagArrayPins>()) {}
};

const BlockRegistration<TagArrayKind> kRegistration(
    {"", "my_tag_array", "my_tag_array.sv: 1024 sets of 4 ways", {}, "native",
     true},  // it can run beside the native one: =check
    made_as<TagArrayKind, MyTagArray>());

}  // namespace
