// Shared by the tests of a Gpu in a platform: a kernel, a processor's accesses, a system memory.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "platform/platform_gpu.h"
#include "support/program_thread.h"
#include "tlm/blocking_adapter.h"
#include "tlm/width_adapter.h"

namespace unibank::test {

constexpr unsigned kThreads = 64;

// Adds one to word i of `data`, for every thread i.
inline const char* const kAddOne = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry add_one(.param .u64 data)
{
  .reg .b32 %r<6>;
  .reg .b64 %l<4>;
  ld.param.u64 %l1, [data];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %l2, %r4, 4;
  add.s64 %l3, %l1, %l2;
  ld.global.u32 %r5, [%l3];
  add.s32 %r5, %r5, 1;
  st.global.u32 [%l3], %r5;
  ret;
})";

// A processor's socket, with blocking accesses of any length.
class Processor : public sc_core::sc_module, private BwIf {
 public:
  explicit Processor(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.bind(static_cast<BwIf&>(*this));
  }
  tlm::tlm_initiator_socket<32> socket;

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* bytes, unsigned length) {
    Payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(bytes));
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    sc_core::wait(delay);
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, std::uint32_t value) {
    return access(tlm::TLM_WRITE_COMMAND, address, &value, 4);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t value = 0xdeadbeef;
    access(tlm::TLM_READ_COMMAND, address, &value, 4);
    return value;
  }
  void write_64(std::uint64_t address, std::uint64_t value) {
    access(tlm::TLM_WRITE_COMMAND, address, &value, 8);
  }
  std::uint64_t read_64(std::uint64_t address) {
    std::uint64_t value = 0;
    access(tlm::TLM_READ_COMMAND, address, &value, 8);
    return value;
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

// A 32-bit memory that stores bytes: it serves one access after the other; each takes `first`, and `each` for every 4
// bytes.
class StoringMemory : public sc_core::sc_module, private FwIf {
 public:
  StoringMemory(const sc_core::sc_module_name& name, std::uint64_t base, std::uint64_t size)
      : sc_module(name), base_(base), bytes_(size) {}
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 0> socket{"socket"};
  void end_of_elaboration() override {}
  void bind() { socket.bind(static_cast<FwIf&>(*this)); }
  sc_core::sc_time first{20, sc_core::SC_NS}, each{1, sc_core::SC_NS};
  unsigned accesses = 0;

 private:
  bool move(Payload& payload) {
    const std::uint64_t at = payload.get_address() - base_;
    if (payload.get_address() < base_ || at + payload.get_data_length() > bytes_.size()) return false;
    unsigned char* const data = payload.get_data_ptr();
    const unsigned char* const enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      if (payload.is_read()) {
        data[i] = bytes_[at + i];
      } else if (!enables || enables[i % payload.get_byte_enable_length()] != 0) {
        bytes_[at + i] = data[i];
      }
    }
    return true;
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    ++accesses;
    const sc_core::sc_time now = sc_core::sc_time_stamp() + delay;
    free_ = std::max(free_, now) + first + each * (payload.get_data_length() / 4);
    delay = free_ - sc_core::sc_time_stamp();
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    payload.set_response_status(move(payload) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) override {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  unsigned transport_dbg(Payload& payload) override { return move(payload) ? payload.get_data_length() : 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

  const std::uint64_t base_;
  std::vector<unsigned char> bytes_;
  sc_core::sc_time free_;
};

// A Gpu whose device memory is in a memory of 32 bits that implements b_transport only, 2 GB above its own address 0.
struct Shared {
  static constexpr std::uint64_t kBase = std::uint64_t{1} << 31, kBytes = 1 << 22;
  static PlatformGpuParameters parameters() {
    PlatformGpuParameters chosen;
    chosen.system_memory = true;
    chosen.memory_base = kBase;
    chosen.memory_bytes = kBytes;
    return chosen;
  }
  explicit Shared(const Design& design = Design())
      : gpu("gpu", design, parameters()),
        adapter("adapter", 8),
        narrower("narrower"),
        memory("memory", kBase, kBytes) {
    memory.bind();
    REQUIRE(gpu.memory_sockets() == 1);
    gpu.memory().bind(adapter.target);
    adapter.initiator.bind(narrower.target);
    narrower.initiator.bind(memory.socket);
  }
  PlatformGpu gpu;
  BlockingAdapter adapter;
  WidthAdapter<kSocketBits, 32> narrower;
  StoringMemory memory;
};

inline LaunchRequest add_one(std::uint64_t data, unsigned blocks, unsigned stream = 0) {
  LaunchRequest request;
  request.kernel = "add_one";
  request.grid = {blocks, 1, 1};
  request.block = {kThreads, 1, 1};
  request.arguments = Arguments(data);
  request.stream = stream;
  return request;
}

}  // namespace unibank::test
