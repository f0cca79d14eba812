// Who can be put into a block's seat by name.
#include <catch2/catch.hpp>

#include "cosim/occupant.h"
#include "cosim/rtl_seats.h"

using namespace unibank;

namespace {

class OneOrder : public WarpOrder {
 public:
  OneOrder(const char* /*name*/, const PolicyChoice& /*choice*/, const rtl::SeatOptions& options) : options_(options) {}
  void reset(unsigned /*warps*/) override {}
  int pick(const WarpView& /*view*/) override { return options_.check ? 2 : 1; }
  void issued(unsigned /*warp*/) override {}

 private:
  rtl::SeatOptions options_;
};

const rtl::Registration kOrders[] = {
    rtl::Registration({"order_a", {"warp_order"}, "compared", true, rtl::in_seat<OneOrder>(&Seats::warp_order)}),
    rtl::Registration({"order_b", {"gate", "warp_order"}, "alone", false, rtl::in_seat<OneOrder>(&Seats::warp_order)}),
};

int picked(const std::vector<std::string>& given) {
  return rtl_seats(rtl_choice(given)).warp_order("order", {"lrr", {}})->pick({});
}

}  // namespace

TEST_CASE("occupants: whoever has registered can be chosen by name") {
  CHECK(rtl::Occupants::instance().names() == std::vector<std::string>{"order_a", "order_b"});
  CHECK(rtl::Occupants::instance().find("order_c") == nullptr);
  CHECK(picked({"order_a"}) == 1);
  CHECK(picked({"order_a=check"}) == 2);
  CHECK(picked({"order_b"}) == 1);
  CHECK(picked({}) == -1);  // the native one: nobody is ready
}

TEST_CASE("occupants: what cannot be chosen is refused with the names and the seat") {
  CHECK_THROWS_WITH(rtl_choice({"order_c"}), "--rtl: unknown block 'order_c'; known: order_a, order_b");
  CHECK_THROWS_WITH(rtl_choice({"order_a=fast"}), "--rtl is 'order_a=fast', expected order_a or order_a=check");
  CHECK_THROWS_WITH(rtl_choice({"order_b=check"}),
                    "--rtl is 'order_b=check', expected order_b, which has no model beside it");
  CHECK_THROWS_WITH(rtl_choice({"order_a", "order_a=check"}), "--rtl gives 'order_a' twice");
  CHECK_THROWS_WITH(rtl_choice({"order_b", "order_a"}),
                    "--rtl gives 'order_b' and 'order_a', which both take the seat warp_order; expected one of them");
}

TEST_CASE("occupants: a block that a design wants and nobody has registered is refused by the design's name") {
  Design design;
  design.name = "mine";
  design.rtl.mshr = BlockAs::kRtl;
  CHECK_THROWS_WITH(rtl_seats(design),
                    "design 'mine', section rtl: unknown block 'mshr'; known: order_a, order_b");
}
