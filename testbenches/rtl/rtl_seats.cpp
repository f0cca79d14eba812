#include "rtl/rtl_seats.h"

#include "rtl/mshr_seat.h"
#include "rtl/tag_array_seat.h"
#include "rtl/unified_bank_seat.h"

namespace unibank {

namespace {

rtl::SeatOptions options_for(RtlSeat seat, wave::Writer* waves) {
  rtl::SeatOptions options;
  options.check = seat == RtlSeat::kCheck;
  options.waves = waves;
  return options;
}

}  // namespace

Seats rtl_seats(const RtlChoice& choice, wave::Writer* waves) {
  Seats seats = native_seats();
  if (choice.mshr != RtlSeat::kModel) {
    const rtl::SeatOptions options = options_for(choice.mshr, waves);
    seats.mshr = [options](const char* name, const MshrParameters& parameters) {
      return std::make_unique<rtl::MshrRtl>(name, parameters, options);
    };
  }
  if (choice.tag_array != RtlSeat::kModel) {
    const rtl::SeatOptions options = options_for(choice.tag_array, waves);
    seats.tag_array = [options](const char* name, const TagArrayParameters& parameters) {
      return std::make_unique<rtl::TagArrayRtl>(name, parameters, options);
    };
  }
  if (choice.unified_bank != RtlSeat::kModel) {
    const rtl::SeatOptions options = options_for(choice.unified_bank, waves);
    seats.bank = [options](const char* name, const BankParameters& parameters) {
      return std::make_unique<rtl::UnifiedBankRtl>(name, parameters, options);
    };
  }
  return seats;
}

}  // namespace unibank
