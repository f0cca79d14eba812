// The host's access to a Gpu: a target socket of 32 bits with a register file and, behind it, device memory.
//
// Register map. Words have 4 bytes, little endian; an access moves whole words, any number of consecutive ones. Offsets
// below 1 MB:
//   0x000  R   ID           0x42494e55 ("UNIB")
//   0x004  R   STATUS       bit 0: a launch waits or runs; bit 1: one has failed; bit 2: the interrupt is active
//   0x008  W   COMMAND      1 ALLOCATE  BYTES of device memory; the address is returned in ADDRESS
//                           2 LOAD      the module whose PTX text is the BYTES at ADDRESS, in device memory
//                           3 LAUNCH    the kernel whose name is the BYTES at ADDRESS, with the registers below
//                           4 ACKNOWLEDGE  clears the interrupt
//   0x00c  R   ENDED        number of launches that have ended
//   0x010  RW  INTERRUPT    bit 0: raise the interrupt whenever a launch has ended
//   0x014  RW  STREAM
//   0x020  RW  ADDRESS      low, high word
//   0x028  RW  BYTES
//   0x030  RW  GRID         x, y, z
//   0x040  RW  BLOCK        x, y, z
//   0x04c  RW  SCRATCHPAD   dynamic scratchpad per block, bytes
//   0x050  RW  ARGUMENT_BYTES
//   0x1000 RW  ARGUMENTS    the parameter block of the launch, 4096 bytes
// From 1 MB on the offset is a device address, inside one allocation (of any length). Any other offset is a
// TLM_ADDRESS_ERROR_RESPONSE, a part of a word a TLM_BURST_ERROR_RESPONSE; byte enables are not allowed. An invalid
// command is a TLM_COMMAND_ERROR_RESPONSE and a warning (SC_REPORT_WARNING) with the reason; while reset is active,
// every command is invalid. LAUNCH copies the registers, so they may be changed afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "platform/launch_queue.h"
#include "tlm/ports.h"

namespace unibank {

namespace host_register {

constexpr unsigned kId = 0x000, kStatus = 0x004, kCommand = 0x008, kEnded = 0x00c, kInterrupt = 0x010, kStream = 0x014,
                   kAddress = 0x020, kBytes = 0x028, kGrid = 0x030, kBlock = 0x040, kScratchpad = 0x04c,
                   kArgumentBytes = 0x050, kArguments = 0x1000, kArgumentsEnd = 0x2000;
constexpr std::uint32_t kIdValue = 0x42494e55;
constexpr std::uint32_t kAllocate = 1, kLoad = 2, kLaunch = 3, kAcknowledge = 4;       // COMMAND
constexpr std::uint32_t kBusy = 1, kFailed = 2, kInterruptUp = 4;                      // STATUS
constexpr std::uint64_t kDeviceMemory = std::uint64_t{1} << 20;  // offsets from here on are device addresses

}  // namespace host_register

class HostPort : public sc_core::sc_module, private FwIf {
 public:
  struct Gpu {
    std::function<std::uint64_t(std::uint64_t bytes)> allocate;
    std::function<void(const std::string& ptx)> load;
    std::function<void(LaunchRequest request)> launch;
    std::function<void(std::uint64_t address, void* to, std::uint64_t bytes)> read;
    std::function<void(std::uint64_t address, const void* from, std::uint64_t bytes)> write;
    std::function<std::uint32_t()> status;  // bits 0 and 1
    std::function<std::uint32_t()> ended;
  };
  // An access takes `access_cycles`, as annotated delay.
  HostPort(const sc_core::sc_module_name& name, Gpu gpu, unsigned access_cycles);

  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> socket;
  // A launch has ended.
  void launch_over();
  // Clears the registers and the interrupt; while `on`, commands are refused.
  void reset(bool on);
  bool interrupt() const { return interrupt_; }
  // Notified whenever the interrupt has changed.
  const sc_core::sc_event& interrupt_changed() const { return interrupt_changed_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  unsigned transport_dbg(Payload& payload) override;
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

  tlm::tlm_response_status access(Payload& payload, bool debug);
  tlm::tlm_response_status access_memory(Payload& payload);
  std::uint32_t read_word(unsigned offset) const;
  void write_word(unsigned offset, std::uint32_t value);
  void command(std::uint32_t value);
  std::string text_named() const;
  LaunchRequest launch_named() const;
  std::uint32_t word(unsigned offset) const { return words_[offset / 4]; }
  std::uint64_t address() const;
  void set_interrupt(bool up);

  const Gpu gpu_;
  const unsigned access_cycles_;
  std::array<std::uint32_t, host_register::kArgumentsEnd / 4> words_{};
  bool interrupt_ = false, in_reset_ = false;
  sc_core::sc_event interrupt_changed_;
};

}  // namespace unibank
