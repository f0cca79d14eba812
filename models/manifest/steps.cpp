// Executes launches and loops in order.
#include <utility>

#include "base/input_error.h"
#include "manifest/values.h"

namespace unibank {
namespace {

using manifest_values::Bytes;

// Integers are compared as integers: a double does not have all of 64 bits.
bool is_below(const Bytes& found, const ManifestNumber& bound, ptx::Type type) {
  if (manifest_values::is_float(type)) return manifest_values::real_at(found, 0, type) < bound.value();
  const std::uint64_t bits = manifest_values::integer_at(found, 0, type);
  const auto value = static_cast<std::int64_t>(bits);
  const bool is_unsigned = type == ptx::Type::kU64 && value < 0;  // narrower types fit
  return !is_unsigned && value < bound.integer;
}

class Walk {
 public:
  Walk(const Manifest& manifest, ManifestMachine& machine, ManifestAddresses& addresses)
      : manifest_(manifest), machine_(machine), addresses_(addresses),
        address_of_([this](const std::string& name) { return addresses_.at(name); }) {}

  void write_pointers() {
    for (const ManifestBuffer& buffer : manifest_.buffers) {
      for (const ManifestArgument& pointer : buffer.pointers) {
        const std::uint64_t value =
            addresses_.at(pointer.name) + static_cast<std::uint64_t>(pointer.offset.offset.integer);
        Bytes bytes;
        manifest_values::append_integer(bytes, value, ptx::Type::kU64);
        bytes.resize(pointer.width);
        machine_.write(addresses_.at(buffer.name) + pointer.at, bytes);
      }
    }
  }

  void take(const std::vector<ManifestStep>& steps) {
    for (const ManifestStep& step : steps)
      step.is_loop ? loop(manifest_.loops[step.index]) : launch(manifest_.launches[step.index]);
  }

 private:
  void launch(const ManifestLaunch& launch) {
    machine_.launch(launch, grid_of(launch, counters_),
                    pack_arguments(launch, machine_.kernel(launch.kernel), address_of_, counters_));
  }

  void loop(const ManifestLoop& loop) {
    for (std::uint64_t round = 0; round < loop.rounds; ++round) {
      if (!loop.counter.empty()) counters_[loop.counter] = loop.counter_in(round);
      for (const ManifestWrite& one : loop.writes) write(one);
      take(loop.steps);
      for (const auto& [one, other] : loop.swaps) std::swap(addresses_.at(one), addresses_.at(other));
      if (!loop.until.buffer.empty() && holds(loop.until)) return;
    }
    if (!loop.until.buffer.empty()) fail(loop);
  }

  void write(const ManifestWrite& write) {
    const ptx::Type type = manifest_.find_buffer(write.buffer)->type;
    Bytes bytes;
    for (std::uint64_t i = 0; i < write.count; ++i)
      manifest_values::append(bytes, value_of(write.value, counters_), type);
    machine_.write(addresses_.at(write.buffer) + write.index * ptx::bytes_of(type), bytes);
  }

  Bytes element(const ManifestUntil& until) {
    const unsigned bytes = ptx::bytes_of(manifest_.find_buffer(until.buffer)->type);
    return machine_.read(addresses_.at(until.buffer) + until.index * bytes, bytes);
  }

  bool holds(const ManifestUntil& until) {
    const ptx::Type type = manifest_.find_buffer(until.buffer)->type;
    const Bytes found = element(until);
    if (until.below) return is_below(found, until.value, type);
    Bytes wanted;
    manifest_values::append(wanted, until.value, type);
    return manifest_values::is_float(type)
               ? manifest_values::real_at(found, 0, type) == manifest_values::real_at(wanted, 0, type)
               : found == wanted;
  }

  [[noreturn]] void fail(const ManifestLoop& loop) {
    const ManifestUntil& until = loop.until;
    const ptx::Type type = manifest_.find_buffer(until.buffer)->type;
    Bytes wanted;
    manifest_values::append(wanted, until.value, type);
    throw RunError(manifest_.file + ":" + std::to_string(loop.place.line) + ":" + std::to_string(loop.place.column) +
                   ": after " + std::to_string(loop.rounds) + " rounds, the limit of this [[loop]], " + until.buffer +
                   "[" + std::to_string(until.index) + "] is " + manifest_values::text_at(element(until), 0, type) +
                   "; expected " + (until.below ? "less than " : "") + manifest_values::text_at(wanted, 0, type));
  }

  const Manifest& manifest_;
  ManifestMachine& machine_;
  ManifestAddresses& addresses_;
  const AddressOf address_of_;
  Counters counters_;
};

class Total {
 public:
  explicit Total(const Manifest& manifest) : manifest_(manifest) {}

  // False: the number of rounds of a loop is not known, or counting would take longer than a moment.
  bool add(const std::vector<ManifestStep>& steps) {
    for (const ManifestStep& step : steps) {
      if (++counted_ > kMostCounted) return false;
      if (!step.is_loop) add(manifest_.launches[step.index]);
      else if (!add(manifest_.loops[step.index])) return false;
    }
    return true;
  }

  ManifestTotal total;

 private:
  void add(const ManifestLaunch& launch) {
    total.launches += launch.repeat;
    total.blocks += launch.repeat * grid_of(launch, counters_).count();
  }

  bool add(const ManifestLoop& loop) {
    if (!loop.until.buffer.empty()) return false;
    for (std::uint64_t round = 0; round < loop.rounds; ++round) {
      if (!loop.counter.empty()) counters_[loop.counter] = loop.counter_in(round);
      if (!add(loop.steps)) return false;
    }
    return true;
  }

  static constexpr unsigned kMostCounted = 100000;

  const Manifest& manifest_;
  Counters counters_;
  unsigned counted_ = 0;
};

}  // namespace

std::optional<ManifestTotal> total_of(const Manifest& manifest) {
  Total all(manifest);
  if (!all.add(manifest.steps)) return std::nullopt;
  return all.total;
}

std::int64_t ManifestLoop::counter_in(std::uint64_t round) const {
  return values.empty() ? start + step * static_cast<std::int64_t>(round) : values[round];
}

void run_steps(const Manifest& manifest, ManifestMachine& machine, ManifestAddresses& addresses) {
  Walk walk(manifest, machine, addresses);
  walk.write_pointers();
  walk.take(manifest.steps);
}

}  // namespace unibank
