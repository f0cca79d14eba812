#include "workloads/binomialoptions/binomialoptions.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace binomialoptions {

std::vector<Contract> random_contracts(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<Contract> contracts(count);
  for (Contract& contract : contracts) {
    contract.spot = 5 + 25 * random.unit();
    contract.strike = contract.spot * (0.8f + 0.4f * random.unit());
    contract.years = 1 + 9 * random.unit();
  }
  return contracts;
}

Option option_of(const Contract& contract, unsigned steps) {
  const double step = double{contract.years} / steps, log_up = kVolatility * std::sqrt(step);
  const double interest = std::exp(kRiskFree * step), up = std::exp(log_up), down = 1 / up;
  const double rise = (interest - down) / (up - down);
  return {contract.spot, contract.strike, static_cast<float>(log_up / std::log(2.0)),
          static_cast<float>(rise / interest), static_cast<float>((1 - rise) / interest)};
}

float price(const Option& option, unsigned steps) {
  std::vector<float> values(steps + 1);
  for (unsigned i = 0; i <= steps; ++i) {
    const float growth = std::exp2(option.log2_up * (2 * static_cast<float>(i) - static_cast<float>(steps)));
    values[i] = std::max(std::fma(option.spot, growth, -option.strike), 0.0f);
  }
  for (unsigned level = steps; level > 0; --level) {
    for (unsigned i = 0; i < level; ++i) values[i] = std::fma(option.up, values[i + 1], option.down * values[i]);
  }
  return values[0];
}

}  // namespace binomialoptions

namespace {

constexpr unsigned kThreads = 256, kMostOptions = 1024, kStepsOfTile = 32;  // binomialoptions.cu's
constexpr unsigned kPadding = 16;  // a row of an option's values has so many more words than the option has steps
// The device's exponential in the payoff at expiry is approximate.
constexpr double kTolerance = 1e-4;

class BinomialOptions : public Workload {
 public:
  std::string name() const override { return "binomialoptions"; }
  std::string description() const override {
    return "European calls by binomial trees, one option per block: tiles in the scratchpad (CUDA samples' "
           "binomialOptions)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"options", "options to price", 1, kMostOptions, 2, 4, 30, {}},
            {"steps", "steps of time, a multiple of 32", kStepsOfTile, 1 << 14, 64, 512, 1024, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto count = static_cast<unsigned>(arguments.at("options"));
    const auto steps = static_cast<unsigned>(arguments.at("steps"));
    require_multiple(arguments, "steps", kStepsOfTile);
    std::vector<binomialoptions::Option> options;
    for (const binomialoptions::Contract& contract : binomialoptions::random_contracts(count, 1)) {
      options.push_back(binomialoptions::option_of(contract, steps));
    }
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"binomialoptions", block}});
    device.write(device.symbol("options"), options.data(), options.size() * sizeof options[0]);
    const unsigned row = steps + kPadding;
    const std::uint64_t values = device.allocate(std::size_t{count} * row * sizeof(float), "values");
    const std::uint64_t prices = device.allocate(count * sizeof(float), "prices");
    device.launch("binomialoptions", {count, 1, 1}, block,
                  Arguments(values, prices, static_cast<std::int32_t>(steps), static_cast<std::int32_t>(row)));
    std::vector<float> expected;
    expected.reserve(options.size());
    for (const binomialoptions::Option& option : options) expected.push_back(binomialoptions::price(option, steps));
    return compare(device.download<float>(prices, count), expected, "price", 0, kTolerance);
  }
};

}  // namespace

std::unique_ptr<Workload> make_binomialoptions() { return std::make_unique<BinomialOptions>(); }

}  // namespace unibank
