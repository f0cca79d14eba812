#include "trace/record_header.h"

#include <cstdio>
#include <string_view>

#include "base/input_error.h"
#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr const char* kUnits[] = {"alu", "sfu", "memory", "texture", "tensor", "barrier", "exit"};
constexpr const char* kSpaces[] = {"none", "global", "local", "scratchpad", "constant", "parameter"};
constexpr const char* kOperations[] = {"none", "load", "store", "atomic", "reduction"};
constexpr const char* kScopes[] = {"thread", "block", "cluster", "device", "system"};
constexpr const char* kCacheOperators[] = {"all", "global", "streaming", "last_use", "volatile", "write_back",
                                           "write_through"};
constexpr const char* kArithmetic[] = {"float", "integer", "product", "conversion", "shuffle", "vote"};
constexpr const char* kExtended[] = {"none", "acquire", "release"};
constexpr unsigned kVersion = 2;

std::string register_list(const std::vector<std::uint16_t>& numbers) {
  std::string text;
  for (const std::uint16_t number : numbers) text += (text.empty() ? "R" : ",R") + std::to_string(number);
  return text;
}

std::string register_list(const RegisterSet& set) {
  std::string text;
  for (unsigned i = 0; i < RegisterSet::kBits; ++i) {
    if (!set.has_register(i)) continue;
    text += text.empty() ? "" : ",";
    text += i < kMaxRegisters ? "R" + std::to_string(i) : "P" + std::to_string(i - kMaxRegisters);
  }
  return text;
}

void append(const char* key, const std::string& value, std::string& line) {
  if (!value.empty()) line += std::string(" ") + key + "=" + value;
}

std::string pair_of(unsigned reads, unsigned writes) {
  return reads == 0 && writes == 0 ? "" : std::to_string(reads) + "," + std::to_string(writes);
}

// Converts "R3" or "P1" to a place in a RegisterSet.
unsigned place_of(std::string_view name) {
  unsigned number = 0;
  const bool data = !name.empty() && name.front() == 'R', predicate = !name.empty() && name.front() == 'P';
  if (!(data || predicate) || !to_number(name.substr(1), number) || number >= (data ? kMaxRegisters : kMaxPredicates)) {
    throw FormatError("found " + shown(name) + "; expected a register R0 to R255 or P0 to P63");
  }
  return data ? number : kMaxRegisters + number;
}

template <typename Each>
void each_of(std::string_view list, Each&& each) {
  for (;;) {
    const std::size_t comma = list.find(',');
    each(list.substr(0, comma));
    if (comma == list.npos) return;
    list.remove_prefix(comma + 1);
  }
}

std::vector<std::uint16_t> numbers(std::string_view list) {
  std::vector<std::uint16_t> found;
  each_of(list, [&found](std::string_view name) {
    const unsigned place = place_of(name);
    if (place >= kMaxRegisters) throw FormatError("found " + shown(name) + "; expected a register R0 to R255");
    found.push_back(static_cast<std::uint16_t>(place));
  });
  return found;
}

RegisterSet set_of(std::string_view list) {
  RegisterSet set;
  each_of(list, [&set](std::string_view name) {
    const unsigned place = place_of(name);
    place < kMaxRegisters ? set.add_register(place) : set.add_predicate(place - kMaxRegisters);
  });
  return set;
}

template <typename Enumeration, std::size_t count>
Enumeration one_of(const char* const (&names)[count], std::string_view word) {
  for (std::size_t i = 0; i < count; ++i)
    if (word == names[i]) return static_cast<Enumeration>(i);
  throw FormatError("found " + shown(word) + "; expected a name as 'unibank record' writes it");
}

CacheOperator usual_operator(MemoryOp operation) {
  return operation == MemoryOp::kStore ? CacheOperator::kWriteBack : CacheOperator::kAll;
}

