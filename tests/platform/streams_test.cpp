// Launches of several streams that run at once (gpu.concurrent_kernels): which launches overlap and which wait, the
// cycles of each, the machine's conservation laws, and every answer.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "design/load.h"
#include "platform/turns.h"
#include "support/notebook.h"

using namespace unibank;
using namespace unibank::test;

namespace {

std::uint64_t cycles_of(const Design& design, const std::vector<Asked>& launches) {
  const std::string text = run_text(design, launches);
  INFO(text);
  CHECK(outcome(text) == "right");
  return cycles_in(text);
}

}  // namespace

TEST_CASE("two launches of two streams on half of the SMs each take the longer one's cycles and not the sum") {
  const Asked one{1, 0, 2, 20}, other{2, 1, 2, 30};
  const std::uint64_t first = cycles_of(machine(4, 2), {one}), second = cycles_of(machine(4, 2), {other});
  CHECK(second > first + 1000);
  // The launches share only memory: both take less than a quarter of the shorter one more than the longer one alone.
  const std::uint64_t both = cycles_of(machine(4, 2), {one, other});
  CHECK(both >= second);
  CHECK(both < second + first / 4);
  // Two launches of one stream, and launches of two streams where the design runs one at a time.
  CHECK(cycles_of(machine(4, 2), {one, {1, 0, 2, 30}}) == first + second);
  CHECK(cycles_of(machine(4, 1), {one, other}) == first + second);
}

TEST_CASE("a launch that runs alone takes the cycles of a design without concurrent launches") {
  const std::vector<Asked> launches = {{1, 0, 7, 6, 9}, {1, 0, 2, 2}, {1, 0, 5, 4}};
  for (const unsigned sms : {1u, 4u}) {
    const std::string one = run_text(machine(sms, 1), launches);
    CHECK(outcome(one) == "right");
    CHECK(run_text(machine(sms, 3), launches) == one);
  }
}

TEST_CASE("a launch that takes an SM from another one begins with an empty L1 even where launches keep it") {
  Design design = machine(1, 2);
  design.cache.keep_between_kernels = true;
  const Asked first{1, 0, 1, 20}, same_again{1, 0, 1, 20};
  Asked other{2, 0, 1, 30};
  const std::uint64_t cold = cycles_of(design, {first}), alone = cycles_of(design, {other});
  other.after = static_cast<unsigned>(cold) + 50;  // while the second launch runs
  const std::string text = forked([&] {
    const Answer all = run(design, {first, same_again, other});
    return std::to_string(all.each.at(1)) + " " + std::to_string(all.each.at(2)) + " " + all.text;
  });
  INFO(text << ", alone " << cold << " and " << alone);
  // The second launch of the stream finds its lines. The other stream's waits for the SM and finds none.
  CHECK(std::stoull(text) < cold);
  CHECK(text.substr(text.find(' ') + 1) == std::to_string(alone) + " right");
}

TEST_CASE("each launch has its own cycles, from its first block to its last answer") {
  // Each block handles one word. The second launch begins when the first has its data, so they do not compete for
  // memory.
  constexpr unsigned kLater = 400;
  const Asked one{1, 0, 2, 20, 0, 0, 1}, other{2, 1, 2, 30, 0, kLater, 1};
  const std::string text = forked([&] {
    const Answer both = run(machine(4, 2), {one, other});
    return std::to_string(both.each.at(0)) + " " + std::to_string(both.each.at(1)) + " of " +
           std::to_string(both.cycles) + " " + both.text;
  });
  const std::uint64_t first = cycles_of(machine(4, 2), {one});
  const std::uint64_t second = cycles_of(machine(4, 2), {{2, 1, 2, 30, 0, 0, 1}});
  CHECK(first > kLater + 1000);
  CHECK(text == std::to_string(first) + " " + std::to_string(second) + " of " + std::to_string(kLater + second) +
                    " right");
}

TEST_CASE("a launch takes over the SMs that another leaves one by one and their division changes") {
  // The first launch frees three SMs early; its block 0 keeps running.
  const Asked one{1, 0, 4, 5, 200}, other{2, 1, 6, 5};
  const std::uint64_t first = cycles_of(machine(4, 2), {one}), second = cycles_of(machine(4, 2), {other});
  const std::string both = run_text(machine(4, 2), {one, other});
  INFO(both);
  CHECK(outcome(both) == "right");
  CHECK(cycles_in(both) < first + second / 2);
  CHECK(cycles_in(both) >= first);
}

