// Runs one kernel written in PTX, block after block, and returns what the kernel stored.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "ptx/parser.h"
#include "simt/simt_stream.h"
#include "support/prepare.h"

namespace unibank {

// A module with one kernel `k` around `body`. Parameters: the addresses of the output and of the input. Registers:
// %p0-9, %h0-9 (16 bits), %r0-29, %f0-19, %d0-19 (.f64), %l0-19 (64 bits). %l0 holds the output's address, %l1 the
// input's, %r0 %tid.x; the body starts on line 13.
inline std::string module_of(const std::string& body, const std::string& declarations = "") {
  return ".version 6.0\n.target sm_70\n.address_size 64\n" + declarations +
         "\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         ".reg .pred %p<10>; .reg .b16 %h<10>; .reg .b32 %r<30>;\n"
         ".reg .f32 %f<20>; .reg .f64 %d<20>; .reg .b64 %l<20>;\n\n"
         "ld.param.u64 %l0, [out];\nld.param.u64 %l1, [in];\nmov.u32 %r0, %tid.x;\n" +
         body + "\nret;\n}\n";
}

class KernelRun {
 public:
  // `pass`: a pass of the compiler that each kernel takes as it was parsed.
  explicit KernelRun(const std::string& text, bool allocated = true, void (*pass)(ptx::Kernel&) = nullptr)
      : memory(std::uint64_t{64} << 20), module_(ptx::parse(text, "test.ptx")) {
    for (auto& [name, kernel] : module_.kernels) {
      if (pass) pass(kernel);
      compiler::prepare(kernel);
    }
    kernel_ = &module_.kernels.at("k");
    if (!allocated) kernel_->physical.clear();  // every virtual register has its own storage
  }
  KernelRun(const KernelRun&) = delete;
  KernelRun& operator=(const KernelRun&) = delete;

  ptx::Kernel& kernel() { return *kernel_; }

  template <typename T>
  std::uint64_t upload(const std::vector<T>& values, const std::string& name) {
    const std::uint64_t address = memory.allocate(values.size() * sizeof(T), name);
    memory.write(address, values.data(), values.size() * sizeof(T));
    return address;
  }
  // A stream for one launch; its output and input arrays are allocated here.
  template <typename In>
  SimtStream stream(const std::vector<In>& in, std::size_t output_bytes, Dim3 grid, Dim3 block,
                    unsigned max_warps = 0) {
    input = upload(in, "input");
    output = memory.allocate(output_bytes, "output");
    LaunchShape shape;
    shape.grid = grid;
    shape.block = block;
    shape.dynamic_scratchpad_bytes = dynamic_scratchpad_bytes;
    shape.scratchpad_unit = scratchpad_unit;
    shape.warn_out_of_bounds = warn_out_of_bounds;
    shape.arguments.resize(16);
    std::memcpy(shape.arguments.data(), &output, 8);
    std::memcpy(shape.arguments.data() + 8, &input, 8);
    const auto warps = static_cast<unsigned>((block.count() + kWarpSize - 1) / kWarpSize);
    return SimtStream(*kernel_, shape, memory, max_warps == 0 ? warps : max_warps);
  }
  template <typename Out, typename In>
  std::vector<Out> run(const std::vector<In>& in, std::size_t outputs, Dim3 grid = {}, Dim3 block = {32, 1, 1}) {
    SimtStream blocks = stream(in, outputs * sizeof(Out), grid, block);
    for (std::uint64_t number = 0; number < grid.count(); ++number) {
      blocks.start_block(number, 0, 0);
      run_block(blocks);
      blocks.finish_block(0);
    }
    std::vector<Out> out(outputs);
    memory.read(output, out.data(), outputs * sizeof(Out));
    return out;
  }

  DeviceMemory memory;
  std::uint64_t input = 0, output = 0;
  unsigned dynamic_scratchpad_bytes = 0, scratchpad_unit = 1;
  bool warn_out_of_bounds = false;
  std::uint64_t warp_instructions = 0, thread_instructions = 0;

 private:
  // Runs every warp to the next barrier; then all continue.
  void run_block(SimtStream& blocks) {
    for (bool running = true; running;) {
      running = false;
      for (unsigned warp = 0; warp < blocks.warps_per_block(); ++warp) {
        running |= blocks.waits(warp) || run_to_barrier(blocks, warp);
      }
    }
  }
  bool run_to_barrier(SimtStream& blocks, unsigned warp) {
    while (blocks.peek(warp).decoded != nullptr) {
      thread_instructions += static_cast<unsigned>(__builtin_popcount(blocks.peek(warp).active));
      blocks.commit(warp, ++warp_instructions);
      if (blocks.waits(warp)) return true;
      if (warp_instructions > 1000000) throw RunError("the test's kernel does not end");
    }
    return false;
  }

  ptx::Module module_;
  ptx::Kernel* kernel_ = nullptr;
};

}  // namespace unibank
