#include "trace/operands.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr unsigned kVolta = 70, kFirstWithTwoImmediates = 6;  // binary version; tracer version

using Names = std::vector<RegisterName>;

// The immediates of an instruction without addresses, from version 5 on; 0: none. (A value beyond the type is not 0.)
std::array<std::int64_t, 2> immediates_of(const LineMiddle& middle) {
  std::array<std::int64_t, 2> found{};
  Words words(middle.rest);
  for (std::int64_t& value : found) {
    if (middle.memory_bytes != 0 || words.at_end()) break;
    if (!to_number(words.word(""), value)) value = -1;
  }
  return found;
}

bool is_64_bits(std::string_view opcode) {
  return has_part(opcode, "64") || has_part(opcode, "U64") || has_part(opcode, "S64");
}

// Type number `wanted` among the opcode's types has 64 bits.
bool wide_type(std::string_view left, unsigned wanted) {
  unsigned seen = 0;
  while (!left.empty()) {
    std::string_view part = left.substr(0, left.find('.'));
    left.remove_prefix(std::min(part.size() + 1, left.size()));
    if (begins(part, "BF")) part.remove_prefix(1);
    const bool type = part.size() >= 2 && (part[0] == 'F' || part[0] == 'S' || part[0] == 'U') && part[1] >= '1' &&
                      part[1] <= '9' && part.find_first_not_of("0123456789", 1) == part.npos;
    if (type && seen++ == wanted) return part.substr(1) == "64";
  }
  return false;
}

// A conversion's result or source has 64 bits. I2F and F2I may omit the type of 32 bits (F2I.F64 has a result of 32
// bits), FRND has one type for both, and the others have first the result's type and then the source's.
bool converts_wide(std::string_view name, std::string_view opcode, bool result) {
  if (name == "FRND") return has_part(opcode, "F64");
  if (name != "I2F" && name != "F2I") return wide_type(opcode, result ? 0 : 1);
  const bool is_float = result == (name == "I2F");
  return is_float ? has_part(opcode, "F64") : has_part(opcode, "S64") || has_part(opcode, "U64");
}

// Texture fetches return up to four components. From Volta on (before: TEXS, TLDS, TLD4S) the third and the fourth are
// in the first operand, which is RZ without them, and the others in the second.
bool splits_components(const Opcode& opcode, bool before_volta) {
  const bool fetches = opcode.unit == Unit::kTexture && !opcode.has(Opcode::kSurface);
  return fetches && (!before_volta || opcode.name.back() == 'S');
}

// The count of components from the mask, which is the last immediate; 0: not known. The mask of all components is not
// printed, and that of TEXS, TLDS and TLD4S is no number.
unsigned components_of(const Opcode& opcode, const LineMiddle& middle, const KernelHeader& header) {
  const std::int64_t mask = immediates_of(middle)[header.version >= kFirstWithTwoImmediates ? 1 : 0];
  if (opcode.name.back() == 'S' || mask < 0 || mask > 15) return 0;
  return static_cast<unsigned>(__builtin_popcountll(static_cast<std::uint64_t>(mask)));
}

class Widths {
 public:
  Widths(const Opcode& opcode, const LineMiddle& middle, const KernelHeader& header, unsigned bytes,
         const MatrixProduct& product)
      : opcode_(opcode),
        text_(middle.opcode),
        data_(opcode.has(Opcode::kMatrix) ? matrices_of(middle.opcode) : (bytes + 3) / 4),
        factors_(immediates_of(middle)[0] != 0 ? 1 : 2),
        before_volta_(header.binary_version < kVolta),
        product_(product) {}

  unsigned result() const {
    if (opcode_.memory != MemoryOp::kNone) return data_;
    if (opcode_.unit == Unit::kTensor) return product_.c;
    if (opcode_.has(Opcode::kConverts)) return converts_wide(opcode_.name, text_, true) ? 2 : 1;
    if (opcode_.name == "CS2R") return before_volta_ || has_part(text_, "32") ? 1 : 2;
    if (opcode_.name == "DSET" || opcode_.name == "MATCH") return 1;
    if (opcode_.has(Opcode::kAddress)) return before_volta_ ? 1 : 2;
    if (opcode_.has(Opcode::kSurface)) return surface_data();
    const bool wide = opcode_.has(Opcode::kWideResult) && has_part(text_, "WIDE");
    return wide || all_wide() ? 2 : 1;
  }
  // Operand `index` of the sources, of which there are `count`.
  unsigned source(unsigned index, std::size_t count) const {
    if (opcode_.memory != MemoryOp::kNone) return source_of_access(index, count);
    if (opcode_.unit == Unit::kTensor) return product_.source(index);
    if (opcode_.has(Opcode::kConverts)) return converts_wide(opcode_.name, text_, false) ? 2 : 1;
    if (opcode_.has(Opcode::kAddress)) return before_volta_ || index != 0 ? 1 : 2;
    if (opcode_.has(Opcode::kSurface)) return index == 1 && opcode_.name != "SULD" ? surface_data() : 1;
    if (all_wide()) return 2;
    const bool wide_addend = has_part(text_, "WIDE") || has_part(text_, "HI");
    return opcode_.has(Opcode::kWideResult) && wide_addend && index >= factors_ ? 2 : 1;
  }

