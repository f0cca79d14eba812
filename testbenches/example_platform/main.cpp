// A platform of one processor, one GPU, a bus and a memory: the processor loads a kernel, launches it, takes the
// interrupt and checks the answer in the memory that both share.
//
//   my_platform [--design NAME|FILE] [--busy] [--wave FILE]
//
//   --busy  the processor reads the memory while the GPU runs
//   --wave  FILE.vcd: owner of the bus, whether the processor waits for it, and the interrupt
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "base/input_error.h"
#include "bus.h"
#include "design/load.h"
#include "platform/platform_gpu.h"
#include "tlm/blocking_adapter.h"
#include "tlm/width_adapter.h"

namespace {

using namespace unibank;

constexpr unsigned kElements = 4096, kThreads = 256;
constexpr std::uint64_t kGpuMemory = 1 << 20, kGpuMemoryBytes = 1 << 22;  // where device memory is on the bus

// y[i] = a x[i] + y[i]
const char* const kSaxpy = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y)
{
  .reg .b32 %r<5>;
  .reg .f32 %f<4>;
  .reg .b64 %l<6>;
  ld.param.f32 %f1, [a];
  ld.param.u64 %l1, [x];
  ld.param.u64 %l2, [y];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %l3, %r4, 4;
  add.s64 %l4, %l1, %l3;
  add.s64 %l5, %l2, %l3;
  ld.global.f32 %f2, [%l4];
  ld.global.f32 %f3, [%l5];
  fma.rn.f32 %f3, %f1, %f2, %f3;
  st.global.f32 [%l5], %f3;
  ret;
})";

// The processor and its program: a driver of forty lines.
class Cpu : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  Cpu(const sc_core::sc_module_name& name, bool busy)
      : sc_module(name), bus("bus"), interrupt("interrupt"), busy_(busy) {
    SC_HAS_PROCESS(Cpu);
    bus.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    SC_THREAD(program);
    SC_THREAD(traffic);
  }
  tlm::tlm_initiator_socket<32> bus;
  sc_core::sc_in<bool> interrupt;
  unsigned right = 0;

 private:
  void access(tlm::tlm_command command, std::uint64_t address, void* bytes, std::size_t length) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(bytes));
    payload.set_data_length(static_cast<unsigned>(length));
    payload.set_streaming_width(static_cast<unsigned>(length));
    sc_core::sc_time delay;
    bus->b_transport(payload, delay);
    wait(delay);
    if (!payload.is_response_ok()) SC_REPORT_ERROR("cpu", payload.get_response_string().c_str());
  }
  void set(unsigned offset, std::uint32_t value) {
    access(tlm::TLM_WRITE_COMMAND, Bus::kRegisters + offset, &value, 4);
  }
  void set_64(unsigned offset, std::uint64_t value) {
    access(tlm::TLM_WRITE_COMMAND, Bus::kRegisters + offset, &value, 8);
  }
  std::uint64_t allocate(std::uint32_t bytes) {
    std::uint64_t address = 0;
    set(host_register::kBytes, bytes);
    set(host_register::kCommand, host_register::kAllocate);
    access(tlm::TLM_READ_COMMAND, Bus::kRegisters + host_register::kAddress, &address, 8);
    return address;
  }
  // A string in device memory; ADDRESS and BYTES then refer to it.
  void name(const char* text) {
    const std::size_t length = std::strlen(text);
    const std::uint64_t at = allocate(static_cast<std::uint32_t>(length));
    access(tlm::TLM_WRITE_COMMAND, kGpuMemory + at, const_cast<char*>(text), length);
    set_64(host_register::kAddress, at);
    set(host_register::kBytes, static_cast<std::uint32_t>(length));
  }

  void program() {
    name(kSaxpy);
    set(host_register::kCommand, host_register::kLoad);
    const std::uint64_t x = allocate(kElements * 4), y = allocate(kElements * 4);
    std::vector<float> values(kElements);
    for (unsigned i = 0; i < kElements; ++i) values[i] = static_cast<float>(i);
    for (const std::uint64_t to : {x, y})
      access(tlm::TLM_WRITE_COMMAND, kGpuMemory + to, values.data(), kElements * 4);

    name("saxpy");
    for (unsigned i = 0; i < 3; ++i) {
      set(host_register::kGrid + 4 * i, i == 0 ? kElements / kThreads : 1);
      set(host_register::kBlock + 4 * i, i == 0 ? kThreads : 1);
    }
    const float a = 2;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &a, 4);
    set(host_register::kArgumentBytes, 24);
    set(host_register::kArguments, bits);
    set_64(host_register::kArguments + 8, x);
    set_64(host_register::kArguments + 16, y);
    set(host_register::kInterrupt, 1);
    set(host_register::kCommand, host_register::kLaunch);
    running_ = true;
    launched_.notify();
    wait(interrupt.posedge_event());
    running_ = false;
    set(host_register::kCommand, host_register::kAcknowledge);

    access(tlm::TLM_READ_COMMAND, kGpuMemory + y, values.data(), kElements * 4);
    for (unsigned i = 0; i < kElements; ++i) right += values[i] == 3 * static_cast<float>(i);
  }
  // The processor's other work while the GPU runs.
  void traffic() {
    if (!busy_) return;
    wait(launched_);
    for (std::uint32_t word = 0; running_;) access(tlm::TLM_READ_COMMAND, 64, &word, 4);
  }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  const bool busy_;
  bool running_ = false;
  sc_core::sc_event launched_;
};