std::uint8_t small(std::string_view word) {
  std::uint8_t value = 0;
  if (!to_number(word, value)) throw FormatError("found " + shown(word) + "; expected a number below 256");
  return value;
}

void set_pair(std::string_view word, std::uint8_t& reads, std::uint8_t& writes) {
  const std::size_t comma = word.find(',');
  if (comma == word.npos) throw FormatError("found " + shown(word) + "; expected reads,writes");
  reads = small(word.substr(0, comma));
  writes = small(word.substr(comma + 1));
}

std::uint32_t count_of(std::string_view word) {
  std::uint32_t value = 0;
  if (!to_number(word, value) || value > 1u << 20) {
    throw FormatError("found " + shown(word) + "; expected a number of products, at most 1048576");
  }
  return value;
}

void set_lines(std::string_view word, StaticInstruction& what) {
  const unsigned lines = small(word);
  if (lines != 8 && lines != 16 && lines != 32) {
    throw FormatError("found " + shown(word) + "; expected 8, 16 or 32 lines of matrices");
  }
  what.matrices = true;
  what.addressing = ~LaneMask{0} >> (kWarpSize - lines);
}

void set_field(std::string_view key, std::string_view value, StaticInstruction& what) {
  if (key == "unit") what.unit = one_of<Unit>(kUnits, value);
  else if (key == "kind") what.arithmetic = one_of<Arithmetic>(kArithmetic, value);
  else if (key == "space") what.space = one_of<Space>(kSpaces, value);
  else if (key == "op") what.memory = one_of<MemoryOp>(kOperations, value);
  else if (key == "bytes") what.bytes_per_lane = small(value);
  else if (key == "cache") what.cache = one_of<CacheOperator>(kCacheOperators, value);
  else if (key == "scope") what.scope = one_of<Scope>(kScopes, value);
  else if (key == "strong") what.strong = true;
  else if (key == "acquires") what.acquires = true;
  else if (key == "releases") what.releases = true;
  else if (key == "fence") what.fence = true;
  else if (key == "sequential") what.sequential = true;
  else if (key == "reads") what.sources = numbers(value);
  else if (key == "writes") what.results = numbers(value);
  else if (key == "dead") what.dead_after = numbers(value);
  else if (key == "waits") what.touches = set_of(value);
  else if (key == "busy") what.writes = set_of(value);
  else if (key == "strand") what.strand_touches = set_of(value);
  else if (key == "lrf") set_pair(value, what.lrf_reads, what.lrf_writes);
  else if (key == "orf") set_pair(value, what.orf_reads, what.orf_writes);
  else if (key == "values") what.result_registers = small(value);
  else if (key == "inside") what.strand_start = false;
  else if (key == "conditional") what.conditional = true;
  else if (key == "extended") what.extended = one_of<ExtendedRegisters>(kExtended, value);
  else if (key == "spill") what.spill = true;
  else if (key == "double") what.double_precision = true;
  else if (key == "products") what.tensor_products = count_of(value);
  else if (key == "lines") set_lines(value, what);
  else if (key == "relssp") what.release_scratchpad = true;
  else throw FormatError("found " + shown(key) + "; expected a field as 'unibank record' writes it");
}

// Checks the properties that the SM relies on.
void check(const StaticInstruction& what, unsigned registers) {
  constexpr std::size_t kMostSources = 32;  // bits of last_use
  const bool memory = what.unit == Unit::kMemory;
  if (memory != (what.space != Space::kNone && what.memory != MemoryOp::kNone)) {
    throw FormatError("found only one of memory operation and space; expected both for unit=memory, else neither");
  }
  const unsigned bytes = what.bytes_per_lane;
  if (memory && (bytes == 0 || bytes > 16 || (bytes & (bytes - 1)) != 0)) {
    throw FormatError("found bytes=" + std::to_string(bytes) + "; expected 1, 2, 4, 8 or 16");
  }
  if ((what.unit == Unit::kTensor) != (what.tensor_products != 0)) {
    throw FormatError("found only one of products and unit=tensor; expected both or neither");
  }
  if (what.matrices && (what.space != Space::kScratchpad || bytes != 16)) {
    throw FormatError("found lines= without space=scratchpad and bytes=16; expected matrices in the scratchpad");
  }
  if (what.sources.size() > kMostSources) throw FormatError("found more than 32 sources; expected at most 32");
  for (const auto* list : {&what.sources, &what.results, &what.dead_after})
    for (const std::uint16_t number : *list)
      if (number >= registers) {
        throw FormatError("found R" + std::to_string(number) + "; expected a register below R" +
                          std::to_string(registers) + ", from -nregs");
      }
}

