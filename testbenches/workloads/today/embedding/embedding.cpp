#include "workloads/today/embedding/embedding.h"

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace embedding {

Bags random_bags(std::size_t bags, std::size_t length, std::size_t rows, std::uint32_t seed) {
  RandomInput random(seed);
  Bags made;
  made.offsets.push_back(0);
  for (std::size_t bag = 0; bag < bags; ++bag) {
    for (std::uint32_t left = random.below(static_cast<std::uint32_t>(2 * length + 1)); left > 0; --left) {
      const float u = random.unit();
      made.indices.push_back(static_cast<std::int32_t>(static_cast<float>(rows) * u * u * u));
    }
    made.offsets.push_back(static_cast<std::int32_t>(made.indices.size()));
  }
  return made;
}

std::vector<float> sums(const std::vector<float>& table, const Bags& bags, std::size_t columns) {
  std::vector<float> out((bags.offsets.size() - 1) * columns);
  for (std::size_t bag = 0; bag + 1 < bags.offsets.size(); ++bag) {
    for (std::int32_t i = bags.offsets[bag]; i < bags.offsets[bag + 1]; ++i) {
      const float* const row = &table[static_cast<std::size_t>(bags.indices[static_cast<std::size_t>(i)]) * columns];
      for (std::size_t column = 0; column < columns; ++column) out[bag * columns + column] += row[column];
    }
  }
  return out;
}

}  // namespace embedding

namespace {

constexpr unsigned kWarps = 8;  // embedding.cu's

class Embedding : public Workload {
 public:
  std::string name() const override { return "embedding"; }
  std::string description() const override {
    return "embedding bags: sums of rows gathered from a table, some much more often than others, one warp per bag";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"rows", "rows of the table", 1, 1 << 22, 500, 16384, 131072, {}},
            {"columns", "columns of the table, a multiple of 4", 4, 1024, 128, 128, 128, {}},
            {"bags", "bags", 1, 1 << 20, 19, 1024, 8192, {}},
            {"length", "indices of a bag on average", 1, 1024, 6, 20, 40, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto number = [&](const char* name) { return static_cast<std::size_t>(arguments.at(name)); };
    require_multiple(arguments, "columns", 4);
    const std::size_t rows = number("rows"), columns = number("columns"), bags = number("bags");
    const Dim3 block{kWarps * 32, 1, 1};
    device.plan({{"embedding", block}});
    const std::vector<float> table = today::random_eighths(rows * columns, 1);
    const embedding::Bags asked = embedding::random_bags(bags, number("length"), rows, 2);
    const std::uint64_t table_at = device.upload(table, "table");
    std::vector<std::int32_t> indices = asked.indices;
    indices.push_back(0);  // so that the buffer exists if all bags are empty
    const std::uint64_t indices_at = device.upload(indices, "indices");
    const std::uint64_t offsets_at = device.upload(asked.offsets, "offsets");
    const std::uint64_t out = device.upload(std::vector<float>(bags * columns, -1.0f), "out");
    device.launch("embedding", {static_cast<unsigned>((bags + kWarps - 1) / kWarps), 1, 1}, block,
                  Arguments(table_at, indices_at, offsets_at, out, static_cast<std::int32_t>(bags),
                            static_cast<std::int32_t>(columns)));
    return compare(device.download<float>(out, bags * columns), embedding::sums(table, asked, columns), "sum", columns);
  }
};

}  // namespace

std::unique_ptr<Workload> make_embedding() { return std::make_unique<Embedding>(); }

}  // namespace unibank
