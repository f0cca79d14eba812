// Every combination of partition, register store, scratchpad gate, warp order, pass and kind of kernel. The legal ones
// (by the table) run five programs, give the right answer and keep every conservation law; all others are refused with
// the table's reason. Each program runs under a set of combinations that covers every pair of variants, each program
// under a different set; with UNIBANK_TESTS=full (support/thinned.h) every program runs under all of them.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "design/cross_product.h"
#include "design/load.h"
#include "policy/register_store.h"
#include "policy/warp_order.h"
#include "support/forked.h"
#include "support/temporary_folder.h"
#include "support/thinned.h"
#include "trace/recorder.h"
#include "unibank/simulate.h"

using namespace unibank;
using namespace unibank::test;

namespace {

SimulationRequest request_for(const std::string& workload, const Design& design) {
  SimulationRequest request;
  request.workload = &find_workload(workload);
  request.size = size_name(Size::kTiny);
  request.arguments = complete_arguments(*request.workload, Size::kTiny, {});
  request.design_name = "combination";
  request.design.design = design;
  return request;
}

// The counter of each mechanism that a combination is meant to exercise.
std::vector<std::pair<std::uint64_t, std::string>> mechanisms(const RunResult& run) {
  return {
      {run.counters["cache.hits"], "cache hits"},          {run.counters["sharing.refusals"], "closed gate"},
      {run.counters["sharing.releases"], "relssp"},        {run.counters["memory.spill_loads"], "spills"},
      {run.counters["registers.spills"], "spilled lines"}, {run.counters["registers.lrf_reads"], "last-result file"}};
}

// "right, 5632 instructions, 12429 cycles", then the mechanisms that were at work and the conservation laws that do not
// hold.
std::string outcome(const SimulationRequest& request) {
  return forked([&] {
    const RunResult run = simulate(request, Notify([](const std::string&) {}, [](const std::string&) {}));
    std::string text = run.judged && !run.verified ? "wrong: " + run.verification : "right";
    text += ", " + std::to_string(run.counters["warp_instructions"]) + " instructions, ";
    text += std::to_string(run.cycles) + " cycles";
    for (const auto& [count, mechanism] : mechanisms(run))
      if (count != 0) text += ", " + mechanism;
    for (const std::string& broken : run.broken_invariants) text += "; " + broken;
    return text;
  });
}

bool is_right(const std::string& outcome) {
  return outcome.rfind("right, ", 0) == 0 && outcome.find(';') == std::string::npos;
}

std::string name_of(const Combination& of) {
  std::string text = of.partition + ", " + of.register_store + ", " + of.scratchpad_gate + ", " + of.warp_order +
                     ", pass " + of.pass;
  for (const KernelSource& source : kernel_sources())
    if (source.kind == of.kernel) text += std::string(", ") + source.name;
  return text;
}

// Records of one program, one for each way in which its kernels are compiled. For programs compiled without a pass
// there is also a GPU-style trace: the record without the lines that only Unibank writes.
class Records {
 public:
  explicit Records(const std::string& workload) : workload_(workload) {}

  SimulationRequest request(const Combination& of) {
    SimulationRequest request = request_for(workload_, of.design);
    const std::string compiled = compiled_for(request);
    const std::string key = compiled + (of.kernel == KernelKind::kTrace ? " trace" : "");
    const auto [at, made] = folders_.try_emplace(key, folder_.path / std::to_string(folders_.size()));
    if (made) write(at->second.string(), request, compiled, of.kernel == KernelKind::kTrace);
    request.workload = nullptr;
    request.traced =
        std::make_shared<trace::TracedProgram>(trace::load_traced_program((at->second / "kernelslist.g").string()));
    check_compiled(request);
    return request;
  }

 private:
  static void write(const std::string& folder, SimulationRequest request, const std::string& compiled, bool as_trace) {
    std::filesystem::create_directories(folder);
    request.functional = true;
    trace::Recorder recorder(folder, compiled);
    const Notify quiet([](const std::string&) {}, [](const std::string&) {});
    REQUIRE(simulate_functional(request, quiet, recorder).verified);
    recorder.finish();
    if (!as_trace) return;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      std::ifstream in(file.path());
      std::ostringstream kept;
      for (std::string line; std::getline(in, line);)
        if (line.rfind("-unibank", 0) != 0) kept << line << '\n';
      std::ofstream(file.path(), std::ios::trunc) << kept.str();
    }
  }

  std::string workload_;
  TemporaryFolder folder_;
  std::map<std::string, std::filesystem::path> folders_;
};

// The run checks every value that a read returns.
Design watched(Design design) {
  design.run.check_data = true;
  return design;
}

std::vector<std::string> variants(const Combination& of) {
  return {of.partition, of.register_store, of.scratchpad_gate, of.warp_order, of.pass};
}

// The legal combinations for one of the five programs: set number `fifth`. Each comes with every kind of kernel that it
// is legal for, PTX first.
std::vector<Combination> legal_for(std::size_t fifth) {
  const std::vector<Combination> all = cross_product();
  std::vector<std::vector<std::string>> rows;
  for (const Combination& one : all)
    if (one.refused.empty() && one.kernel == KernelKind::kPtx) rows.push_back(variants(one));
  std::set<std::vector<std::string>> taken;
  for (const std::size_t row : pairwise(rows, fifth * rows.size() / 5)) taken.insert(rows[row]);
  std::vector<Combination> legal;
  for (const Combination& one : all)
    if (one.refused.empty() && (whole_matrices() || taken.count(variants(one)) != 0)) legal.push_back(one);
  return legal;
}

