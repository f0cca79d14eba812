// A Gpu in a user's module hierarchy: launches by threads and by register accesses, interrupt, reset, clock period,
// several Gpus, and device memory in the system's memory.
#include <catch2/catch.hpp>

#include "platform/machines.h"
#include "support/forked.h"

using namespace unibank;
using namespace unibank::test;
using namespace unibank::host_register;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

constexpr unsigned kWords = 4 * kThreads;

std::vector<std::uint32_t> counted(std::uint32_t first) {
  std::vector<std::uint32_t> words;
  for (unsigned i = 0; i < kWords; ++i) words.push_back(first + i);
  return words;
}

std::uint64_t upload(PlatformGpu& gpu, const std::vector<std::uint32_t>& words) {
  const std::uint64_t at = gpu.allocate(words.size() * 4, "words");
  gpu.write(at, words.data(), words.size() * 4);
  return at;
}

std::vector<std::uint32_t> download(PlatformGpu& gpu, std::uint64_t at) {
  std::vector<std::uint32_t> words(kWords);
  gpu.read(at, words.data(), words.size() * 4);
  return words;
}

}  // namespace

TEST_CASE("a thread launches and waits and gets its result beside a clock that never stops") {
  PlatformGpu gpu("gpu", Design());
  const sc_core::sc_clock clock("clock", sc_time(1, SC_NS));
  sc_time began, ended;
  std::vector<std::uint32_t> found;
  Program program("program", [&] {
    gpu.load(kAddOne, "add_one.ptx");
    const std::uint64_t data = upload(gpu, counted(100));
    sc_core::wait(sc_time(100, SC_NS));
    began = sc_core::sc_time_stamp();
    gpu.launch(add_one(data, 4));
    ended = sc_core::sc_time_stamp();
    found = download(gpu, data);
    sc_core::sc_stop();
  });
  sc_core::sc_start();
  CHECK(found == counted(101));
  CHECK(began >= sc_time(100, SC_NS));
  RunResult result;
  gpu.gpu().collect(result);
  // A cycle is a nanosecond. The launch begins at a whole cycle, and its end is reported within one cycle after its
  // last.
  const double taken = (ended - began).to_seconds() * 1e9;
  CHECK(taken >= static_cast<double>(result.cycles) - 1);
  CHECK(taken <= static_cast<double>(result.cycles) + 3);
}

TEST_CASE("launches requested by an SC_METHOD run in order and each notifies its event") {
  PlatformGpu gpu("gpu", Design());
  std::vector<LaunchHandle> launches;
  std::vector<std::uint64_t> order;
  std::uint64_t data = 0;
  struct Asking : sc_core::sc_module {
    Asking(const sc_core::sc_module_name& name, std::function<void()> ask) : sc_module(name), ask_(std::move(ask)) {
      SC_HAS_PROCESS(Asking);
      SC_METHOD(run);
    }
    void run() { ask_(); }
    std::function<void()> ask_;
  } asking("asking", [&] {
    gpu.load(kAddOne, "add_one.ptx");
    data = upload(gpu, counted(0));
    for (unsigned stream : {0u, 1u, 0u}) launches.push_back(gpu.launch_async(add_one(data, 4, stream)));
  });
  Program first("first", [&] {
    sc_core::wait(sc_core::SC_ZERO_TIME);
    sc_core::wait(launches.at(1)->done());
    order.push_back(launches.at(1)->number());
  });
  Program second("second", [&] {
    sc_core::wait(sc_core::SC_ZERO_TIME);
    gpu.synchronize(0);
    order.push_back(launches.at(2)->number());
    CHECK(launches[0]->state() == QueuedLaunch::State::kEnded);
  });
  sc_core::sc_start();
  CHECK(order == std::vector<std::uint64_t>{1, 2});
  CHECK(launches[0]->ended <= launches[1]->began);
  CHECK(launches[1]->ended <= launches[2]->began);
  CHECK(download(gpu, data) == counted(3));
  CHECK(gpu.queue().ended() == 3);
  CHECK_FALSE(gpu.queue().busy());
}

