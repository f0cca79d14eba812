// Linked into the programs of tests that simulate.
#include "tlm/protocol_checker.h"

namespace {

const bool kChecked = (unibank::check_every_socket(), true);

}  // namespace
