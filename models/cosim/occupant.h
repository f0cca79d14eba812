// Who can take a block's seat, by the name that `--rtl` gives: RTL with its transactor, or anybody's module that has
// the seat's sockets and its control plane. An occupant is a file or two that end with a static Registration; nothing
// else has to know it, and it may live outside this tree.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"

namespace unibank {

struct Seats;
namespace wave {
class Writer;
}

namespace rtl {

// What every occupant is asked for.
struct SeatOptions {
  std::string block = {};         // its own name, for what it says to the user
  bool check = false;             // the model's block beside it: the first difference ends the run
  wave::Writer* waves = nullptr;  // gets the pins; null: nobody looks
  unsigned fault = 0;             // of RTL that has deliberate ones, for tests
};

struct Occupant {
  std::string name;
  std::vector<std::string> seats;  // the members of Seats that it takes: each may be taken once
  std::string description;
  bool compares;                   // whether it knows SeatOptions::check
  std::function<void(Seats& seats, const SeatOptions& options)> sit;
};

class Occupants : public NamedEntries<Occupant> {
 public:
  static Occupants& instance();
};

struct Registration {
  explicit Registration(Occupant occupant) { Occupants::instance().add(std::move(occupant)); }
};

// Occupant::sit of a class that is made as the block is whose seat it takes: Block(name, parameters, options).
//   in_seat<MyTagArray>(&Seats::tag_array)
template <typename Block, typename Seat, typename Parameters>
std::function<void(Seats&, const SeatOptions&)> in_seat(
    std::function<std::unique_ptr<Seat>(const char* name, const Parameters&)> Seats::*seat) {
  return [seat](Seats& seats, const SeatOptions& options) {
    seats.*seat = [options](const char* name, const Parameters& parameters) {
      return std::make_unique<Block>(name, parameters, options);
    };
  };
}

}  // namespace rtl

}  // namespace unibank
