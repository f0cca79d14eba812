#include "platform/host_port.h"

#include <cstring>

#include "base/input_error.h"
#include "tlm/time.h"

namespace unibank {

using namespace host_register;

namespace {

constexpr std::uint64_t kMostTextBytes = std::uint64_t{64} << 20;

bool writable(unsigned offset) {
  return offset == kCommand || (offset >= kInterrupt && offset <= kStream) ||
         (offset >= kAddress && offset < kArgumentBytes + 4 && offset != kBytes + 4 && offset != kGrid + 12) ||
         (offset >= kArguments && offset < kArgumentsEnd);
}
bool readable(unsigned offset) {
  return offset == kId || offset == kStatus || offset == kEnded || (offset != kCommand && writable(offset));
}

}  // namespace

HostPort::HostPort(const sc_core::sc_module_name& name, Gpu gpu, unsigned access_cycles)
    : sc_module(name),
      socket("socket"),
      gpu_(std::move(gpu)),
      access_cycles_(access_cycles),
      interrupt_changed_("interrupt_changed") {
  socket.bind(static_cast<FwIf&>(*this));
}

// Completed at once, with the time annotated.
tlm::tlm_sync_enum HostPort::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    b_transport(payload, delay);
    phase = tlm::BEGIN_RESP;
  }
  return tlm::TLM_COMPLETED;
}

void HostPort::b_transport(Payload& payload, sc_core::sc_time& delay) {
  payload.set_response_status(access(payload, false));
  delay += cycles(access_cycles_);
}

unsigned HostPort::transport_dbg(Payload& payload) {
  return access(payload, true) == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0;
}

tlm::tlm_response_status HostPort::access(Payload& payload, bool debug) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  if (payload.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (address >= kDeviceMemory) return access_memory(payload);
  if (length == 0 || address % 4 != 0 || length % 4 != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (std::uint64_t at = address; at < address + length; at += 4) {
    const auto offset = static_cast<unsigned>(at);
    if (!(payload.is_write() ? writable(offset) : readable(offset))) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (debug && payload.is_write() && offset == kCommand) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  try {
    for (unsigned i = 0; i < length; i += 4) {
      const unsigned offset = static_cast<unsigned>(address) + i;
      std::uint32_t value = payload.is_read() ? read_word(offset) : 0;
      std::uint32_t* const to = &value;
      if (payload.is_read()) {
        std::memcpy(payload.get_data_ptr() + i, to, 4);
      } else {
        std::memcpy(to, payload.get_data_ptr() + i, 4);
        write_word(offset, value);
      }
    }
  } catch (const InputError& error) {
    SC_REPORT_WARNING(name(), error.what());
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status HostPort::access_memory(Payload& payload) {
  try {
    if (payload.is_read())
      gpu_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    else
      gpu_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    return tlm::TLM_OK_RESPONSE;
  } catch (const InputError&) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
}

std::uint32_t HostPort::read_word(unsigned offset) const {
  switch (offset) {
    case kId: return kIdValue;
    case kStatus: return gpu_.status() | (interrupt_ ? kInterruptUp : 0);
    case kEnded: return gpu_.ended();
    default: return word(offset);
  }
}

void HostPort::write_word(unsigned offset, std::uint32_t value) {
  if (offset == kCommand) return command(value);
  words_[offset / 4] = value;
}

std::uint64_t HostPort::address() const { return word(kAddress) | std::uint64_t{word(kAddress + 4)} << 32; }

// The text at ADDRESS with BYTES bytes.
std::string HostPort::text_named() const {
  if (word(kBytes) > kMostTextBytes) {
    throw InputError("a text of " + std::to_string(word(kBytes)) + " bytes, expected at most " +
                     std::to_string(kMostTextBytes));
  }
  std::string text(word(kBytes), '\0');
  if (!text.empty()) gpu_.read(address(), text.data(), text.size());
  return text;
}

LaunchRequest HostPort::launch_named() const {
  LaunchRequest request;
  request.kernel = text_named();
  request.grid = {word(kGrid), word(kGrid + 4), word(kGrid + 8)};
  request.block = {word(kBlock), word(kBlock + 4), word(kBlock + 8)};
  request.dynamic_scratchpad_bytes = word(kScratchpad);
  request.stream = word(kStream);
  const std::uint32_t bytes = word(kArgumentBytes);
  if (bytes > kArgumentsEnd - kArguments) {
    throw InputError("arguments of " + std::to_string(bytes) + " bytes, expected at most " +
                     std::to_string(kArgumentsEnd - kArguments));
  }
  std::vector<std::uint8_t> arguments(bytes);
  std::memcpy(arguments.data(), &words_[kArguments / 4], bytes);
  request.arguments = Arguments::of_bytes(std::move(arguments));
  return request;
}

void HostPort::command(std::uint32_t value) {
  if (in_reset_) throw InputError("a command while reset is active");
  switch (value) {
    case kAllocate: {
      const std::uint64_t at = gpu_.allocate(word(kBytes));
      words_[kAddress / 4] = static_cast<std::uint32_t>(at);
      words_[kAddress / 4 + 1] = static_cast<std::uint32_t>(at >> 32);
      return;
    }
    case kLoad: return gpu_.load(text_named());
    case kLaunch: return gpu_.launch(launch_named());
    case kAcknowledge: return set_interrupt(false);
    default:
      throw InputError("command " + std::to_string(value) +
                       ", expected 1 (ALLOCATE), 2 (LOAD), 3 (LAUNCH) or 4 (ACKNOWLEDGE)");
  }
}

void HostPort::launch_over() {
  if (word(kInterrupt) & 1) set_interrupt(true);
}

void HostPort::reset(bool on) {
  in_reset_ = on;
  words_.fill(0);
  set_interrupt(false);
}

void HostPort::set_interrupt(bool up) {
  if (interrupt_ == up) return;
  interrupt_ = up;
  interrupt_changed_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace unibank
