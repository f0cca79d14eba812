#include "gpu/memory_system.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unibank {

namespace {

// "dram" if there is one of them, else "dram3".
std::string numbered(const std::string& name, unsigned index, unsigned count) {
  return count == 1 ? name : name + std::to_string(index);
}

}  // namespace

std::vector<unsigned> in_order(unsigned count, BuildOrder order) {
  std::vector<unsigned> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  if (order == BuildOrder::kLastToFirst) std::reverse(numbers.begin(), numbers.end());
  return numbers;
}

MemorySystem::MemorySystem(const Design& design, const BlockFactories& factories, BuildOrder order) : design_(design) {
  build_channels(factories, order);
  build_slices(factories, order);
  build_atomic_units(factories, order);
  if (!design.has_interconnect()) return;
  InterconnectParameters between;
  between.sms = design.gpu.sms;
  between.slices = destinations();
  between.latency = design.interconnect.latency;
  between.bytes_per_cycle = design.interconnect.bytes_per_cycle;
  between.queue = design.interconnect.queue;
  between.choices = design.interconnect.choices;
  between.sms_per_port = design.interconnect.sms_per_port;
  between.slice_hash = design.slice_hash();
  interconnect_ = factories.make<InterconnectKind>("interconnect", between);
  for (unsigned index = 0; index < destinations(); ++index) {
    interconnect_->to_slice(index).bind(atomic_units_[index]->socket());
  }
}

// One port per slice that uses the channel.
unsigned MemorySystem::ports_of_channel(unsigned channel) const {
  const unsigned channels = design_.dram.channels;
  return (destinations() - channel + channels - 1) / channels;
}

void MemorySystem::build_channels(const BlockFactories& factories, BuildOrder order) {
  const unsigned count = design_.dram.channels;
  channels_.resize(count);
  for (const unsigned channel : in_order(count, order)) {
    DramParameters dram;
    dram.ports = ports_of_channel(channel);
    dram.queue = design_.dram.queue;
    dram.slices = destinations();
    dram.channels = count;
    dram.memory_cycles = static_cast<unsigned>(std::lround(design_.dram.clock_ratio * 1000));
    dram.answer_latency = design_.dram.answer_latency;
    dram.timing = design_.dram.timing;
    dram.parts = design_.dram_parts();
    dram.slice_hash = design_.slice_hash();
    channels_[channel] = factories.make<DramKind>(numbered("dram", channel, count), dram);
  }
}

void MemorySystem::build_slices(const BlockFactories& factories, BuildOrder order) {
  const unsigned count = design_.l2.bytes != 0 ? design_.l2.slices : 0, channels = design_.dram.channels;
  slices_.resize(count);
  for (const unsigned index : in_order(count, order)) {
    L2SliceParameters slice;
    slice.bytes = design_.l2.bytes / count;
    slice.ways = design_.l2.ways;
    slice.slices = count;
    slice.slice = index;
    slice.latency = design_.l2.latency;
    slice.mshr_entries = design_.l2.mshr_entries;
    slice.merges = design_.l2.merges;
    slice.queue = design_.l2.queue;
    slice.slice_hash = design_.slice_hash();
    slice.index = design_.l2.index;
    if (factories.has<L2TagsKind>()) slice.make_tags = factories.of<L2TagsKind>();
    slices_[index] = factories.make<L2SliceKind>(numbered("l2_slice", index, count), slice);
    slices_[index]->memory().bind(channels_[index % channels]->socket(index / channels));
  }
}

void MemorySystem::build_atomic_units(const BlockFactories& factories, BuildOrder order) {
  const unsigned count = destinations();
  atomic_units_.resize(count);
  for (const unsigned index : in_order(count, order)) {
    const AtomicUnitParameters unit{design_.atomic_unit.interval, design_.atomic_unit.entries,
                                    design_.atomic_unit.latency,
                                    design_.atomic_unit.granularity == FetchUnit::kSectors ? kSectorBytes : kLineBytes};
    atomic_units_[index] = factories.make<AtomicUnitKind>(numbered("atomic_unit", index, count), unit);
    atomic_units_[index]->memory().bind(slices_.empty() ? channels_[index]->socket(0) : slices_[index]->socket());
  }
}

TargetSocket& MemorySystem::socket(unsigned sm) {
  return interconnect_ ? interconnect_->from_sm(sm) : atomic_units_[0]->socket();
}

void MemorySystem::watch(const std::function<void(Cycle, unsigned)>& watcher) {
  depths_.assign(channels_.size(), 0);
  for (unsigned channel = 0; channel < channels_.size(); ++channel) {
    if (!watcher) {
      channels_[channel]->watch({});
      continue;
    }
    channels_[channel]->watch([this, channel, watcher](Cycle at, unsigned depth) {
      depths_[channel] = depth;
      watcher(at, std::accumulate(depths_.begin(), depths_.end(), 0u));
    });
  }
}

void MemorySystem::add_counters_to(CounterValues& all) const {
  if (interconnect_) interconnect_->add_counters_to(all);
  for (const auto& unit : atomic_units_) unit->add_counters_to(all);
  for (const auto& slice : slices_) slice->add_counters_to(all);
  for (const auto& channel : channels_) channel->add_counters_to(all);
}

unsigned MemorySystem::in_flight() const {
  unsigned sum = interconnect_ ? interconnect_->in_flight() : 0;
  for (const auto& unit : atomic_units_) sum += unit->in_flight();
  for (const auto& slice : slices_) sum += slice->in_flight();
  for (const auto& channel : channels_) sum += channel->in_flight();
  return sum;
}

std::vector<std::string> MemorySystem::not_drained() const {
  std::vector<std::string> all;
  const auto check = [&all](unsigned in_flight, const std::string& where) {
    if (in_flight != 0) all.push_back(std::to_string(in_flight) + " requests are still in " + where);
  };
  if (interconnect_) check(interconnect_->in_flight(), "the interconnect");
  const auto number = [](std::size_t index, std::size_t count) {
    return count == 1 ? "" : " " + std::to_string(index);
  };
  for (std::size_t i = 0; i < atomic_units_.size(); ++i) {
    check(atomic_units_[i]->in_flight(), "the atomic unit" + number(i, atomic_units_.size()));
  }
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    check(slices_[i]->in_flight(), "L2 slice" + number(i, slices_.size()));
  }
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    check(channels_[i]->in_flight(), "the DRAM channel" + number(i, channels_.size()));
  }
  return all;
}

void MemorySystem::warm(std::uint64_t line, const L2SliceCore::ByteMask& bytes, bool write) {
  if (slices_.empty()) return;
  slices_[SliceMap(design_.l2.slices, design_.slice_hash()).slice_of(line)]->warm(line, bytes, write);
}

std::uint64_t MemorySystem::empty_l2_lines() const {
  std::uint64_t empty = 0;
  for (const auto& slice : slices_) empty += slice->empty_lines();
  return empty;
}

}  // namespace unibank