TEST_CASE("a processor loads a module, launches and takes the interrupt through the registers") {
  PlatformGpu gpu("gpu", Design());
  Processor cpu("cpu");
  cpu.socket.bind(gpu.host());
  sc_core::sc_signal<bool> interrupt("interrupt");
  gpu.interrupt(interrupt);
  std::vector<std::uint32_t> found(kWords);
  bool busy = false, up = false, down = true;
  Program program("program", [&] {
    CHECK(cpu.read(kId) == kIdValue);
    const auto allocate = [&](std::uint32_t bytes) {
      cpu.write(kBytes, bytes);
      cpu.write(kCommand, kAllocate);
      return cpu.read_64(kAddress);
    };
    const std::string text = kAddOne, kernel = "add_one";
    const std::uint64_t ptx = allocate(static_cast<std::uint32_t>(text.size()));
    cpu.access(tlm::TLM_WRITE_COMMAND, ptx, const_cast<char*>(text.data()), static_cast<unsigned>(text.size()));
    cpu.write_64(kAddress, ptx);
    cpu.write(kBytes, static_cast<std::uint32_t>(text.size()));
    CHECK(cpu.write(kCommand, kLoad) == tlm::TLM_OK_RESPONSE);
    const std::uint64_t data = allocate(kWords * 4), name = allocate(16);
    auto words = counted(7);
    cpu.access(tlm::TLM_WRITE_COMMAND, data, words.data(), kWords * 4);
    cpu.access(tlm::TLM_WRITE_COMMAND, name, const_cast<char*>(kernel.data()), static_cast<unsigned>(kernel.size()));
    cpu.write_64(kAddress, name);
    cpu.write(kBytes, static_cast<std::uint32_t>(kernel.size()));
    for (unsigned i = 0; i < 3; ++i) {
      cpu.write(kGrid + 4 * i, i == 0 ? 4 : 1);
      cpu.write(kBlock + 4 * i, i == 0 ? kThreads : 1);
    }
    cpu.write(kArgumentBytes, 8);
    cpu.write_64(kArguments, data);
    cpu.write(kInterrupt, 1);
    CHECK(cpu.write(kCommand, kLaunch) == tlm::TLM_OK_RESPONSE);
    busy = cpu.read(kStatus) == kBusy;
    sc_core::wait(interrupt.posedge_event());
    up = cpu.read(kStatus) == kInterruptUp && cpu.read(kEnded) == 1;
    cpu.write(kCommand, kAcknowledge);
    sc_core::wait(sc_time(1, SC_NS));
    down = !interrupt.read() && cpu.read(kStatus) == 0;
    cpu.access(tlm::TLM_READ_COMMAND, data, found.data(), kWords * 4);
  });
  sc_core::sc_start();
  CHECK(busy);
  CHECK(up);
  CHECK(down);
  CHECK(found == counted(8));
}

