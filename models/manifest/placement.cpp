#include "manifest/placement.h"

#include <algorithm>

#include "base/hexadecimal.h"
#include "base/input_error.h"
#include "host/device.h"
#include "manifest/sections.h"
#include "simt/device_memory.h"
#include "simt/next_allocation.h"

namespace unibank {
namespace {

using Buffers = std::vector<const ManifestBuffer*>;

Buffers by_address(const Manifest& manifest) {
  Buffers all;
  for (const ManifestBuffer& buffer : manifest.buffers) all.push_back(&buffer);
  std::sort(all.begin(), all.end(), [](const auto* one, const auto* other) { return one->address < other->address; });
  return all;
}

// An allocation takes the lowest hole, so holes are filled until every object is at its address.
class Placer {
 public:
  Placer(const Manifest& manifest, Device& device, DeviceMemory& memory)
      : manifest_(manifest), device_(device), memory_(memory), free_(manifest.memory_begin) {}

  void run(ManifestAddresses& addresses) {
    const Buffers all = by_address(manifest_);
    if (std::none_of(all.begin(), all.end(), [](const auto* one) { return one->constant; })) load();
    for (const ManifestBuffer* const one : all) {
      fill_up_to(one->address);
      if (one->constant && !loaded_) load();
      const std::uint64_t address =
          one->constant ? device_.symbol(one->name) : memory_.allocate(one->bytes.size(), one->name);
      if (address != one->address) fail(*one, address);
      free_ = std::max(free_, next_allocation(address + one->bytes.size()));
      addresses[one->name] = address;
    }
    for (const std::uint64_t filler : fillers_) memory_.release(filler);
    for (const ManifestBuffer* const one : all) device_.write(one->address, one->bytes.data(), one->bytes.size());
  }

 private:
  // A module places its variables one after the other.
  void load() {
    loaded_ = true;
    for (const ManifestPtx& ptx : manifest_.ptx) device_.load(ptx.text, ptx.file);
    const std::vector<DeviceMemory::Range> taken = memory_.allocations();
    if (!taken.empty()) free_ = std::max(free_, next_allocation(taken.back().end));
  }

  void fill_up_to(std::uint64_t address) {
    if (address > free_) fillers_.push_back(memory_.allocate(address - free_ - 1, "nothing"));
  }

  [[noreturn]] void fail(const ManifestBuffer& buffer, std::uint64_t address) const {
    throw InputError(manifest_.file, buffer.place.line,
                     "'" + buffer.name + "' would be placed at " + hexadecimal(address) + "; expected " +
                         hexadecimal(buffer.address));
  }

  const Manifest& manifest_;
  Device& device_;
  DeviceMemory& memory_;
  std::uint64_t free_;  // the first address after everything that is placed
  bool loaded_ = false;
  std::vector<std::uint64_t> fillers_;
};

}  // namespace

void place_at_addresses(const Manifest& manifest, Device& device, DeviceMemory& memory, ManifestAddresses& addresses) {
  Placer(manifest, device, memory).run(addresses);
}

namespace manifest_reader {

void check_addresses(const Source& source, const Manifest& manifest, unsigned address_bytes) {
  std::uint64_t free = manifest.memory_begin;
  for (const ManifestBuffer* const one : by_address(manifest)) {
    if (manifest.memory_begin == 0 && one->address != 0)
      source.fail(one->place, "'" + one->name + "' has an address; expected memory_begin at the top of the manifest");
    if (manifest.memory_begin == 0) continue;
    if (one->address == 0)
      source.fail(one->place, "'" + one->name + "' needs the key 'address', because the manifest has memory_begin; "
                                  "expected a multiple of 256, from " + hexadecimal(manifest.memory_begin) + " on");
    if (one->address % kAllocationAlign != 0 || one->address < free)
      source.fail(one->place, "'" + one->name + "' has the address " + hexadecimal(one->address) +
                                  "; expected a multiple of 256, from " + hexadecimal(free) +
                                  " on, where the memory before it ends");
    free = next_allocation(one->address + one->bytes.size());
    if (one->bytes.size() > kMaxBytes || one->address - manifest.memory_begin > kMaxBytes - one->bytes.size())
      source.fail(one->place, "'" + one->name + "' ends at " + hexadecimal(one->address + one->bytes.size()) +
                                  "; expected it within 1 GB from memory_begin on");
    if (address_bytes == 4 && one->address + one->bytes.size() > kNarrowLocalWindow)
      source.fail(one->place, "'" + one->name + "' ends at " + hexadecimal(one->address + one->bytes.size()) +
                                  "; expected at most " + hexadecimal(kNarrowLocalWindow) +
                                  ", where 32-bit addresses of local and shared memory begin");
  }
}

}  // namespace manifest_reader
}  // namespace unibank
