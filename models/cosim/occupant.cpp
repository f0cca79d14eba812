#include "cosim/occupant.h"

namespace unibank::rtl {

Occupants& Occupants::instance() {
  static Occupants occupants;
  return occupants;
}

}  // namespace unibank::rtl
