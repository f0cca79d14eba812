#include "workloads/today/moe_dispatch/moe_dispatch.h"

#include <numeric>

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace moe_dispatch {

Routes route(const std::vector<float>& scores, std::size_t experts) {
  Routes routes;
  std::vector<std::int32_t> order(experts);
  for (std::size_t first = 0; first < scores.size(); first += experts) {
    std::iota(order.begin(), order.end(), 0);
    const auto score = [&](std::int32_t expert) { return scores[first + static_cast<std::size_t>(expert)]; };
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return score(a) > score(b); });
    const double share = 1 / (1 + std::exp(double{score(order[1])} - double{score(order[0])}));
    routes.choices.insert(routes.choices.end(), {order[0], order[1]});
    routes.weights.insert(routes.weights.end(), {share, 1 - share});
  }
  routes.places.resize(routes.choices.size());
  std::int32_t place = 0;
  for (std::size_t expert = 0; expert < experts; ++expert) {
    routes.starts.push_back(place);
    for (std::size_t i = 0; i < routes.choices.size(); ++i)
      if (routes.choices[i] == static_cast<std::int32_t>(expert)) routes.places[i] = place++;
  }
  return routes;
}

}  // namespace moe_dispatch

namespace {

constexpr unsigned kThreads = 256, kWarps = kThreads / 32;  // moe_dispatch.cu's

class MoeDispatch : public Workload {
 public:
  std::string name() const override { return "moe_dispatch"; }
  std::string description() const override {
    return "dispatch of a mixture of experts: two experts per token, places assigned expert by expert, rows gathered";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"tokens", "tokens", 1, 65536, 20, 512, 4096, {}},
            {"experts", "experts", 2, 256, 5, 32, 64, {}},
            {"size", "elements of a token, a multiple of 8", 8, 16384, 264, 2048, 2048, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto number = [&](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    require_multiple(arguments, "size", 8);
    const std::size_t tokens = number("tokens"), experts = number("experts"), size = number("size");
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"moe_route", block}, {"moe_place", block}, {"moe_gather", block}});
    const std::vector<float> scores = today::random_eighths(tokens * experts, 1);  // some are equal
    const std::vector<std::uint16_t> rows = today::halves_of(today::random_eighths(tokens * size, 2));
    const std::uint64_t scores_at = device.upload(scores, "scores"), rows_at = device.upload(rows, "tokens");
    const std::vector<std::int32_t> none(2 * tokens, -1);
    const At at{device.upload(none, "choices"), device.upload(std::vector<float>(2 * tokens, -1), "weights"),
                device.upload(std::vector<std::int32_t>(2 * tokens, 0), "places"),
                device.upload(std::vector<std::int32_t>(experts, -1), "starts"),
                device.upload(std::vector<std::uint16_t>(2 * tokens * size, 0xffff), "gathered")};
    const auto whole = [](std::size_t value) { return static_cast<std::int32_t>(value); };
    const auto blocks = [](std::size_t warps) {
      return Dim3{static_cast<unsigned>((warps + kWarps - 1) / kWarps), 1, 1};
    };
    device.launch("moe_route", blocks(tokens), block,
                  Arguments(scores_at, at.choices, at.weights, whole(tokens), whole(experts)));
    device.launch("moe_place", {static_cast<unsigned>(experts), 1, 1}, block,
                  Arguments(at.choices, at.places, at.starts, whole(2 * tokens)));
    device.launch("moe_gather", blocks(2 * tokens), block,
                  Arguments(rows_at, at.places, at.gathered, whole(2 * tokens), whole(size / 8)));
    return verdict(device, at, moe_dispatch::route(scores, experts), rows);
  }

 private:
  struct At {
    std::uint64_t choices, weights, places, starts, gathered;
  };

  static Verdict verdict(const Device& device, const At& at, const moe_dispatch::Routes& routes,
                         const std::vector<std::uint16_t>& rows) {
    const std::size_t count = routes.choices.size(), size = rows.size() / (count / 2);
    std::vector<std::uint16_t> gathered(count * size);
    for (std::size_t i = 0; i < count; ++i) {
      const auto from = rows.begin() + static_cast<std::ptrdiff_t>(i / 2 * size);
      std::copy_n(from, size, gathered.begin() + routes.places[i] * static_cast<std::ptrdiff_t>(size));
    }
    const Verdict verdicts[] = {
        compare(device.download<std::int32_t>(at.choices, count), routes.choices, "choice", 2),
        today::compare_within(device.download<float>(at.weights, count), routes.weights, "weight", 2, {1e-6, 0}),
        compare(device.download<std::int32_t>(at.places, count), routes.places, "place", 2),
        compare(device.download<std::int32_t>(at.starts, routes.starts.size()), routes.starts, "start"),
        compare(device.download<std::uint16_t>(at.gathered, gathered.size()), gathered, "half", size)};
    for (const Verdict& one : verdicts)
      if (!one.right) return one;
    return verdicts[4];
  }
};

}  // namespace

std::unique_ptr<Workload> make_moe_dispatch() { return std::make_unique<MoeDispatch>(); }

}  // namespace unibank
