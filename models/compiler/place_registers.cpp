#include "compiler/place_registers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/input_error.h"
#include "compiler/physical_liveness.h"
#include "compiler/strand_values.h"
#include "compiler/strands.h"

namespace unibank::compiler {
namespace {

using ptx::RegisterLevel;

// A saving below this is a rounding error of zero.
constexpr double kLeastSaving = 1e-9;

// Half instructions: the reads of instruction pc are at 2 pc, its writes at 2 pc + 1.
using Moment = std::uint64_t;

// When an entry is occupied. Within a strand a thread executes the instructions in program order, so an entry without
// other writes between the first write and the last read has the value there.
class Entry {
 public:
  bool free(Moment from, Moment to) const {
    const auto next = taken_.lower_bound(from);
    if (next != taken_.end() && next->first <= to) return false;
    return next == taken_.begin() || std::prev(next)->second < from;
  }
  void take(Moment from, Moment to) { taken_[from] = to; }

 private:
  std::map<Moment, Moment> taken_;
};

// One level with the energies of its accesses.
struct LevelFile {
  RegisterLevel level;
  double read, write;
  std::vector<Entry> entries;
};

// The part of a value that is placed in a level.
struct Share {
  std::vector<std::uint32_t> definitions;  // found by the reads
  std::size_t reads = 0;                   // how many of the value's first reads
  double saving = 0, priority = 0;
  Moment from = 0, to = 0;
};

class Placer {
 public:
  Placer(ptx::Kernel& kernel, const RegisterHierarchy& hierarchy)
      : kernel_(kernel),
        hierarchy_(hierarchy),
        use_(physical_use(kernel)),
        lrf_{RegisterLevel::kLrf, hierarchy.lrf_read_pj, hierarchy.lrf_write_pj, entries(hierarchy.lrf_entries)},
        orf_{RegisterLevel::kOrf, hierarchy.orf_read_pj, hierarchy.orf_write_pj, entries(hierarchy.orf_entries)} {}

  void run() {
    const ControlFlow flow = control_flow(kernel_);
    const std::vector<bool> starts = strand_starts(kernel_, flow, use_);
    found_ = strand_values(kernel_, flow, use_, starts, physical_liveness(kernel_, flow, use_));
    marked_.resize(found_.definitions.size());
    start_from_mrf(starts);
    std::vector<const StrandValue*> values, rest;
    for (const StrandValue& value : found_.values) (fits_lrf(value) ? values : rest).push_back(&value);
    for (const StrandValue* value : in_order(lrf_, values))
      if (!place(lrf_, *value, value->reads.size())) rest.push_back(value);
    for (const StrandValue* value : in_order(orf_, rest)) place(orf_, *value, 1);
  }

 private:
  static std::vector<Entry> entries(unsigned count) { return std::vector<Entry>(count); }

  void start_from_mrf(const std::vector<bool>& starts) {
    kernel_.placement.assign(use_.size(), {});
    for (std::size_t pc = 0; pc < use_.size(); ++pc) {
      ptx::PlacedInstruction& placed = kernel_.placement[pc];
      placed.strand_start = starts[pc];
      for (const std::uint16_t number : use_[pc].reads) placed.reads.push_back({number});
      for (const std::uint16_t number : use_[pc].writes) placed.writes.push_back({number});
    }
  }

  bool fits_lrf(const StrandValue& value) const {
    const auto written = [&](std::uint32_t one) {
      return use_[found_.definitions[one].pc].alu && !found_.definitions[one].fill;
    };
    const auto read = [&](std::uint32_t one) { return hierarchy_.memory_reads_lrf || use_[found_.reads[one].pc].alu; };
    return std::all_of(value.definitions.begin(), value.definitions.end(), written) &&
           std::all_of(value.reads.begin(), value.reads.end(), read);
  }

  std::vector<const StrandValue*> in_order(const LevelFile& file, const std::vector<const StrandValue*>& values) {
    struct Ranked {
      double priority;
      const StrandValue* value;
    };
    std::vector<Ranked> ranked;
    ranked.reserve(values.size());
    for (const StrandValue* value : values)
      ranked.push_back({share(file, *value, value->reads.size()).priority, value});
    std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
      if (a.priority != b.priority) return a.priority > b.priority;
      return a.value->definitions.front() < b.value->definitions.front();
    });
    std::vector<const StrandValue*> order;
    order.reserve(ranked.size());
    for (const Ranked& one : ranked) order.push_back(one.value);
    return order;
  }

