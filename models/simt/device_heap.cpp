#include "simt/device_heap.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace unibank {
namespace {

std::uint64_t rounded(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

// Size of a block: its bytes and some after them, so that an overrun does not reach the next.
std::uint64_t taken(std::uint64_t bytes) { return rounded(bytes, DeviceHeap::kAlign) + DeviceHeap::kAlign; }

}  // namespace

void DeviceHeap::place(std::uint64_t begin, std::uint64_t bytes) {
  begin_ = begin;
  end_ = begin + bytes;
  add_hole(begin_, end_);
}

void DeviceHeap::add_hole(std::uint64_t begin, std::uint64_t end) {
  if (begin == end) return;
  holes_[begin] = end;
  by_size_.emplace(end - begin, begin);
}

void DeviceHeap::remove_hole(std::map<std::uint64_t, std::uint64_t>::iterator hole) {
  by_size_.erase({hole->second - hole->first, hole->first});
  holes_.erase(hole);
}

std::uint64_t DeviceHeap::allocate(std::uint64_t bytes, std::uint64_t align) {
  if (bytes >= end_ - begin_) return 0;
  for (auto fits = by_size_.lower_bound({taken(bytes), 0}); fits != by_size_.end(); ++fits) {
    const std::uint64_t begin = fits->second, end = begin + fits->first;
    const std::uint64_t address = rounded(begin, std::max(align, kAlign));
    if (address > end || end - address < taken(bytes)) continue;
    remove_hole(holes_.find(begin));
    add_hole(begin, address);
    add_hole(address + taken(bytes), end);
    blocks_[address] = bytes;
    return address;
  }
  return 0;
}

DeviceHeap::Block DeviceHeap::release(std::uint64_t address) {
  const auto block = blocks_.find(address);
  if (block == blocks_.end()) return {};
  const Block released{address, address + block->second};
  std::uint64_t begin = address, end = address + taken(block->second);
  blocks_.erase(block);
  const auto behind = holes_.find(end);
  if (behind != holes_.end()) {
    end = behind->second;
    remove_hole(behind);
  }
  const auto next = holes_.upper_bound(begin);
  if (next != holes_.begin() && std::prev(next)->second == begin) {
    begin = std::prev(next)->first;
    remove_hole(std::prev(next));
  }
  add_hole(begin, end);
  return released;
}

DeviceHeap::Block DeviceHeap::block_of(std::uint64_t address) const {
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return {};
  const auto& [begin, bytes] = *std::prev(after);
  return address - begin < bytes ? Block{begin, begin + bytes} : Block{};
}

std::string DeviceHeap::describe(std::uint64_t address) const {
  std::ostringstream text;
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) {
    text << address - begin_ << " bytes into the heap, outside of every block";
    return text.str();
  }
  const auto& [begin, bytes] = *std::prev(after);
  if (address - begin < bytes || address == begin) text << address - begin << " bytes into ";
  else text << address - begin - bytes << " bytes after the end of ";
  text << "a block of " << bytes << " bytes at 0x" << std::hex << begin << " in the heap";
  return text.str();
}

}  // namespace unibank