// A record takes as many cycles as the run; a trace executes as many instructions. `at_work`: mechanisms that must act
// in at least one run.
void check_legal(std::size_t fifth, const std::string& workload, const std::set<std::string>& at_work) {
  Records records(workload);
  std::string in_ptx;
  std::size_t runs = 0;
  std::set<std::string> missing = at_work;
  for (const Combination& one : legal_for(fifth)) {
    ++runs;
    INFO(workload << " under " << name_of(one));
    if (one.kernel == KernelKind::kPtx) {
      in_ptx = outcome(request_for(workload, watched(one.design)));
      for (const std::string& mechanism : at_work)
        if (in_ptx.find(", " + mechanism) != std::string::npos) missing.erase(mechanism);
      CHECK_THAT(in_ptx, Catch::Predicate<std::string>(is_right, "right"));
    } else if (one.kernel == KernelKind::kRecord) {
      CHECK(outcome(records.request(one)) == in_ptx);
    } else {
      const std::string traced = outcome(records.request(one));
      CHECK_THAT(traced, Catch::Predicate<std::string>(is_right, "right"));
      CHECK(traced.substr(0, traced.find(" instructions")) == in_ptx.substr(0, in_ptx.find(" instructions")));
    }
  }
  CHECK(runs > (whole_matrices() ? 500 : 50));
  CHECK(missing == std::set<std::string>());
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("cosine transforms in scratchpad run under every legal combination", "[thinned]") {
  check_legal(0, "dct2", {"closed gate", "relssp", "spills", "last-result file"});
}
TEST_CASE("Fourier transforms run under every legal combination", "[thinned]") {
  check_legal(1, "fft", {"closed gate", "relssp", "spills", "spilled lines", "last-result file"});
}
TEST_CASE("a layer of neurons runs under every legal combination", "[thinned]") {
  check_legal(2, "backprop48", {"cache hits", "closed gate", "relssp", "spilled lines"});
}
TEST_CASE("a tree descent runs under every legal combination", "[thinned]") {
  check_legal(3, "btree", {"cache hits", "spills", "spilled lines", "last-result file"});
}
TEST_CASE("Gaussian elimination in many launches runs under every legal combination", "[thinned]") {
  check_legal(4, "gaussian", {"cache hits", "last-result file"});
}

TEST_CASE("every other combination is refused with the reason of the table") {
  Records records("bfs");
  std::size_t refused = 0;
  for (const Combination& one : cross_product()) {
    if (one.refused.empty()) continue;
    ++refused;
    INFO(name_of(one));
    const std::vector<std::string> overrides = overrides_of(one.design);
    std::string error = error_of([&] { load_design(DesignText{"d", "d.toml", "", ""}, {}, overrides); });
    if (error == "no error") error = error_of([&] { records.request(one); });
    CHECK_THAT(error, Catch::EndsWith(": " + one.refused));
  }
  CHECK(refused > 1000);
}

TEST_CASE("every policy runs in some combination") {
  const std::vector<Combination> all = cross_product();
  for (std::size_t place = 0; place < variants(all.front()).size(); ++place) {
    std::set<std::string> names, running;
    for (const Combination& one : all) {
      names.insert(variants(one)[place]);
      if (one.refused.empty()) running.insert(variants(one)[place]);
    }
    CHECK(running == names);
  }
}

TEST_CASE("the table lists every combination once") {
  std::set<std::string> names;
  const std::vector<Combination> all = cross_product();
  for (const Combination& one : all) names.insert(name_of(one));
  CHECK(names.size() == all.size());
  const std::size_t divisions =
      PartitionRegistry::instance().names().size() * RegisterStoreRegistry::instance().names().size();
  CHECK(all.size() == divisions * 2 * 4 * (passes().size() + 2) * 3);
}

// A warp order registered outside the library, which declares that waiting warps keep places, as two-level does.
TEST_CASE("a policy registered outside of the library is in the table and refused by its own properties") {
  class Places : public WarpOrder {
    void reset(unsigned) override {}
    int pick(const WarpView& view) override { return next_in_ring(view.ready, 0); }
    void issued(unsigned) override {}
    bool keeps_places_in_strands() const override { return true; }
  };
  const std::size_t before = cross_product().size();
  WarpOrderRegistry::instance().add(
      {"places", "for this test", {}, [](const PolicyValues&) { return std::make_unique<Places>(); }});
  const std::vector<Combination> all = cross_product();
  CHECK(all.size() == before * 5 / 4);
  std::size_t refused = 0;
  for (const Combination& one : all) {
    if (one.warp_order != "places" || one.partition != "unified" || one.register_store != "banks") continue;
    if (one.kernel != KernelKind::kPtx) continue;
    INFO(name_of(one));
    const bool waits = one.scratchpad_gate == "sharing" && (one.pass == "hierarchy" || one.pass == "all");
    CHECK(one.refused.empty() == !waits);
    if (!waits) continue;
    ++refused;
    CHECK_THAT(one.refused, Catch::Contains("does not go with warp_order.policy \"places\" and strands"));
  }
  CHECK(refused == 2);
  CHECK_THAT(combinations_text(all), Catch::Contains("places"));
}