 private:
  // After the coordinates, of which a line does not show how many there are.
  unsigned surface_data() const { return has_part(text_, "128") ? 4 : is_64_bits(text_) ? 2 : 1; }
  bool all_wide() const {
    if (opcode_.has(Opcode::k64)) return is_64_bits(text_);
    return opcode_.has(Opcode::kDouble) || opcode_.has(Opcode::kPairs);
  }

  // Before Volta, a compare-and-swap has the value to compare with and the new value in consecutive registers.
  unsigned source_of_access(unsigned index, std::size_t count) const {
    const unsigned address = opcode_.name == "LDGSTS" ? 1 : 0;  // LDGSTS: after the scratchpad's address
    if (index == address) return has_part(text_, "E") ? 2 : 1;
    if (opcode_.memory == MemoryOp::kLoad || opcode_.memory == MemoryOp::kCopy) return 1;
    return before_volta_ && count == 2 && has_part(text_, "CAS") ? 2 * data_ : data_;
  }

  const Opcode& opcode_;
  const std::string& text_;
  // Registers of a memory instruction's data; registers that IMAD.WIDE multiplies. From version 5 on, the line ends
  // with the immediate, which is not 0 when it is a factor. Earlier versions do not show whether the second register of
  // two is a factor or the addend: it counts as a factor.
  unsigned data_, factors_;
  bool before_volta_;
  const MatrixProduct& product_;
};

// Moves the registers that the tracer takes for results or sources to where they belong.
void arrange(const Opcode& opcode, const LineMiddle& middle, const KernelHeader& header, Names& results,
             Names& sources) {
  if (opcode.has(Opcode::kReadsFirst)) {
    sources.insert(sources.begin(), results.begin(), results.end());
    results.clear();
    return;
  }
  const bool behind_predicate = result_after_predicate(middle.opcode) &&
                                std::all_of(results.begin(), results.end(), [](const RegisterName& name) {
                                  return name.file == RegisterName::File::kPredicate;
                                });
  const bool second_of_two = splits_components(opcode, header.binary_version < kVolta) && results.size() == 1;
  if (sources.empty() || !(behind_predicate || second_of_two)) return;
  results.push_back(sources.front());
  sources.erase(sources.begin());
}

// The registers of a texture fetch's results. If a trace does not show how many there are, an operand beside RZ counts
// as one register, and each of two operands as two.
void set_components(const Opcode& opcode, const LineMiddle& middle, const KernelHeader& header,
                    std::vector<Operand>& results) {
  const unsigned count = components_of(opcode, middle, header);
  if (results.size() == 1) results[0].registers = std::max(1u, count);
  if (results.size() != 2) return;
  const bool one = results[0].first.reads_as_zero();
  results[0].registers = count > 2 ? count - 2 : 2;
  results[1].registers = count == 0 ? (one ? 1 : 2) : std::min(count, 2u);
}

}  // namespace

Operands operands_of(const Opcode& opcode, const LineMiddle& middle, const KernelHeader& header, unsigned bytes,
                     const MatrixProduct& product) {
  Names results = middle.results, sources = middle.sources;
  arrange(opcode, middle, header, results, sources);
  const Widths widths(opcode, middle, header, bytes, product);
  Operands found;
  for (const RegisterName& name : results) found.results.push_back({name, widths.result()});
  for (unsigned i = 0; i < sources.size(); ++i)
    found.sources.push_back({sources[i], widths.source(i, sources.size())});
  if (opcode.unit == Unit::kTexture && !opcode.has(Opcode::kSurface))
    set_components(opcode, middle, header, found.results);
  return found;
}

}  // namespace unibank::trace
