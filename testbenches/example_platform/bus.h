// A 32-bit bus and a memory, like those of a user's platform. They use SystemC and TLM-2.0, and nothing of Unibank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

// A memory with 40 ns per access and 4 bytes per ns.
class Memory : public sc_core::sc_module {
 public:
  Memory(const sc_core::sc_module_name& name, std::size_t bytes) : sc_module(name), socket("socket"), bytes_(bytes) {
    socket.register_b_transport(this, &Memory::b_transport);
    socket.register_transport_dbg(this, &Memory::transport_dbg);
  }
  tlm_utils::simple_target_socket<Memory, 32> socket;

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(40 + payload.get_data_length() / 4, sc_core::SC_NS);
    payload.set_response_status(transport_dbg(payload) != 0 ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const std::uint64_t at = payload.get_address();
    const unsigned length = payload.get_data_length(), enabled = payload.get_byte_enable_length();
    if (at + length > bytes_.size()) return 0;
    unsigned char* const data = payload.get_data_ptr();
    const unsigned char* const enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < length; ++i) {
      if (payload.is_read()) {
        data[i] = bytes_[at + i];
      } else if (!enables || enables[i % enabled] != 0) {
        bytes_[at + i] = data[i];
      }
    }
    return length;
  }
  std::vector<unsigned char> bytes_;
};

// Two initiators (0: the processor, 1: the GPU) and two targets: the memory from address 0 on, the GPU's registers and
// device memory from kRegisters on. The bus serves one access at a time.
class Bus : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kRegisters = std::uint64_t{1} << 32;

  explicit Bus(const sc_core::sc_module_name& name)
      : sc_module(name), from_cpu("from_cpu"), from_gpu("from_gpu"), to_memory("to_memory"), to_gpu("to_gpu") {
    from_cpu.register_b_transport(this, &Bus::from_0);
    from_gpu.register_b_transport(this, &Bus::from_1);
    from_cpu.register_transport_dbg(this, &Bus::debug);
    from_gpu.register_transport_dbg(this, &Bus::debug);
    to_memory.bind(nothing_comes_back_);
    to_gpu.bind(nothing_comes_back_);
  }
  tlm_utils::simple_target_socket<Bus, 32> from_cpu, from_gpu;
  tlm::tlm_initiator_socket<32> to_memory, to_gpu;
  sc_core::sc_signal<int, sc_core::SC_UNCHECKED_WRITERS> owner{"owner", -1};  // -1: idle; written by its owner
  sc_core::sc_signal<bool, sc_core::SC_UNCHECKED_WRITERS> cpu_waits{"cpu_waits"};  // the processor waits for the bus

 private:
  struct Nothing : tlm::tlm_bw_transport_if<> {
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
      return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  };

  void from_0(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) { access(0, payload, delay); }
  void from_1(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) { access(1, payload, delay); }
  void access(int initiator, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    if (initiator == 0) cpu_waits = owner.read() >= 0;
    turn_.lock();
    if (initiator == 0) cpu_waits = false;
    owner = initiator;
    const std::uint64_t address = payload.get_address();
    target(payload)->b_transport(payload, delay);
    payload.set_address(address);
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    owner = -1;
    turn_.unlock();
  }
  unsigned debug(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned moved = target(payload)->transport_dbg(payload);
    payload.set_address(address);
    return moved;
  }
  // Returns the target of an access, and makes the address relative to that target.
  tlm::tlm_initiator_socket<32>& target(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    if (address < kRegisters) return to_memory;
    payload.set_address(address - kRegisters);
    return to_gpu;
  }

  Nothing nothing_comes_back_;
  sc_core::sc_mutex turn_;
};
