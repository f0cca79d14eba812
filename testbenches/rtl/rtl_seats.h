// Blocks of the model replaced by their RTL.
#pragma once

#include "rtl/rtl_choice.h"
#include "sm/seats.h"
#include "wave/writer.h"

namespace unibank {

// The native block in every seat but those chosen. `waves` (null: none) gets the RTL's pins. Throws InputError when
// any is chosen and this build has no RTL (Verilator was not found).
Seats rtl_seats(const RtlChoice& choice, wave::Writer* waves = nullptr);

}  // namespace unibank
