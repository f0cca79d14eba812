#include "cosim/rtl_seats.h"

#include "cosim/occupant.h"

namespace unibank {

Seats rtl_seats(const RtlChoice& choice, wave::Writer* waves) {
  Seats seats = native_seats();
  for (const auto& [name, check] : choice.blocks) {
    rtl::SeatOptions options;
    options.block = name;
    options.check = check;
    options.waves = waves;
    rtl::Occupants::instance().find(name)->sit(seats, options);
  }
  return seats;
}

Seats rtl_seats(const Design& design, const RtlChoice& given, wave::Writer* waves) {
  Seats seats = rtl_seats(rtl_choice(design, given), waves);
  seats.as_designed = true;
  return seats;
}

}  // namespace unibank
