// The blocks of this folder under the names that `--rtl` knows.
#include "cosim/occupant.h"
#include "rtl/arbiter_seat.h"
#include "rtl/crossbar_seat.h"
#include "rtl/dram_front_seat.h"
#include "rtl/lock_unit_seat.h"
#include "rtl/mshr_seat.h"
#include "rtl/tag_array_seat.h"
#include "rtl/unified_bank_seat.h"
#include "sm/seats.h"

namespace unibank::rtl {

namespace {

const Registration kBlocks[] = {
    Registration({"arbiter", {"arbiter"}, "arbiter.sv", true, in_seat<ArbiterRtl>(&Seats::arbiter)}),
    Registration({"crossbar", {"crossbar"}, "crossbar.sv", true, in_seat<CrossbarRtl>(&Seats::crossbar)}),
    Registration({"dram_front", {"dram"}, "dram_front.sv", true, in_seat<DramFrontRtl>(&Seats::dram)}),
    Registration({"lock_unit", {"gate", "warp_order"}, "lock_unit.sv and warp_priority.sv", true, seat_lock_unit}),
    Registration({"mshr", {"mshr"}, "mshr.sv", true, in_seat<MshrRtl>(&Seats::mshr)}),
    Registration({"tag_array", {"tag_array"}, "tag_array.sv", true, in_seat<TagArrayRtl>(&Seats::tag_array)}),
    Registration({"unified_bank", {"bank"}, "unified_bank.sv", true, in_seat<UnifiedBankRtl>(&Seats::bank)}),
};

}  // namespace

}  // namespace unibank::rtl
