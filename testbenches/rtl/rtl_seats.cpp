#include "rtl/rtl_seats.h"

#include "rtl/crossbar_seat.h"
#include "rtl/dram_front_seat.h"
#include "rtl/lock_unit_seat.h"
#include "rtl/mshr_seat.h"
#include "rtl/tag_array_seat.h"
#include "rtl/unified_bank_seat.h"

namespace unibank {

namespace {

rtl::SeatOptions options_for(RtlSeat choice, wave::Writer* waves) {
  rtl::SeatOptions options;
  options.check = choice == RtlSeat::kCheck;
  options.waves = waves;
  return options;
}

// Makes `Rtl` in a seat whose native factory makes a Seat of Parameters; a seat that is the model's stays as it is.
template <typename Rtl, typename Seat, typename Parameters>
void seat(std::function<std::unique_ptr<Seat>(const char*, const Parameters&)>& factory, RtlSeat choice,
          wave::Writer* waves) {
  if (choice == RtlSeat::kModel) return;
  const rtl::SeatOptions options = options_for(choice, waves);
  factory = [options](const char* name, const Parameters& parameters) {
    return std::make_unique<Rtl>(name, parameters, options);
  };
}

}  // namespace

Seats rtl_seats(const RtlChoice& choice, wave::Writer* waves) {
  Seats seats = native_seats();
  seat<rtl::UnifiedBankRtl>(seats.bank, choice.unified_bank, waves);
  seat<rtl::TagArrayRtl>(seats.tag_array, choice.tag_array, waves);
  seat<rtl::CrossbarRtl>(seats.crossbar, choice.crossbar, waves);
  seat<rtl::MshrRtl>(seats.mshr, choice.mshr, waves);
  seat<rtl::DramFrontRtl>(seats.dram, choice.dram_front, waves);
  if (choice.lock_unit != RtlSeat::kModel) rtl::seat_lock_unit(seats, options_for(choice.lock_unit, waves));
  return seats;
}

}  // namespace unibank