  // The saving of the level for the value if its first `reads` reads use it.
  Share share(const LevelFile& file, const StrandValue& value, std::size_t reads) {
    Share found;
    found.reads = reads;
    mark(value, 0, reads, kFound);
    mark(value, reads, value.reads.size(), kFoundInMrf);
    unsigned only_here = 0;
    for (const std::uint32_t one : value.definitions) {
      if (marked_[one] & kFound) {
        found.definitions.push_back(one);
        only_here += !found_.definitions[one].fill && !found_.definitions[one].needs_mrf && marked_[one] == kFound;
      }
      marked_[one] = 0;
    }
    const auto writes = static_cast<double>(found.definitions.size());
    found.saving = static_cast<double>(reads) * (hierarchy_.mrf_read_pj - file.read) - writes * file.write +
                   only_here * hierarchy_.mrf_write_pj;
    const std::uint32_t first = found_.definitions[found.definitions.front()].pc;
    const std::uint32_t last = found_.reads[value.reads[reads - 1]].pc;
    found.priority = found.saving / (last - first);
    found.from = Moment{2} * first + 1;
    found.to = Moment{2} * last;
    return found;
  }
  void mark(const StrandValue& value, std::size_t from, std::size_t to, std::uint8_t how) {
    for (std::size_t read = from; read < to; ++read)
      for (const std::uint32_t one : found_.reads[value.reads[read]].definitions) marked_[one] |= how;
  }

  // Places the value with all its reads, or with as many of the first as fit, at least this many.
  bool place(LevelFile& file, const StrandValue& value, std::size_t least_reads) {
    for (std::size_t reads = value.reads.size(); reads >= least_reads; --reads) {
      const Share found = share(file, value, reads);
      if (found.saving < kLeastSaving) continue;
      for (std::size_t entry = 0; entry < file.entries.size(); ++entry) {
        if (!file.entries[entry].free(found.from, found.to)) continue;
        file.entries[entry].take(found.from, found.to);
        write_down(file, value, found, static_cast<std::uint8_t>(entry));
        return true;
      }
    }
    return false;
  }

  void write_down(const LevelFile& file, const StrandValue& value, const Share& share, std::uint8_t entry) {
    for (std::size_t read = share.reads; read < value.reads.size(); ++read)
      for (const std::uint32_t one : found_.reads[value.reads[read]].definitions)
        found_.definitions[one].needs_mrf = true;
    for (std::size_t read = 0; read < share.reads; ++read) {
      const StrandRead& found = found_.reads[value.reads[read]];
      ptx::PlacedRead& placed = read_of(found.pc, found.number);
      placed.level = file.level;
      placed.entry = entry;
    }
    for (const std::uint32_t one : share.definitions) {
      const Definition& definition = found_.definitions[one];
      if (definition.fill) {
        ptx::PlacedRead& placed = read_of(definition.pc, definition.number);
        placed.fills = true;
        placed.entry = entry;
        continue;
      }
      ptx::PlacedWrite& placed = write_of(definition.pc, definition.number);
      placed.level = file.level;
      placed.entry = entry;
      placed.mrf = definition.needs_mrf;
    }
  }

  template <typename Placed>
  static Placed& named(std::vector<Placed>& all, std::uint16_t number) {
    return *std::find_if(all.begin(), all.end(), [&](const Placed& one) { return one.number == number; });
  }
  ptx::PlacedRead& read_of(std::uint32_t pc, std::uint16_t number) {
    return named(kernel_.placement[pc].reads, number);
  }
  ptx::PlacedWrite& write_of(std::uint32_t pc, std::uint16_t number) {
    return named(kernel_.placement[pc].writes, number);
  }

  static constexpr std::uint8_t kFound = 1, kFoundInMrf = 2;

  ptx::Kernel& kernel_;
  const RegisterHierarchy& hierarchy_;
  const std::vector<PhysicalUse> use_;
  LevelFile lrf_, orf_;
  StrandValues found_;
  std::vector<std::uint8_t> marked_;  // of each definition, for share(): the reads that find it
};

void check_entries(const char* level, unsigned entries) {
  if (entries <= kMostEntries) return;
  throw InputError(std::string(level) + " of " + std::to_string(entries) + " entries per thread; expected 0 to " +
                   std::to_string(kMostEntries));
}

}  // namespace

void check_hierarchy(const RegisterHierarchy& hierarchy) {
  check_entries("a last-result file", hierarchy.lrf_entries);
  check_entries("an operand register file", hierarchy.orf_entries);
  for (const double energy : {hierarchy.lrf_read_pj, hierarchy.lrf_write_pj, hierarchy.orf_read_pj,
                              hierarchy.orf_write_pj, hierarchy.mrf_read_pj, hierarchy.mrf_write_pj}) {
    if (std::isfinite(energy) && energy >= 0) continue;
    throw InputError("a register access of " + std::to_string(energy) + " pJ; expected 0 or more");
  }
}

void place_registers(ptx::Kernel& kernel, const RegisterHierarchy& hierarchy) { Placer(kernel, hierarchy).run(); }

}  // namespace unibank::compiler