TEST_CASE("with one SM the blocks of two launches do not overlap") {
  const Asked one{1, 0, 2, 5}, other{2, 1, 2, 8};
  const std::uint64_t first = cycles_of(machine(1, 2), {one}), second = cycles_of(machine(1, 2), {other});
  const std::uint64_t both = cycles_of(machine(1, 2), {one, other});
  // The second launch begins when the first has drained, up to two cycles after its last.
  CHECK(both >= first + second);
  CHECK(both <= first + second + 2);
}

TEST_CASE("launches of one stream run in the order of their requests, beside those of another") {
  const std::vector<Asked> launches = {{1, 0, 2, 10}, {1, 0, 3, 5}, {2, 1, 1, 200}, {1, 0, 4, 7}, {2, 1, 2, 3},
                                       {3, 2, 8, 1},   {3, 2, 8, 2, 30}};
  const Answer answer = run(machine(4, 3), launches);
  CHECK(answer.text == "right");
  for (const auto& [before, after] : {std::pair{0, 1}, {1, 3}, {2, 4}, {5, 6}}) {
    INFO(before << " before " << after);
    CHECK(answer.ended[static_cast<std::size_t>(before)] <= answer.began[static_cast<std::size_t>(after)]);
  }
  CHECK(answer.ended[3] < answer.ended[2]);  // stream 1 did not wait for stream 2
}

TEST_CASE("no more launches run at once than the design says") {
  const std::vector<Asked> launches = {{1, 0, 1, 10}, {2, 1, 1, 20}, {3, 2, 1, 10}};
  const Answer answer = run(machine(4, 2), launches);
  CHECK(answer.text == "right");
  CHECK(answer.began[1] < answer.ended[0]);
  CHECK(answer.began[2] >= answer.ended[0]);
}

TEST_CASE("on designs of six families a launch finds the stores of its stream's previous launch") {
  for (const char* name : {"gebhart2012/partitioned", "gebhart2012/unified-384k", "jing2016/separate-16k",
                           "jing2016/integrated-fair", "jatala/shared-owf-opt", "hayes2014/fermi", "hayes2014/kepler",
                           "crossover/pooled", "nvidia/v100"}) {
    const std::vector<Asked> launches = {{1, 0, 4, 9}, {2, 1, 2, 12, 60}, {1, 0, 3, 4}, {2, 1, 4, 2}, {1, 0, 4, 3}};
    const auto on = [&](const std::string& at_once) {
      const Design design =
          load_design(name, {}, {"gpu.sms=4", "gpu.concurrent_kernels=" + at_once}).design;
      return run_text(design, launches);
    };
    const std::string one = on("1"), two = on("2");
    INFO(name << ": " << one << " against " << two);
    CHECK(outcome(one) == "right");
    CHECK(outcome(two) == "right");
    CHECK(cycles_in(two) < cycles_in(one));
  }
}

TEST_CASE("dirty lines of an SM go to memory before another launch takes it") {
  Design design = machine(4, 2);
  design.cache.global_stores = StorePolicy::kWriteBack;
  const std::vector<Asked> launches = {{1, 0, 4, 5, 200}, {2, 1, 6, 5}, {1, 0, 4, 5}};
  const std::string text = run_text(design, launches);
  INFO(text);
  CHECK(outcome(text) == "right");
  CHECK(run_text(machine(4, 2), launches) != text);
}

TEST_CASE("launches that overlap are the same on one core and on two") {
  const std::vector<Asked> launches = {{1, 0, 5, 1, 5}, {2, 1, 2, 3}, {1, 0, 2, 2}};
  const std::string one = run_text(machine(4, 2), launches);
  CHECK(outcome(one) == "right");
  CHECK(run_text(machine(4, 2), launches, 2) == one);
}

TEST_CASE("random launches on random machines are right and in the order of their streams and obey all laws") {
  std::mt19937 random(27);
  const auto below = [&random](unsigned end) { return static_cast<unsigned>(random() % end); };
  for (unsigned round = 0; round < 12; ++round) {
    Design design = machine(1 + below(4), 2 + below(2));
    design.gpu.launch_latency = below(2) * 37;
    if (below(2)) design.cache.global_stores = StorePolicy::kWriteBack;
    std::vector<Asked> launches;
    for (unsigned i = 0; i < 6; ++i) {
      const unsigned stream = below(3);
      launches.push_back({stream, stream, 1 + below(6), 1 + below(8), below(2) * below(60), below(3) * below(400),
                          1 + below(kFullBlock)});
    }
    const std::string text = run_text(design, launches);
    INFO("round " << round << ": " << text);
    CHECK(outcome(text) == "right");
  }
}

