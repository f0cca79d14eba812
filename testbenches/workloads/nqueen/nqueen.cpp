#include "workloads/nqueen/nqueen.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"

namespace unibank {
namespace nqueen {

namespace {

struct Row {
  std::uint32_t columns = 0, left = 0, right = 0;

  std::uint32_t free(unsigned queens) const { return ~(columns | left | right) & ((1u << queens) - 1); }
  Row with(std::uint32_t queen) const { return {columns | queen, (left | queen) << 1, (right | queen) >> 1}; }
};

void begin(const Row& row, unsigned queens, unsigned rows, Beginnings& all) {
  if (rows == 0) {
    all.columns.push_back(row.columns);
    all.left.push_back(row.left);
    all.right.push_back(row.right);
    return;
  }
  for (std::uint32_t free = row.free(queens); free != 0; free &= free - 1) {
    begin(row.with(free & ~(free - 1)), queens, rows - 1, all);
  }
}

std::uint32_t count(const Row& row, unsigned queens, unsigned rows) {
  if (rows == 0) return 1;
  std::uint32_t sum = 0;
  for (std::uint32_t free = row.free(queens); free != 0; free &= free - 1) {
    sum += count(row.with(free & ~(free - 1)), queens, rows - 1);
  }
  return sum;
}

}  // namespace

Beginnings beginnings(unsigned queens, unsigned rows) {
  Beginnings all;
  for (unsigned column = 0; column < queens / 2; ++column) begin(Row{}.with(1u << column), queens, rows - 1, all);
  return all;
}

std::vector<std::uint32_t> solutions(const Beginnings& beginnings, unsigned queens, unsigned rows_left) {
  std::vector<std::uint32_t> all;
  for (std::size_t i = 0; i < beginnings.columns.size(); ++i) {
    all.push_back(count({beginnings.columns[i], beginnings.left[i], beginnings.right[i]}, queens, rows_left));
  }
  return all;
}

}  // namespace nqueen

namespace {

constexpr unsigned kThreads = 64, kDepth = 10;  // nqueen.cu's

// Jatala et al. do not say how large the board is. Their table VI has 24,576 threads, but 52 instructions per thread,
// hardly more than the block's sum takes. This means that few threads had a beginning, as with the program's default of
// 8 queens, of which the host places two. The 21 beginnings fit in one warp.
class Nqueen : public Workload {
 public:
  std::string name() const override { return "nqueen"; }
  std::string description() const override {
    return "queens on a board by backtracking, stacks of the threads in the scratchpad (ISPASS 2009's NQU)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"queens", "columns and rows of the board, an even number", 6, 16, 6, 10, 8, {}},
            {"placed", "rows that the host fills; at most 10 are left", 2, 6, 2, 4, 2, {}},
            {"blocks", "blocks of 64 threads of a launch, one beginning per thread", 1, 4096, 4, 384, 384, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto queens = static_cast<unsigned>(arguments.at("queens"));
    const auto placed = static_cast<unsigned>(arguments.at("placed"));
    const auto blocks = static_cast<unsigned>(arguments.at("blocks"));
    if (queens % 2 != 0) refuse(arguments, "queens", "a multiple of 2");
    if (queens > placed + kDepth) {
      refuse(arguments, "placed", "at least queens - 10 = " + std::to_string(queens - kDepth));
    }
    if (queens <= placed) refuse(arguments, "placed", "less than queens = " + std::to_string(queens));
    const nqueen::Beginnings beginnings = nqueen::beginnings(queens, placed);
    const std::size_t count = beginnings.columns.size();
    if (count > std::size_t{blocks} * kThreads) {
      refuse(arguments, "blocks", "at least " + std::to_string((count + kThreads - 1) / kThreads) + " with queens = " +
                                      std::to_string(queens) + " and placed = " + std::to_string(placed));
    }
    const Dim3 block{kThreads, 1, 1};
    device.plan({{"nqueen_solve", block}});
    const std::uint64_t columns = device.upload(beginnings.columns, "columns");
    const std::uint64_t left = device.upload(beginnings.left, "left");
    const std::uint64_t right = device.upload(beginnings.right, "right");
    const std::uint64_t sums = device.upload(std::vector<std::uint32_t>(blocks, ~0u), "solutions");
    device.launch("nqueen_solve", {blocks, 1, 1}, block,
                  Arguments(queens, queens - placed, columns, left, right, sums, static_cast<std::int32_t>(count)));

    std::vector<std::uint32_t> expected(blocks, 0);
    const std::vector<std::uint32_t> solutions = nqueen::solutions(beginnings, queens, queens - placed);
    for (std::size_t i = 0; i < count; ++i) expected[i / kThreads] += solutions[i];
    return compare(device.download<std::uint32_t>(sums, blocks), expected, "sum");
  }
};

}  // namespace

std::unique_ptr<Workload> make_nqueen() { return std::make_unique<Nqueen>(); }

}  // namespace unibank
