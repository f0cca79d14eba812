#include "platform/platform_gpu.h"

#include "base/input_error.h"
#include "gpu/compile_options.h"
#include "tlm/time.h"

namespace unibank {

namespace {

Design prepared(Design design, const PlatformGpuParameters& parameters) {
  set_cycle_period(parameters.period);
  if (design.kernel.pass != KernelPass::kNone) {
    throw InputError("a Gpu of a platform compiles a kernel once, at its first use, and design '" + design.name +
                     "' compiles it for each block shape (kernel.pass); expected kernel.pass = \"none\"");
  }
  if (!parameters.system_memory) return design;
  if (design.kernel.registers_per_thread != 0) {
    throw InputError("a Gpu with device memory in the system's memory follows values, and "
                     "kernel.registers_per_thread is " + std::to_string(design.kernel.registers_per_thread) +
                     ": registers that share rows have none; expected 0");
  }
  if (!design.can_follow_values()) {
    throw InputError("a Gpu with device memory in the system's memory follows values, and cache.flush_at_end is false: "
                     "lines stay in the L1s and may lack the stores of other SMs; expected true");
  }
  design.run.check_data = true;
  return design;
}

}  // namespace

// Synchronises the system's memory with the executor's before and after a launch.
class PlatformGpu::Backend : public unibank::Backend {
 public:
  Backend(Gpu& gpu, SystemMemory* memory) : gpu_(gpu), memory_(memory) {}
  void plan(const std::vector<Launch>& kernels) override { gpu_.plan(kernels); }
  void run(const Launch& launch) override {
    if (memory_) memory_->pull();
    gpu_.run(launch);
    if (memory_) memory_->push();
  }

 private:
  Gpu& gpu_;
  SystemMemory* const memory_;
};

PlatformGpu::PlatformGpu(const sc_core::sc_module_name& name, const Design& design,
                         const PlatformGpuParameters& parameters, const BlockFactories& factories)
    : sc_module(name),
      interrupt("interrupt"),
      reset("reset"),
      parameters_(parameters),
      design_(prepared(design, parameters)),
      memory_(parameters.memory_bytes),
      memory_sockets_(make_memory_sockets()),
      gpu_("gpu", design_, memory_, with_system_memory(factories)),
      system_memory_(parameters.system_memory
                         ? std::make_unique<SystemMemory>(memory_, *memory_sockets_.at(0), parameters.memory_base)
                         : nullptr),
      backend_(std::make_unique<Backend>(gpu_, system_memory_.get())),
      device_(*backend_, memory_, compile_options(design_)),
      queue_("queue", design_.gpu.concurrent_kernels,
             [this](const LaunchRequest& launch) {
               device_.launch(launch.kernel, launch.grid, launch.block, launch.arguments,
                              launch.dynamic_scratchpad_bytes);
             }),
      host_("host", host_calls(), parameters.host_access_cycles),
      no_interrupt_("no_interrupt"),
      no_reset_("no_reset", !parameters.reset_level) {
  if (system_memory_) gpu_.memory_has(parameters.memory_bytes);
  SC_HAS_PROCESS(PlatformGpu);
  SC_METHOD(drive_interrupt);
  sensitive << host_.interrupt_changed();
  SC_METHOD(launch_over);
  sensitive << queue_.done();
  dont_initialize();
  SC_METHOD(reset_changed);
  sensitive << reset;
}

PlatformGpu::~PlatformGpu() = default;

// Makes a socket for each port of a DRAM channel: one per L2 slice, or per channel if there is no L2 cache.
PlatformGpu::MemorySockets PlatformGpu::make_memory_sockets() const {
  MemorySockets sockets;
  if (!parameters_.system_memory) return sockets;
  const unsigned count = design_.l2.bytes != 0 ? design_.l2.slices : design_.dram.channels;
  for (unsigned i = 0; i < count; ++i)
    sockets.push_back(std::make_unique<InitiatorSocket>(("memory" + std::to_string(i)).c_str()));
  return sockets;
}

BlockFactories PlatformGpu::with_system_memory(BlockFactories factories) {
  if (!parameters_.system_memory) return factories;
  factories.set<DramKind>([this, next = 0u](const char* name, const DramParameters& dram) mutable {
    const ForeignMemoryParameters memory{dram.ports, parameters_.memory_bytes, parameters_.memory_base,
                                         parameters_.response_end};
    return std::make_unique<ForeignMemory>(
        name, memory, [&](unsigned, InitiatorSocket& socket) { socket.bind(*memory_sockets_.at(next++)); });
  });
  return factories;
}

void PlatformGpu::before_end_of_elaboration() {
  if (interrupt.bind_count() == 0) interrupt(no_interrupt_);
  if (reset.bind_count() == 0) reset(no_reset_);
}

HostPort::Gpu PlatformGpu::host_calls() {
  HostPort::Gpu calls;
  calls.allocate = [this](std::uint64_t bytes) { return allocate(bytes, "of the host"); };
  calls.load = [this](const std::string& ptx) {
    load(ptx, std::string(this->name()) + ".module" + std::to_string(loaded_));
    ++loaded_;
  };
  calls.launch = [this](LaunchRequest launch) {
    device_.kernel(launch.kernel);  // InputError now, to the caller
    queue_.add(std::move(launch));
  };
  calls.read = [this](std::uint64_t address, void* to, std::uint64_t bytes) { read(address, to, bytes); };
  calls.write = [this](std::uint64_t address, const void* from, std::uint64_t bytes) { write(address, from, bytes); };
  calls.status = [this] {
    return (queue_.busy() ? host_register::kBusy : 0) | (queue_.failed() != 0 ? host_register::kFailed : 0);
  };
  calls.ended = [this] { return static_cast<std::uint32_t>(queue_.ended()); };
  return calls;
}

// The executor initialises new bytes; all others come from the system.
std::uint64_t PlatformGpu::allocate(std::uint64_t bytes, const std::string& name) {
  if (system_memory_) system_memory_->pull();
  const std::uint64_t address = memory_.allocate(bytes, name);
  if (system_memory_) system_memory_->push();
  return address;
}

void PlatformGpu::load(const std::string& ptx, const std::string& name) {
  if (system_memory_) system_memory_->pull();
  device_.load(ptx, name);
  if (system_memory_) system_memory_->push();
}

void PlatformGpu::write(std::uint64_t address, const void* from, std::uint64_t bytes) {
  system_memory_ ? system_memory_->write(address, from, bytes) : memory_.write(address, from, bytes);
}

void PlatformGpu::read(std::uint64_t address, void* to, std::uint64_t bytes) {
  system_memory_ ? system_memory_->read(address, to, bytes) : memory_.read(address, to, bytes);
}

void PlatformGpu::launch(LaunchRequest request) {
  const LaunchHandle launch = queue_.add(std::move(request));
  LaunchQueue::wait_for(*launch);
  if (launch->state() == QueuedLaunch::State::kEnded) return;
  throw RunError(launch->state() == QueuedLaunch::State::kDropped ? "the launch was dropped by a reset"
                                                                  : launch->message());
}

void PlatformGpu::launch_over() { host_.launch_over(); }

void PlatformGpu::reset_changed() {
  const bool on = reset.read() == parameters_.reset_level;
  if (on) queue_.drop();
  host_.reset(on);
}

void PlatformGpu::drive_interrupt() { interrupt.write(host_.interrupt()); }

}  // namespace unibank
