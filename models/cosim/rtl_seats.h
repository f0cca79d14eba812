// The seats of a machine in which some blocks are not the model's.
#pragma once

#include "cosim/rtl_choice.h"
#include "sm/seats.h"
#include "wave/writer.h"

namespace unibank {

// The native block in every seat but those chosen. `waves` (null: none) gets the pins of RTL. Throws InputError when
// this build does not have what is chosen.
Seats rtl_seats(const RtlChoice& choice, wave::Writer* waves = nullptr);

// The same for a machine of this design: what its section rtl says, and `given`, which wins.
Seats rtl_seats(const Design& design, const RtlChoice& given = {}, wave::Writer* waves = nullptr);

}  // namespace unibank
