// Linked into the test programs that simulate.
#include "tlm/protocol_checker.h"

namespace {

const bool kChecked = (unibank::check_every_socket(), true);

}  // namespace
