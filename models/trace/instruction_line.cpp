#include "trace/instruction_line.h"

#include <iterator>

namespace unibank::trace {
namespace {

constexpr unsigned kMostListed = 8;  // registers of a kind in one line; the tracer collects 5 at most

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// Hopper's bulk copies have special fields in version 6.
bool is_bulk_copy(std::string_view opcode) {
  for (const char* name : {"UTMALDG", "UTMASTG", "UTMAPF", "UTMAREDG", "UBLKCP", "UBLKPF", "UBLKRED"})
    if (contains(opcode, name)) return true;
  return false;
}

RegisterName register_name(std::string_view word, unsigned version) {
  using File = RegisterName::File;
  const struct {
    std::string_view prefix;
    File file;
    unsigned end;
  } kFiles[] = {{"UR", File::kUniform, 64}, {"UP", File::kUniformPredicate, 8}, {"R", File::kVector, 256},
                {"P", File::kPredicate, 8}};
  for (const auto& known : kFiles) {
    if (word.substr(0, known.prefix.size()) != known.prefix) continue;
    if (version < 6 && known.file != File::kVector) break;
    unsigned number = 0;
    if (to_number(word.substr(known.prefix.size()), number) && number < known.end) {
      return {known.file, static_cast<std::uint16_t>(number)};
    }
    break;
  }
  throw FormatError("found " + shown(word) + "; expected a register" +
                    (version < 6 ? ", R0 to R255" : ": R0 to R255, UR0 to UR63, P0 to P7 or UP0 to UP7"));
}

std::vector<RegisterName> registers(Words& words, const char* what, unsigned version) {
  const auto count = words.number<unsigned>(what);
  if (count > kMostListed) {
    throw FormatError("found " + std::to_string(count) + " registers; expected at most " +
                      std::to_string(kMostListed));
  }
  std::vector<RegisterName> found;
  for (unsigned i = 0; i < count; ++i) found.push_back(register_name(words.word("a register"), version));
  return found;
}

bool is_opcode(std::string_view word) {
  if (word.front() < 'A' || word.front() > 'Z') return false;
  for (const char c : word)
    if (c <= ' ' || c > '~') return false;
  return true;
}

template <typename Each>
void each_lane(LaneMask lanes, Each&& each) {
  for (; lanes != 0; lanes &= lanes - 1) each(static_cast<unsigned>(__builtin_ctz(lanes)));
}

constexpr const char* kAddress = "a hexadecimal address";

void read_base_and_stride(Words& words, LaneMask active, LineTail& tail) {
  std::uint64_t address = words.number<std::uint64_t>(kAddress, 16);
  const auto stride = words.number<std::int64_t>("a stride");
  if (active == 0) return;
  if (!one_run(active)) {
    throw FormatError("found a base and a stride for lanes with gaps between them; expected one run of lanes");
  }
  each_lane(active, [&](unsigned lane) {
    tail.address[lane] = address;
    address += static_cast<std::uint64_t>(stride);
  });
}

void read_base_and_differences(Words& words, LaneMask active, LineTail& tail) {
  std::uint64_t address = words.number<std::uint64_t>(kAddress, 16);
  bool first = true;
  each_lane(active, [&](unsigned lane) {
    if (!first) address += static_cast<std::uint64_t>(words.number<std::int64_t>("a difference of addresses"));
    first = false;
    tail.address[lane] = address;
  });
}

void read_addresses(Words& words, LaneMask active, LineTail& tail) {
  switch (const auto mode = words.number<unsigned>("an address mode")) {
    case 0:
      return each_lane(active, [&](unsigned lane) { tail.address[lane] = words.number<std::uint64_t>(kAddress, 16); });
    case 1: return read_base_and_stride(words, active, tail);
    case 2: return read_base_and_differences(words, active, tail);
    default: throw FormatError("found address mode " + std::to_string(mode) + "; expected 0, 1 or 2");
  }
}

// A bulk copy does not belong to the warp's lanes: its fields are checked and ignored.
void skip_bulk_copy(Words& words) {
  words.number<std::uint64_t>("the address of a barrier", 16);
  if (words.number<unsigned>("0 or 1: multicast") != 0) words.number<std::uint64_t>("a mask of blocks", 16);
  words.number<std::uint64_t>("a count of bytes");
  words.number<std::uint64_t>("a count of bytes outside");
  const auto mode = words.number<unsigned>("an address mode");
  if (mode != 3 && mode != 4) {
    throw FormatError("found address mode " + std::to_string(mode) + " of a bulk copy; expected 3 or 4");
  }
  const std::uint64_t base = mode == 4 ? words.number<std::uint64_t>(kAddress, 16) : 0;
  (void)base;
  const auto count = words.number<std::uint64_t>("a count of addresses");
  for (std::uint64_t i = mode == 4 ? 1 : 0; i < count; ++i) {
    if (mode == 3) words.number<std::uint64_t>(kAddress, 16);
    else words.number<std::int64_t>("a difference of addresses");
  }
}

std::uint64_t immediate(Words& words) {
  const std::string_view word = words.word("an immediate");
  std::uint64_t value = 0;
  std::int64_t negative = 0;
  if (to_number(word, value)) return value;
  if (to_number(word, negative)) return static_cast<std::uint64_t>(negative);
  throw FormatError("found " + shown(word) + "; expected an immediate");
}

// Reads the registers' values: of each register a count, 1 (the lanes have the same value) or 32, and the values.
void read_values(Words& words, LaneMask active, LineTail& tail) {
  constexpr std::uint64_t kOfEachLane = 0x32;  // 32 is a decimal number among hexadecimal ones
  const unsigned first = active == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(active));
  for (bool known = true; !words.at_end();) {
    const auto count = words.number<std::uint64_t>("a hexadecimal value", 16);
    known = known && (count == 1 || count == kOfEachLane);
    const unsigned values = !known ? 0 : count == 1 ? 1 : kWarpSize, wanted = values == 1 ? 0 : first;
    for (unsigned i = 0; i < values && !words.at_end(); ++i) {
      const auto value = words.number<std::uint64_t>("a hexadecimal value", 16);
      if (i == wanted && tail.values < std::size(tail.value)) tail.value[tail.values++] = value;
    }
  }
}

// Reads two immediates and the registers' values.
void read_end_of_version_6(Words& words, LaneMask active, LineTail& tail) {
  for (std::uint64_t& value : tail.immediate) value = immediate(words);
  tail.immediates = 2;
  const std::string_view word = words.word("Val or NoVal");
  if (word == "NoVal") return;
  if (word != "Val") throw FormatError("found " + shown(word) + "; expected Val or NoVal");
  read_values(words, active, tail);
}

}  // namespace

