#include "workloads/today/rotary/rotary.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace rotary {

std::vector<float> angles(std::size_t positions, std::size_t half) {
  std::vector<float> table;
  table.reserve(positions * half * 2);
  for (std::size_t position = 0; position < positions; ++position) {
    for (std::size_t i = 0; i < half; ++i) {
      const double angle =
          static_cast<double>(position) * std::pow(1e4, -static_cast<double>(i) / static_cast<double>(half));
      table.push_back(static_cast<float>(std::cos(angle)));
      table.push_back(static_cast<float>(std::sin(angle)));
    }
  }
  return table;
}

std::vector<float> turned(const std::vector<float>& tokens, const std::vector<int>& positions,
                          const std::vector<float>& angles, const Shape& shape) {
  std::vector<float> out = tokens;
  for (std::size_t token = 0; token < positions.size(); ++token) {
    const float* const turn = &angles[static_cast<std::size_t>(positions[token]) * shape.half * 2];
    for (std::size_t head = 0; head < shape.heads; ++head) {
      for (std::size_t i = 0; i < shape.half; ++i) {
        float& x = out[token * shape.stride + head * 2 * shape.half + i];
        float& y = out[token * shape.stride + head * 2 * shape.half + shape.half + i];
        const float cosine = turn[2 * i], sine = turn[2 * i + 1], old = x;
        x = std::fma(old, cosine, -(y * sine));
        y = std::fma(y, cosine, old * sine);
      }
    }
  }
  return out;
}

}  // namespace rotary

namespace {

class Rotary : public Workload {
 public:
  std::string name() const override { return "rotary"; }
  std::string description() const override {
    return "rotary position embedding of queries and keys, in place, from a table of angles";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"tokens", "tokens", 1, 16384, 3, 64, 1024, {}},
            {"queries", "heads of queries", 1, 128, 4, 32, 32, {}},
            {"keys", "heads of keys", 1, 128, 2, 8, 8, {}},
            {"size", "elements of a head, a multiple of 4", 4, 256, 64, 128, 128, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    require_multiple(arguments, "size", 4);
    const auto tokens = static_cast<std::size_t>(arguments.at("tokens"));
    const auto half = static_cast<std::size_t>(arguments.at("size")) / 2;
    const auto keys = static_cast<std::size_t>(arguments.at("keys"));
    const std::size_t heads = static_cast<std::size_t>(arguments.at("queries")) + keys;
    // A token's values follow its keys and do not change.
    const rotary::Shape shape{heads, half, (heads + keys) * 2 * half};
    const Dim3 block{256, 1, 1};
    device.plan({{"rotary", block}});
    const std::vector<float> in = today::random_halves(tokens * shape.stride, 1);
    std::vector<int> positions(tokens);  // of several sequences, as in a batch
    for (std::size_t i = 0; i < tokens; ++i) positions[i] = static_cast<int>(i * 7 % tokens);
    const std::vector<float> angles = rotary::angles(tokens, half);
    const std::uint64_t at = device.upload(today::halves_of(in), "tokens");
    const std::uint64_t positions_at = device.upload(positions, "positions");
    const std::uint64_t angles_at = device.upload(angles, "angles");
    device.launch("rotary", {static_cast<unsigned>(tokens), 1, 1}, block,
                  Arguments(at, positions_at, angles_at, static_cast<std::int32_t>(heads),
                            static_cast<std::int32_t>(half), static_cast<std::int32_t>(shape.stride)));
    return compare(device.download<std::uint16_t>(at, in.size()),
                   today::halves_of(rotary::turned(in, positions, angles, shape)), "half", shape.stride);
  }
};

}  // namespace

std::unique_ptr<Workload> make_rotary() { return std::make_unique<Rotary>(); }

}  // namespace unibank
