// A design that stands for the fastest of several has no values of its own.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("no machine is made of a design that stands for several") {
  const Design several = load_design("gebhart2012/fermi-like-best").design;
  CHECK_THROWS_WITH(KernelMachine(several, ".visible .entry k() { ret; }"),
                    "'gebhart2012/fermi-like-best' stands for the fastest of several designs; expected one of them: "
                    "gebhart2012/fermi-like-96-32, gebhart2012/fermi-like-32-96");
}