namespace {

// Keeps the values in their order, also those of one cycle.
class NotebookInOrder : public Notebook {
 public:
  void record(wave::SignalId signal, Cycle at, std::uint64_t value) override {
    Notebook::record(signal, at, value);
    in_order[paths[signal.index]].push_back(value);
  }
  std::map<std::string, std::vector<std::uint64_t>> in_order;
};

}  // namespace

TEST_CASE("a waveform shows which launch each SM runs") {
  NotebookInOrder notebook;
  const Answer answer = run(machine(4, 2), {{1, 0, 2, 20}, {2, 1, 2, 30}, {1, 0, 1, 90}}, 1, &notebook);
  CHECK(answer.text == "right");
  // The first launch has all SMs, leaves two of them unused, and gives these to the second launch. The third launch, of
  // the same stream as the first, takes one.
  CHECK(notebook.in_order["launch.sm0"] == std::vector<std::uint64_t>{0, 1, 0, 3, 0});
  CHECK(notebook.in_order["launch.sm1"] == std::vector<std::uint64_t>{0, 1, 0});
  CHECK(notebook.in_order["launch.sm2"] == std::vector<std::uint64_t>{0, 1, 2, 0});
  CHECK(notebook.in_order["launch.sm3"] == std::vector<std::uint64_t>{0, 1, 2, 0});
  CHECK(notebook.in_order["launch.number"].size() == 2);  // of SM 0, which is the one watched
}

TEST_CASE("a failed launch ends the launches beside it and each gives the reason") {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_CACHE_REPORT);
  PlatformGpu gpu("gpu", machine(4, 2));
  LaunchHandle good, bad, later;
  Program program("program", [&] {
    gpu.load(kTurns, "turns.ptx");
    LaunchRequest request;
    request.kernel = "turns";
    request.grid = {2, 1, 1};
    request.block = {kFullBlock, 1, 1};
    request.arguments = Arguments(gpu.allocate(std::size_t{8} * kFullBlock, "words"), 100u, 0u, kFullBlock);
    request.stream = 1;
    good = gpu.launch_async(request);
    request.arguments = Arguments(std::uint64_t{64}, 100u, 0u, kFullBlock);
    request.stream = 2;
    bad = gpu.launch_async(request);
    request.stream = 1;
    later = gpu.launch_async(request);
    LaunchQueue::wait_for(*later);
  });
  sc_core::sc_start();
  for (const LaunchHandle& launch : {good, bad, later}) CHECK(launch->state() == QueuedLaunch::State::kFailed);
  CHECK_THAT(bad->message(), Catch::StartsWith("SM 2: ") && Catch::Contains("turns.ptx"));
  CHECK_THAT(good->message(), Catch::StartsWith("a concurrent launch was aborted: SM 2: "));
  CHECK_THAT(later->message(), Catch::StartsWith("a launch was aborted, and the machine accepts no other"));
  CHECK(gpu.queue().failed() == 3);
}

TEST_CASE("reset drops waiting launches and running ones finish unreported") {
  PlatformGpu gpu("gpu", machine(4, 2));
  sc_core::sc_signal<bool> reset("reset");
  gpu.reset(reset);
  std::vector<LaunchHandle> launches;
  Program program("program", [&] {
    gpu.load(kTurns, "turns.ptx");
    for (const unsigned stream : {1u, 2u, 2u}) {
      LaunchRequest request;
      request.kernel = "turns";
      request.grid = {2, 1, 1};
      request.block = {kFullBlock, 1, 1};
      request.arguments = Arguments(gpu.allocate(std::size_t{8} * kFullBlock, "words"), 100u * stream, 0u, kFullBlock);
      request.stream = stream;
      launches.push_back(gpu.launch_async(request));
    }
    sc_core::wait(sc_core::sc_time(50, sc_core::SC_NS));
    CHECK(gpu.queue().busy());
    reset = true;
    sc_core::wait(sc_core::sc_time(5, sc_core::SC_NS));
    CHECK_FALSE(gpu.queue().busy());
    reset = false;
    for (const LaunchHandle& launch : launches) LaunchQueue::wait_for(*launch);
  });
  sc_core::sc_start();
  for (const LaunchHandle& launch : launches) CHECK(launch->state() == QueuedLaunch::State::kDropped);
  CHECK(gpu.queue().ended() == 0);
  CHECK(gpu.gpu().progress().launches == 2);
}

TEST_CASE("a Gpu with device memory in the system's memory refuses launches that overlap") {
  PlatformGpuParameters parameters;
  parameters.system_memory = true;
  CHECK_THROWS_WITH(PlatformGpu("gpu", machine(4, 2), parameters),
                    Catch::StartsWith("gpu.concurrent_kernels is 2, and this machine follows values"));
}