// SystemC adds the ending. Where it cannot write the file, it ends the program, so that is tried first.
sc_core::sc_trace_file* trace_of(const std::string& wave, const sc_core::sc_signal<bool>& interrupt, const Bus& bus) {
  if (!std::ofstream(wave + ".vcd")) throw InputError("--wave: cannot write '" + wave + ".vcd'");
  sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file(wave.c_str());
  file->set_time_unit(1, sc_core::SC_PS);
  sc_core::sc_trace(file, interrupt, "interrupt");
  sc_core::sc_trace(file, bus.owner, "bus_owner");
  sc_core::sc_trace(file, bus.cpu_waits, "cpu_waits");
  return file;
}

int run(const std::string& design, bool busy, const std::string& wave) {
  PlatformGpuParameters parameters;
  parameters.system_memory = true;
  parameters.memory_base = kGpuMemory;
  parameters.memory_bytes = kGpuMemoryBytes;
  PlatformGpu gpu("gpu", load_design(design).design, parameters);
  if (gpu.memory_sockets() != 1) {
    throw InputError("design '" + design + "' has " + std::to_string(gpu.memory_sockets()) +
                     " ways to memory; expected one, as the bus has one port for the GPU");
  }
  Cpu cpu("cpu", busy);
  Bus bus("bus");
  Memory memory("memory", kGpuMemory + kGpuMemoryBytes);
  BlockingAdapter adapter("adapter", 8);  // the bus has only b_transport
  WidthAdapter<kSocketBits, 32> narrower("narrower");
  sc_core::sc_signal<bool> interrupt("interrupt");

  cpu.bus.bind(bus.from_cpu);
  gpu.memory().bind(adapter.target);
  adapter.initiator.bind(narrower.target);
  narrower.initiator.bind(bus.from_gpu);
  bus.to_memory.bind(memory.socket);
  bus.to_gpu.bind(gpu.host());
  gpu.interrupt(interrupt);
  cpu.interrupt(interrupt);

  sc_core::sc_trace_file* const file = wave.empty() ? nullptr : trace_of(wave, interrupt, bus);
  sc_core::sc_start();
  if (file) sc_core::sc_close_vcd_trace_file(file);

  RunResult result;
  gpu.gpu().collect(result);
  std::printf("%u of %u right; the launch took %llu cycles, and %s of simulated time went by\n", cpu.right, kElements,
              static_cast<unsigned long long>(result.cycles), sc_core::sc_time_stamp().to_string().c_str());
  return cpu.right == kElements ? 0 : 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
  std::string design = "gebhart2012/unified-384k", wave;
  bool busy = false;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--busy") {
      busy = true;
    } else if (option == "--design" && i + 1 < argc) {
      design = argv[++i];
    } else if (option == "--wave" && i + 1 < argc) {
      wave = argv[++i];
    } else {
      std::fprintf(stderr, "my_platform: found '%s'; expected [--design NAME|FILE] [--busy] [--wave FILE]\n", argv[i]);
      return 2;
    }
  }
  try {
    return run(design, busy, wave);
  } catch (const InputError& error) {
    std::fprintf(stderr, "my_platform: %s\n", error.what());
    return 2;
  }
}