bool one_run(LaneMask active) {
  const LaneMask from_first = active >> __builtin_ctz(active);
  return (from_first & (from_first + 1)) == 0;
}

LineHead read_head(std::string_view line, bool line_info) {
  Words words(line);
  if (line_info) words.number<std::uint32_t>("the number of a source line");
  LineHead head;
  head.pc = words.number<std::uint32_t>("a hexadecimal PC", 16);
  head.active = words.number<LaneMask>("a hexadecimal mask of lanes", 16);
  words.at_end();
  head.rest = words.left();
  return head;
}

LineMiddle read_middle(std::string_view rest, unsigned version) {
  Words words(rest);
  LineMiddle middle;
  middle.results = registers(words, "a count of result registers", version);
  const std::string_view opcode = words.word("an opcode");
  if (!is_opcode(opcode)) throw FormatError("found " + shown(opcode) + "; expected an opcode");
  middle.opcode = opcode;
  middle.sources = registers(words, "a count of source registers", version);
  if (version >= 6 && contains(opcode, "GMMA")) words.number<unsigned>("a commit group");
  middle.memory_bytes = words.number<unsigned>("the bytes of a memory access, or 0");
  middle.rest = words.left();
  middle.text = rest.substr(0, rest.size() - middle.rest.size());
  return middle;
}

LineTail read_tail(std::string_view rest, unsigned version, const std::string& opcode, bool memory, LaneMask active) {
  Words words(rest);
  LineTail tail;
  if (version >= 6 && is_bulk_copy(opcode)) skip_bulk_copy(words);
  else if (memory) read_addresses(words, active, tail);
  if (version >= 6) {
    read_end_of_version_6(words, active, tail);
  } else if (version == 5) {
    tail.immediate[0] = immediate(words);
    tail.immediates = 1;
  }
  if (!words.at_end()) throw FormatError("found " + shown(words.left()) + "; expected the end of the line");
  return tail;
}

}  // namespace unibank::trace
