// The options and the CPU reference of binomialoptions.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::binomialoptions {

constexpr double kRiskFree = 0.02, kVolatility = 0.10;  // a year

struct Contract {
  float spot, strike, years;
};

// Strikes within 20 percent of the spot price, 1 to 10 years: no price is so small that it is lost to rounding.
std::vector<Contract> random_contracts(std::size_t count, std::uint32_t seed);

// The numbers of a contract that the tree needs, laid out like Option in binomialoptions.cu.
struct Option {
  float spot, strike;
  float log2_up;   // binary logarithm of the factor by which the price rises in one step
  float up, down;  // discounted probabilities of a rise and of a fall
};
Option option_of(const Contract& contract, unsigned steps);

// The price of a European call by a tree of `steps` levels (Cox, Ross and Rubinstein), fused and rounded as in the
// kernel.
float price(const Option& option, unsigned steps);

}  // namespace unibank::binomialoptions
