#include "workloads/today/hash_join/hash_join.h"

#include <unordered_map>

#include "workloads/all_workloads.h"
#include "workloads/today/values.h"

namespace unibank {
namespace hash_join {

Relations random_relations(std::size_t build, std::size_t probe, unsigned percent, std::uint32_t seed) {
  // A key is a number times an odd constant, modulo 2^31, so keys of different numbers differ. The smaller relation has
  // the even numbers.
  const auto key_of = [](std::uint32_t number) { return number * 747796405u & 0x7fffffffu; };
  RandomInput random(seed);
  Relations made;
  for (std::size_t i = 0; i < build; ++i) {
    made.build.keys.push_back(key_of(2 * static_cast<std::uint32_t>(i)));
    made.build.payloads.push_back(random.below(1u << 30));
  }
  for (std::size_t i = 0; i < probe; ++i) {
    const std::uint32_t number = 2 * random.below(static_cast<std::uint32_t>(build));
    made.probe.push_back(key_of(random.below(100) < percent ? number : number + 1));
  }
  return made;
}

std::vector<std::uint32_t> join(const Relations& relations) {
  std::unordered_map<std::uint32_t, std::uint32_t> table;
  for (std::size_t i = 0; i < relations.build.keys.size(); ++i)
    table[relations.build.keys[i]] = relations.build.payloads[i];
  std::vector<std::uint32_t> joined;
  for (const std::uint32_t key : relations.probe) {
    const auto it = table.find(key);
    joined.push_back(it == table.end() ? kNothing : it->second);
  }
  return joined;
}

std::uint32_t slots_for(std::size_t keys) {
  std::uint32_t slots = 32;
  while (slots < 2 * keys) slots *= 2;
  return slots;
}

}  // namespace hash_join

namespace {

constexpr unsigned kThreads = 256;  // hash_join.cu's

class HashJoin : public Workload {
 public:
  std::string name() const override { return "hash_join"; }
  std::string description() const override {
    return "hash join: a table with open addressing is built and probed, pairs are numbered a warp at a time";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"build", "rows of the smaller relation", 1, 1 << 24, 300, 8192, 1 << 18, {}},
            {"probe", "rows of the larger relation", 1, 1 << 26, 2000, 1 << 17, 1 << 21, {}},
            {"percent", "of the larger relation's rows that find a partner", 0, 100, 50, 50, 50, {}},
            {"blocks", "blocks that probe", 1, 65536, 4, 64, 216, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto number = [&](const char* name) { return static_cast<unsigned>(arguments.at(name)); };
    const hash_join::Relations in =
        hash_join::random_relations(number("build"), number("probe"), number("percent"), 1);
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"hash_build", block}, {"hash_probe", block}});
    const std::uint32_t slots = hash_join::slots_for(in.build.keys.size()), mask = slots - 1;
    const std::uint64_t build = device.upload(in.build.keys, "build keys");
    const std::uint64_t payloads = device.upload(in.build.payloads, "payloads");
    const std::uint64_t probe = device.upload(in.probe, "probe keys");
    const std::uint64_t table = device.upload(std::vector<std::uint32_t>(slots, hash_join::kNothing), "table keys");
    const std::uint64_t table_payloads = device.allocate(std::size_t{slots} * 4, "table payloads");
    const std::uint64_t pairs = device.allocate(in.probe.size() * 8, "pairs");
    const std::uint64_t found = device.upload(std::vector<std::uint32_t>(1, 0), "found");
    device.launch("hash_build", {(number("build") + kThreads - 1) / kThreads, 1, 1}, block,
                  Arguments(build, payloads, table, table_payloads, static_cast<std::int32_t>(number("build")), mask));
    device.launch("hash_probe", {number("blocks"), 1, 1}, block,
                  Arguments(probe, table, table_payloads, pairs, found, static_cast<std::int32_t>(number("probe")),
                            mask));
    return verdict(device, pairs, found, hash_join::join(in));
  }

 private:
  // Pairs may have any order. They are compared by row, and each row has at most one.
  static Verdict verdict(const Device& device, std::uint64_t pairs, std::uint64_t found,
                         const std::vector<std::uint32_t>& expected) {
    const std::size_t count = device.download<std::uint32_t>(found, 1)[0];
    const auto partners = static_cast<std::size_t>(
        std::count_if(expected.begin(), expected.end(), [](std::uint32_t one) { return one != hash_join::kNothing; }));
    if (count != partners)
      return {false, std::to_string(count) + " pairs, the CPU has " + std::to_string(partners)};
    const auto words = device.download<std::uint32_t>(pairs, 2 * count);
    std::vector<std::uint32_t> joined(expected.size(), hash_join::kNothing);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t row = words[2 * i];
      if (row >= joined.size() || joined[row] != hash_join::kNothing)
        return {false, "pair " + std::to_string(i) + " is of row " + std::to_string(row) +
                           ", which is none or has another pair"};
      joined[row] = words[2 * i + 1];
    }
    return compare(joined, expected, "row");
  }
};

}  // namespace

std::unique_ptr<Workload> make_hash_join() { return std::make_unique<HashJoin>(); }

}  // namespace unibank
