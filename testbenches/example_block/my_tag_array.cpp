// my_tag_array.sv takes the tag array's seat: `my_unibank run ... --rtl my_tag_array[=check]`.
#include "cosim/occupant.h"
#include "cosim/tag_array_transactor.h"
#include "my_tag_array_pins.h"
#include "sm/seats.h"

namespace {

using namespace unibank;

class MyTagArray : public rtl::TagArrayTransactor {
 public:
  MyTagArray(const sc_core::sc_module_name& name, const TagArrayParameters& parameters,
             const rtl::SeatOptions& options)
      : TagArrayTransactor(name, parameters, options, std::make_unique<MyTagArrayPins>()) {}
};

const rtl::Registration kRegistration({
    "my_tag_array",
    {"tag_array"},  // the seat
    "my_tag_array.sv: 1024 sets of 4 ways",
    true,  // it can be run beside the model: =check
    rtl::in_seat<MyTagArray>(&Seats::tag_array),
});

}  // namespace
