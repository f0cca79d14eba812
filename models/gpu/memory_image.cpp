#include "gpu/memory_image.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/input_error.h"
#include "values/writer.h"

namespace unibank {

namespace {

// Calls each(address, length) for the pieces of [begin, end) that lie in one line.
template <typename Each>
void for_lines(DeviceMemory::Range range, Each each) {
  for (std::uint64_t at = range.begin; at < range.end;) {
    const std::uint64_t end = std::min(range.end, at / kLineBytes * kLineBytes + kLineBytes);
    each(at, static_cast<unsigned>(end - at));
    at = end;
  }
}

}  // namespace

Payload& MemoryImage::transport(tlm::tlm_command command, std::uint64_t address, unsigned length) {
  request_->set_command(command);
  request_->set_address(address);
  request_->set_data_length(length);
  request_->set_streaming_width(length);
  request_->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  const unsigned moved = machine_.socket(0).get_base_interface().transport_dbg(*request_);
  if (moved == length) return *request_;
  throw RunError("run.check_data needs the bytes of memory, and its debug transport moved " + std::to_string(moved) +
                 " of the " + std::to_string(length) + " bytes at address " + std::to_string(address));
}

void MemoryImage::put(const std::vector<std::uint8_t>& parameters) {
  request_ = pool_.get();
  std::fill_n(PayloadPool<Request>::follow_values(*request_), kLineBytes, kNoWriter);
  const auto write = [this](const std::uint8_t* bytes, std::uint64_t address, unsigned length) {
    std::memcpy(request_->get_data_ptr(), bytes + address, length);
    transport(tlm::TLM_WRITE_COMMAND, address, length);
  };
  for (const DeviceMemory::Range& range : memory_.allocations())
    for_lines(range, [&](std::uint64_t address, unsigned length) { write(memory_.arena(), address, length); });
  for_lines({0, parameters.size()},
            [&](std::uint64_t address, unsigned length) { write(parameters.data(), address, length); });
  request_->release();
}

void MemoryImage::compare(const MemoryWriters& writers) {
  request_ = pool_.get();
  PayloadPool<Request>::follow_values(*request_);
  for (const DeviceMemory::Range& range : memory_.allocations()) {
    const bool own = std::none_of(others_.begin(), others_.end(),
                                  [&](const DeviceMemory::Range& other) { return other.begin == range.begin; });
    for_lines(range, [&](std::uint64_t address, unsigned length) {
      compare_line(address, length, own ? &writers : nullptr);
    });
  }
  request_->release();
}

// `defined`: only the bytes that have a writer count; null: all.
void MemoryImage::compare_line(std::uint64_t address, unsigned length, const MemoryWriters* defined) {
  const Payload& found = transport(tlm::TLM_READ_COMMAND, address, length);
  const unsigned char* const bytes = found.get_data_ptr();
  const std::uint8_t* const expected = memory_.arena() + address;
  auto at = static_cast<unsigned>(std::mismatch(bytes, bytes + length, expected).first - bytes);
  if (at == length) return;
  if (defined) {
    const MemoryWriters::Line writers = defined->line(address / kLineBytes * kLineBytes);
    while (at < length && (bytes[at] == expected[at] || writers[address % kLineBytes + at] == kNoWriter)) ++at;
    if (at == length) return;
  }
  throw RunError("data check: at the end of the launch memory holds " + std::to_string(bytes[at]) + " " +
                 memory_.describe(address + at) + ", written by " + describe(writers_of(found)[at]) + "; expected " +
                 std::to_string(expected[at]));
}

}  // namespace unibank