StaticInstruction parse(std::string_view text, unsigned registers) {
  StaticInstruction what;
  bool cache = false;
  Words words(text);
  while (!words.at_end()) {
    constexpr std::string_view kText = "text=";
    if (words.left().substr(0, kText.size()) == kText) {
      what.text = words.left().substr(kText.size());
      break;
    }
    const std::string_view word = words.word("a field");
    const std::size_t equals = word.find('=');
    cache |= word.substr(0, equals) == "cache";
    set_field(word.substr(0, equals), equals == word.npos ? "" : word.substr(equals + 1), what);
  }
  check(what, registers);
  if (!cache) what.cache = usual_operator(what.memory);
  for (std::size_t i = 0; i < what.sources.size(); ++i)
    for (const std::uint16_t dead : what.dead_after) what.last_use |= std::uint32_t{dead == what.sources[i]} << i;
  return what;
}

// Calls `use` with the words before and after the '='; adds file and line to its exceptions.
template <typename Use>
void each_own_line(const KernelHeader& header, Use&& use) {
  for (const OwnLine& own : header.own) {
    try {
      const std::size_t equals = own.text.find(" = ");
      if (equals == own.text.npos) throw FormatError("found " + shown(own.text) + "; expected 'key = value'");
      use(std::string_view(own.text).substr(0, equals), std::string_view(own.text).substr(equals + 3));
    } catch (const FormatError& error) {
      throw InputError(header.file, own.line, "-unibank: " + std::string(error.what()));
    }
  }
}

constexpr std::string_view kInstruction = "instruction ";

void append_order(const StaticInstruction& what, std::string& line) {
  if (what.strong) line += " strong";
  if (what.fence) line += " fence";
  if (what.acquires) line += " acquires";
  if (what.releases) line += " releases";
  if (what.sequential) line += " sequential";
  if (what.scope != Scope::kThread) append("scope", kScopes[static_cast<unsigned>(what.scope)], line);
}

// Why a trace cannot contain an instruction; null: it can.
const char* reason_against(const StaticInstruction& what) {
  if (what.memory == MemoryOp::kCopy || what.copy_groups_left != kNoWait)
    return "has one address per lane, and a copy has two";
  if (what.arrives_after_copies || what.predicate_value) return "has no arrivals and waits of mbarriers";
  if (what.sleeps) return "does not say how long a warp sleeps";
  return nullptr;
}

}  // namespace

std::string hexadecimal_pc(std::uint32_t pc) {
  char text[16];
  std::snprintf(text, sizeof text, "%04x", pc);
  return text;
}

