// Everything that a run has measured so far only grows, on every machine. `unibank sweep` relies on this when it ends
// runs early (testbenches/sweep/bounds.h).
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "design/cross_product.h"
#include "design/load.h"
#include "energy/energy.h"
#include "support/forked.h"
#include "support/thinned.h"
#include "unibank/simulate.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Cycles, counters and energies, without other_dynamic: that is the rest of a fixed power after the banks' part is
// taken off, so it may shrink.
std::map<std::string, double> measured(const RunResult& run, const Design& design) {
  std::map<std::string, double> all = {{"cycles", static_cast<double>(run.cycles)}};
  for (unsigned i = 0; i < DeclaredCounters::instance().size(); ++i)
    all[DeclaredCounters::instance()[i].name] = static_cast<double>(run.counters[i]);
  try {
    for (const EnergyComponent& part : energy(run, design))
      if (part.name != "other_dynamic" && part.name.find("_at_") == std::string::npos)
        all["energy " + part.name] = part.picojoule;
  } catch (const InputError&) {
    // banks that take more than the table's SM: no figure
  }
  return all;
}

// "12345 cycles", then every value that has become smaller.
std::string outcome(const std::string& workload, const Design& design, bool look) {
  return forked([&] {
    SimulationRequest request;
    request.workload = &find_workload(workload);
    request.size = size_name(Size::kTiny);
    request.arguments = complete_arguments(*request.workload, Size::kTiny, {});
    request.design.design = design;
    std::map<std::string, double> before;
    std::string shrunk;
    std::size_t looks = 0;
    const auto compare = [&](const RunResult& run) {
      const std::map<std::string, double> now = measured(run, design);
      for (const auto& [name, value] : before) {
        const auto found = now.find(name);
        if (found != now.end() && found->second < value * (1 - 1e-12)) shrunk += "; " + name + " has shrunk";
      }
      before = now;
    };
    if (look) request.look = [&](const RunResult& so_far) { ++looks, compare(so_far); };
    const RunResult run = simulate(request, Notify([](const std::string&) {}, [](const std::string&) {}));
    compare(run);
    if (look && looks < 3) shrunk += "; only " + std::to_string(looks) + " looks";
    return std::to_string(run.cycles) + " cycles" + (run.verified ? "" : ", wrong") + shrunk;
  });
}

// The looks themselves do not change the run.
void check_grows(const std::string& workload, const Design& design) {
  CHECK(outcome(workload, design, true) == outcome(workload, design, false));
}

}  // namespace

TEST_CASE("what a run has measured only grows on the machines of all papers") {
  for (const char* name : {"gebhart2012/partitioned", "gebhart2012/unified-384k", "jing2016/separate-16k",
                           "jing2016/integrated-fair", "jatala/shared-owf-opt", "hayes2014/kepler"})
    for (const char* workload : {"needle", "bfs", "gaussian", "fft"}) {
      INFO(workload << " on " << name);
      check_grows(workload, load_design(name).design);
    }
}

TEST_CASE("what a run has measured only grows under every legal combination", "[thinned]") {
  std::vector<Combination> legal;
  std::vector<std::vector<std::string>> rows;
  for (const Combination& one : cross_product()) {
    if (!one.refused.empty() || one.kernel != KernelKind::kPtx) continue;
    legal.push_back(one);
    rows.push_back({one.partition, one.register_store, one.scratchpad_gate, one.warp_order, one.pass});
  }
  const std::set<std::size_t> taken = pairwise(rows, 0);
  std::size_t runs = 0;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (!whole_matrices() && taken.count(i) == 0) continue;
    const Combination& one = legal[i];
    ++runs;
    INFO(one.partition << ", " << one.register_store << ", " << one.scratchpad_gate << ", " << one.warp_order << ", "
                       << one.pass);
    check_grows("btree", one.design);
  }
  CHECK(runs > (whole_matrices() ? 100 : 25));
}