TEST_CASE("an invalid access gets its error response and starts no launch") {
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
  PlatformGpu gpu("gpu", Design());
  Processor cpu("cpu");
  cpu.socket.bind(gpu.host());
  Program program("program", [&] {
    std::uint32_t word = 1;
    CHECK(cpu.write(kCommand, 77) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(cpu.write(kId, 1) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(cpu.write(kBytes + 4, 1) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(cpu.access(tlm::TLM_READ_COMMAND, kCommand, &word, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(cpu.access(tlm::TLM_READ_COMMAND, kGrid + 2, &word, 4) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(cpu.access(tlm::TLM_READ_COMMAND, kGrid, &word, 2) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(cpu.access(tlm::TLM_READ_COMMAND, kArgumentsEnd, &word, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(cpu.access(tlm::TLM_READ_COMMAND, kDeviceMemory + (1 << 24), &word, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    // These bytes are neither the name of a kernel nor the text of a module.
    cpu.write(kBytes, 8);
    cpu.write(kCommand, kAllocate);
    CHECK(cpu.write(kCommand, kLaunch) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(cpu.write(kCommand, kLoad) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    cpu.write(kArgumentBytes, 4097);
    CHECK(cpu.write(kCommand, kLaunch) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(cpu.read(kStatus) == 0);
    CHECK(cpu.read(kEnded) == 0);
  });
  sc_core::sc_start();
}

TEST_CASE("a failed launch notifies its event and reports an error and the simulation may continue") {
  static std::string reported;
  sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions&) {
    if (report.get_severity() == sc_core::SC_ERROR) reported += report.get_msg();
  });
  PlatformGpu gpu("gpu", Design());
  std::string message;
  LaunchHandle later;
  Program program("program", [&] {
    gpu.load(kAddOne, "add_one.ptx");
    LaunchRequest wrong = add_one(upload(gpu, counted(0)), 4);
    wrong.block = {2048, 1, 1};
    try {
      gpu.launch(wrong);
    } catch (const RunError& error) {
      message = error.what();
    }
    later = gpu.launch_async(add_one(upload(gpu, counted(0)), 4));
    sc_core::wait(later->done());
  });
  sc_core::sc_start();
  CHECK_THAT(message, Catch::Contains("2048"));
  CHECK_THAT(reported, Catch::Contains("2048"));
  CHECK(gpu.queue().failed() == 1);
  CHECK(later->state() == QueuedLaunch::State::kEnded);
}

TEST_CASE("reset drops the launches that wait, and clears the registers") {
  PlatformGpu gpu("gpu", Design());
  Processor cpu("cpu");
  cpu.socket.bind(gpu.host());
  sc_core::sc_signal<bool> reset("reset");
  gpu.reset(reset);
  std::vector<LaunchHandle> launches;
  std::uint64_t data = 0;
  Program program("program", [&] {
    gpu.load(kAddOne, "add_one.ptx");
    data = upload(gpu, counted(0));
    cpu.write(kStream, 5);
    for (unsigned i = 0; i < 3; ++i) launches.push_back(gpu.launch_async(add_one(data, 4)));
    sc_core::wait(sc_time(30, SC_NS));
    reset = true;
    sc_core::wait(sc_time(5, SC_NS));
    CHECK(cpu.read(kStream) == 0);
    cpu.write(kBytes, 64);
    CHECK(cpu.write(kCommand, kAllocate) == tlm::TLM_COMMAND_ERROR_RESPONSE);
    reset = false;
    sc_core::wait(sc_time(5, SC_NS));
    gpu.launch(add_one(data, 4));
  });
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
  sc_core::sc_start();
  for (const LaunchHandle& launch : launches) CHECK(launch->state() == QueuedLaunch::State::kDropped);
  // The first launch finished unreported; the last came after it.
  CHECK(download(gpu, data) == counted(2));
  CHECK(gpu.queue().ended() == 1);
}

TEST_CASE("a longer clock period takes longer and not more cycles") {
  const auto cycles_and_time = [](const sc_time& period) {
    return forked([&] {
      PlatformGpuParameters parameters;
      parameters.period = period;
      PlatformGpu gpu("gpu", Design(), parameters);
      sc_time taken;
      Program program("program", [&] {
        gpu.load(kAddOne, "add_one.ptx");
        const std::uint64_t data = upload(gpu, counted(0));
        const sc_time began = sc_core::sc_time_stamp();
        gpu.launch(add_one(data, 4));
        taken = sc_core::sc_time_stamp() - began;
      });
      sc_core::sc_start();
      RunResult result;
      gpu.gpu().collect(result);
      return std::to_string(result.cycles) + " cycles, " + std::to_string(taken / period);
    });
  };
  const std::string fast = cycles_and_time(sc_time(1, SC_NS));
  CHECK_THAT(fast, Catch::Contains(" cycles, "));
  CHECK(cycles_and_time(sc_time(4, SC_NS)) == fast);
  CHECK(cycles_and_time(sc_time(800, sc_core::SC_PS)) == fast);
}

TEST_CASE("two Gpus of one simulation run side by side") {
  PlatformGpu one("one", Design()), other("other", Design());
  sc_time ended[2];
  std::vector<std::uint32_t> found[2];
  const auto use = [&](PlatformGpu& gpu, unsigned number) {
    gpu.load(kAddOne, "add_one.ptx");
    const std::uint64_t data = upload(gpu, counted(100 * number));
    gpu.launch(add_one(data, 4));
    ended[number] = sc_core::sc_time_stamp();
    found[number] = download(gpu, data);
  };
  Program first("first", [&] { use(one, 0); });
  Program second("second", [&] { use(other, 1); });
  sc_core::sc_start();
  CHECK(ended[0] == ended[1]);
  CHECK(found[0] == counted(1));
  CHECK(found[1] == counted(101));
}

TEST_CASE("device memory is in the system's memory: a processor finds there what a kernel has stored") {
  Shared shared;
  Processor cpu("cpu");
  cpu.socket.bind(shared.memory.socket);
  std::vector<std::uint32_t> found(kWords), through_gpu;
  Program program("program", [&] {
    shared.gpu.load(kAddOne, "add_one.ptx");
    const std::uint64_t data = shared.gpu.allocate(kWords * 4, "words");
    auto words = counted(40);
    cpu.access(tlm::TLM_WRITE_COMMAND, Shared::kBase + data, words.data(), kWords * 4);
    shared.gpu.launch(add_one(data, 4));
    cpu.access(tlm::TLM_READ_COMMAND, Shared::kBase + data, found.data(), kWords * 4);
    through_gpu = download(shared.gpu, data);
  });
  sc_core::sc_start();
  CHECK(found == counted(41));
  CHECK(through_gpu == counted(41));
  RunResult result;
  shared.gpu.gpu().collect(result);
  CHECK(result.counters["values.memory"] > 0);  // compared bytes that the memory returned
  CHECK(result.broken_invariants.empty());
}

TEST_CASE("a processor's traffic to the same memory makes a launch longer") {
  const auto cycles = [](bool busy) {
    return forked([&] {
      Shared shared;
      Processor cpu("cpu");
      cpu.socket.bind(shared.memory.socket);
      bool over = false;
      Program traffic("traffic", [&] {
        std::uint32_t word = 0;
        while (busy && !over) cpu.access(tlm::TLM_READ_COMMAND, Shared::kBase, &word, 4);
      });
      Program program("program", [&] {
        shared.gpu.load(kAddOne, "add_one.ptx");
        shared.gpu.launch(add_one(upload(shared.gpu, counted(0)), 4));
        over = true;
      });
      sc_core::sc_start();
      RunResult result;
      shared.gpu.gpu().collect(result);
      return std::to_string(result.cycles);
    });
  };
  const std::string alone = cycles(false), beside = cycles(true);
  INFO(alone << " " << beside);
  REQUIRE(alone.find_first_not_of("0123456789") == std::string::npos);
  REQUIRE(beside.find_first_not_of("0123456789") == std::string::npos);
  CHECK(std::stoul(beside) > std::stoul(alone));
}

TEST_CASE("designs and periods that do not fit a platform are refused") {
  Design compiled;
  compiled.name = "compiled";
  compiled.kernel.pass = KernelPass::kOnChip;
  CHECK_THROWS_WITH(PlatformGpu("gpu", compiled), Catch::Contains("expected kernel.pass = \"none\""));
  PlatformGpuParameters odd;
  odd.period = sc_time(3, sc_core::SC_PS);
  CHECK_THROWS_WITH(PlatformGpu("gpu", Design(), odd),
                    Catch::Contains("a clock period of 3 ps, expected a multiple of 4 ps"));
  PlatformGpuParameters shared;
  shared.system_memory = true;
  Design charged;
  charged.kernel.registers_per_thread = 20;
  CHECK_THROWS_WITH(PlatformGpu("gpu", charged, shared), Catch::Contains("kernel.registers_per_thread is 20"));
  Design kept;
  kept.cache.flush_at_end = false;
  CHECK_THROWS_WITH(PlatformGpu("gpu", kept, shared), Catch::Contains("cache.flush_at_end is false"));
}