RecordHeader record_header(const KernelHeader& header) {
  RecordHeader record;
  each_own_line(header, [&record, &header](std::string_view key, std::string_view value) {
    if (key.substr(0, kInstruction.size()) == kInstruction) return;
    if (key == "record") {
      unsigned version = 0;
      if (!to_number(value, version) || version != kVersion) {
        throw FormatError("found record version " + shown(value) + "; expected " + std::to_string(kVersion) +
                          ": another version does not have everything of an instruction, so make the record again");
      }
      record.recorded = true;
    } else if (key == "local bytes") {
      if (!to_number(value, record.local_bytes) || record.local_bytes > (std::uint64_t{1} << 24)) {
        throw FormatError("found " + shown(value) + "; expected the bytes of a thread's local memory");
      }
    } else if (key == "base registers") {
      if (!to_number(value, record.base_registers) || record.base_registers >= header.registers) {
        throw FormatError("found " + shown(value) + "; expected registers that a thread always holds, fewer than " +
                          std::to_string(header.registers) + ", from -nregs");
      }
    } else if (key == "memory changed") {
      if (value != "1") throw FormatError("found " + shown(value) + "; expected 1, or no line");
      record.memory_changed = true;
    } else if (key == "compiled for") {
      record.compiled_for = value;
    } else {
      throw FormatError("found " + shown(key) +
                        "; expected record, local bytes, base registers, memory changed, compiled for or instruction");
    }
  });
  if (!header.own.empty() && !record.recorded) {
    throw InputError(header.file, header.own.front().line,
                     "found -unibank lines; expected '-unibank record = " + std::to_string(kVersion) + "' too");
  }
  return record;
}

std::map<std::uint32_t, StaticInstruction> recorded_instructions(const KernelHeader& header) {
  std::map<std::uint32_t, StaticInstruction> all;
  each_own_line(header, [&](std::string_view key, std::string_view value) {
    if (key.substr(0, kInstruction.size()) != kInstruction) return;
    std::uint32_t pc = 0;
    if (!to_number(key.substr(kInstruction.size()), pc, 16)) {
      throw FormatError("found " + shown(key) + "; expected the instruction's PC, hexadecimal");
    }
    StaticInstruction what = parse(value, header.registers);
    what.pc = pc / 16;
    if (!all.emplace(pc, std::move(what)).second) throw FormatError("found " + shown(key) + " again; expected it once");
  });
  return all;
}

std::string instruction_line(std::uint32_t pc, const StaticInstruction& what) {
  if (const char* const reason = reason_against(what))
    throw InputError("'" + what.text + "' cannot be recorded: a trace " + reason);
  std::string line = "-unibank " + std::string(kInstruction) + hexadecimal_pc(pc) + " =";
  append("unit", kUnits[static_cast<unsigned>(what.unit)], line);
  if (what.arithmetic != Arithmetic::kFloat)
    append("kind", kArithmetic[static_cast<unsigned>(what.arithmetic)], line);
  if (what.unit == Unit::kMemory) {
    append("space", kSpaces[static_cast<unsigned>(what.space)], line);
    append("op", kOperations[static_cast<unsigned>(what.memory)], line);
    append("bytes", std::to_string(what.bytes_per_lane), line);
    if (what.cache != usual_operator(what.memory))
      append("cache", kCacheOperators[static_cast<unsigned>(what.cache)], line);
  }
  append_order(what, line);
  append("reads", register_list(what.sources), line);
  append("writes", register_list(what.results), line);
  append("dead", register_list(what.dead_after), line);
  append("waits", register_list(what.touches), line);
  append("busy", register_list(what.writes), line);
  append("strand", register_list(what.strand_touches), line);
  append("lrf", pair_of(what.lrf_reads, what.lrf_writes), line);
  append("orf", pair_of(what.orf_reads, what.orf_writes), line);
  append("values", what.result_registers == 0 ? "" : std::to_string(what.result_registers), line);
  if (!what.strand_start) line += " inside";
  if (what.conditional) line += " conditional";
  if (what.extended != ExtendedRegisters::kNone)
    append("extended", kExtended[static_cast<unsigned>(what.extended)], line);
  if (what.spill) line += " spill";
  if (what.double_precision) line += " double";
  if (what.tensor_products != 0) append("products", std::to_string(what.tensor_products), line);
  if (what.matrices) append("lines", std::to_string(__builtin_popcount(what.addressing)), line);
  if (what.release_scratchpad) line += " relssp";
  append("text", what.text, line);
  return line;
}

}  // namespace unibank::trace
