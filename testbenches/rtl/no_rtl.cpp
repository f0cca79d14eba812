// In place of everything that needs Verilator, in a build without it.
#include "base/input_error.h"
#include "rtl/rtl_seats.h"

namespace unibank {

Seats rtl_seats(const RtlChoice& choice, wave::Writer* /*waves*/) {
  if (!choice.any()) return native_seats();
  throw InputError("--rtl " + text_of(choice) + " needs Verilator, which was not found when this program was built: "
                   "install the Debian package verilator, configure and build again");
}

}  // namespace unibank
