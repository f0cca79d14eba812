#include "ptx/instruction_parser.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "ptx/instruction_check.h"
#include "ptx/matrix_forms.h"
#include "ptx/order_check.h"
#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

// The source from `begin` to `end`, blanks and line ends as one blank.
std::string one_line(const char* begin, const char* end) {
  std::string text;
  for (const char* c = begin; c != end; ++c) {
    const bool blank = std::isspace(static_cast<unsigned char>(*c));
    if (!blank) {
      text += *c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  return text;
}

// Insertions, deletions and replacements that turn one word into the other.
unsigned distance(std::string_view a, std::string_view b) {
  std::vector<unsigned> row(b.size() + 1);
  for (unsigned j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    unsigned diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const unsigned replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string unknown_opcode(std::string_view name) {
  const std::vector<std::string> known = supported_instructions();
  std::vector<std::string> near;
  const std::string_view start = name.substr(0, 20);
  for (const std::string& other : known)
    if (distance(start, other) * 3 <= std::max<std::size_t>(other.size(), 3)) near.push_back(other);
  if (near.empty()) return unknown_name("instruction", start, known);
  return "unknown instruction '" + std::string(start) + "'; near: " + joined(near, ", ");
}

// Kinds of suffix of which an opcode may have several.
constexpr std::uint32_t kRepeated =
    kSuffixHint | kSuffixEviction | kSuffixAligned | kSuffixPrefetch | kSuffixBarrier | kSuffixProxy;

}  // namespace

void InstructionParser::parse() {
  instruction_ = Instruction{};
  seen_ = 0;
  types_ = 0;
  const char* begin = cursor_.look().text.data();
  parse_guard();
  parse_opcode();
  if (is_matrix_op(row_->op)) return parse_matrix(begin);
  if (row_->op == Op::kCp) return parse_copy(begin);
  if (row_->op == Op::kMbarrier) return parse_mbarrier(begin);
  check_opcode(cursor_, opcode_, instruction_, seen_);
  if (is_memory(instruction_) || row_->op == Op::kMembar) {
    check_order(cursor_, opcode_, instruction_, seen_);
    complete_order(opcode_, instruction_);
  }
  if (row_->op == Op::kCall) {
    parse_call();
  } else {
    parse_results();
    parse_sources();
  }
  check_operands(cursor_, opcode_, instruction_);
  check_written_parameter();
  end_instruction(begin);
  builder_.add(std::move(instruction_));
}

void InstructionParser::end_instruction(const char* begin) {
  const Token& end = cursor_.expect(";", "after the operands of " + quoted(opcode_));
  instruction_.text = one_line(begin, end.text.data());
}

void InstructionParser::parse_guard() {
  opcode_ = cursor_.look();  // named in messages until the opcode is read
  if (!cursor_.accept("@")) return;
  const Token& token = cursor_.look();
  instruction_.guard = predicate(false);
  if (instruction_.guard.kind != Operand::Kind::kRegister)
    cursor_.fail(token, "found " + quoted(token) + " as a guard; expected a predicate register");
}

void InstructionParser::parse_opcode() {
  if (!cursor_.is_word() || !std::isalpha(static_cast<unsigned char>(cursor_.look().text.front())))
    cursor_.fail_expected("an instruction, a label, a directive or '}'");
  opcode_ = cursor_.take();
  instruction_.location = location_of(opcode_);
  std::string_view rest = opcode_.text;
  const std::string_view name = rest.substr(0, rest.find('.'));
  row_ = find_instruction(name);
  const std::string refused = refused_instruction(opcode_.text);
  if (!refused.empty())
    cursor_.fail(opcode_, "found " + refused + "; expected an instruction that 'unibank list instructions' names");
  if (!row_) cursor_.fail(opcode_, unknown_opcode(name));
  instruction_.opcode = static_cast<Opcode>(row_->op);
  if (is_matrix_op(row_->op)) return parse_matrix_opcode();
  if (row_->op == Op::kCp) return parse_copy_opcode();
  if (row_->op == Op::kMbarrier) return parse_mbarrier_opcode();
  rest.remove_prefix(name.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view suffix = rest.substr(0, rest.find('.'));
    take_suffix(opcode_, suffix);
    rest.remove_prefix(suffix.size());
  }
  if (types_ < row_->least_types)
    cursor_.fail(opcode_, quoted(opcode_) + " has " + std::to_string(types_) + " of " +
                              std::to_string(row_->least_types) + " types; expected one of " +
                              joined(names_of(types_ == 0 ? row_->types : row_->types2), ", ") + " next");
}

void InstructionParser::take_suffix(const Token& opcode, std::string_view name) {
  const Type type = find_type(name);
  if (type != Type::kNone) return take_type(opcode, type);
  const Suffix* suffix = find_suffix(*row_, name);
  if (!suffix) {
    std::vector<std::string> known = suffixes_of(*row_);
    for (const std::string& other : names_of(row_->types | row_->types2)) known.push_back(other);
    if (known.empty()) known.push_back("none");
    const std::string spelling(opcode.text.substr(0, opcode.text.find('.')));  // an opcode may have several
    cursor_.fail(opcode, unknown_name("suffix of '" + spelling + "'", "." + std::string(name.substr(0, 40)), known));
  }
  if (suffix->refused) {
    cursor_.fail(opcode, "found '." + std::string(name) + "' in " + quoted(opcode) + ", which " + suffix->refused +
                            "; that is not in this model; expected one of " + joined(suffixes_of(*row_), ", "));
  }
  const bool once = (suffix->kind & kRepeated) == 0;
  if (suffix->kind != 0 && once && (seen_ & suffix->kind))
    cursor_.fail(opcode, quoted(opcode) + " has a second suffix of one kind: '." + std::string(name) +
                             "'; expected one of " +
                             joined(suffixes_of(*row_, static_cast<SuffixKind>(suffix->kind)), ", "));
  seen_ |= suffix->kind;
  const auto value = static_cast<std::uint8_t>(suffix->value);
  switch (suffix->kind) {
    case 0: instruction_.modifiers |= suffix->value; break;
    case kSuffixHint: case kSuffixEviction: case kSuffixAligned: case kSuffixNoftz: case kSuffixPrefetch:
    case kSuffixDependency: case kSuffixIndex: break;
    case kSuffixOrder: instruction_.order = value; break;
    case kSuffixScope: instruction_.scope = value; break;
    case kSuffixCache: instruction_.cache = value; break;
    case kSuffixProxy: instruction_.variant |= value; break;
    case kSuffixRounding: instruction_.rounding = value; break;
    case kSuffixSpace: instruction_.space = static_cast<StateSpace>(value); break;
    case kSuffixVector: instruction_.vector = value; break;
    case kSuffixBoolean: instruction_.variant |= static_cast<std::uint8_t>(value << 5); break;
    case kSuffixComparison: case kSuffixGeometry: instruction_.variant |= value; break;
    case kSuffixOutside: case kSuffixChannel: instruction_.variant |= static_cast<std::uint8_t>(value << 3); break;
    case kSuffixFormat: instruction_.variant |= static_cast<std::uint8_t>(value << 5); break;
    case kSuffixAtomic: (row_->op == Op::kSured ? instruction_.operation : instruction_.variant) = value; break;
    default: instruction_.variant = std::max(instruction_.variant, value); break;
  }
}

void InstructionParser::take_type(const Token& opcode, Type type) {
  const TypeSet known = types_ == 0 ? row_->types : row_->types2;
  if (types_ == row_->most_types || !(known & type_bit(type)))
    cursor_.fail(opcode, quoted(opcode) + " does not take the type ." + name_of(type) + " here; expected " +
                             (types_ == row_->most_types ? "no more types"
                                                         : "one of " + joined(names_of(known), ", ")));
  (types_ == 0 ? instruction_.type : types_ == 1 ? instruction_.type2 : instruction_.type3) = type;
  ++types_;
}

void InstructionParser::parse_results() {
  const char* letters = row_->results;
  if (*letters == 0) return;
  // bar has a result only if it reduces.
  if (row_->op == Op::kBar && !is_barrier_reduction(instruction_)) return;
  instruction_.operands.push_back(operand(static_cast<char>(std::tolower(*letters)), true));
  if (letters[1] != 0 && cursor_.accept("|"))
    instruction_.operands.push_back(operand(static_cast<char>(std::tolower(letters[1])), true));
  if (row_->latency == LatencyClass::kTexture && cursor_.is("|"))
    cursor_.fail_expected("',': the residency of texels is not in this model");
  instruction_.destinations = static_cast<std::uint8_t>(instruction_.operands.size());
}

// An operand with a capital letter is omitted if the operands end. A barrier's thread count may also be omitted before
// the predicate of a reduction, bar.red.popc.u32 d, a, [b,] p, which only reductions have and which is the last
// operand.
bool InstructionParser::leaves_out(char letter) const {
  if (!std::isupper(static_cast<unsigned char>(letter))) return false;
  const bool end = instruction_.operands.empty() ? cursor_.is(";") : !cursor_.is(",");
  if (row_->op != Op::kBar) return end;
  const bool reduction = is_barrier_reduction(instruction_);
  if (letter == 'P') return !reduction;
  return end || (reduction && cursor_.look(2).text != ",");
}

void InstructionParser::parse_sources() {
  for (const char* letter = row_->sources; *letter != 0; ++letter) {
    if (leaves_out(*letter)) continue;
    if (!instruction_.operands.empty()) cursor_.expect(",", "and another operand of " + quoted(opcode_));
    if (*letter == 'x') {
      parse_texture();
      continue;
    }
    if (*letter == 'S' && has(instruction_, kGradient)) {
      instruction_.operands.push_back(gradient());
      cursor_.expect(",", "and the gradient in y");
      instruction_.operands.push_back(gradient());
      continue;
    }
    instruction_.operands.push_back(operand(static_cast<char>(std::tolower(*letter)), false));
  }
}

}  // namespace unibank::ptx
