// The parser accepts, and the executor has a handler for, what `unibank list instructions` lists: every opcode with all
// of its types and suffixes, in combinations.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "base/input_error.h"
#include "compiler/link.h"
#include "ptx/async_copy.h"
#include "ptx/instruction_table.h"
#include "ptx/matrix_forms.h"
#include "ptx/mbarrier.h"
#include "ptx/parser.h"
#include "ptx/suffix_table.h"
#include "simt/program.h"

using namespace unibank;
using namespace unibank::ptx;

namespace {

// One way to write an instruction.
struct ListedForm {
  std::set<std::string> suffixes;     // with their dots
  std::vector<std::string> types;
  std::string text;                   // with operands
};

Type type_at(const ListedForm& form, std::size_t n) {
  return n < form.types.size() ? find_type(form.types[n].substr(1)) : Type::kNone;
}

std::string register_of(unsigned bytes, unsigned n) {
  return (bytes == 0 ? "%p" : bytes <= 2 ? "%h" : bytes == 4 ? "%r" : "%d") + std::to_string(n);
}
std::string register_of(Type type, unsigned n) { return type == Type::kNone ? "%r1" : register_of(bytes_of(type), n); }

bool has_suffix(const ListedForm& form, const char* suffix) { return form.suffixes.count(suffix) != 0; }

unsigned vector_of(const ListedForm& form) { return has_suffix(form, ".v4") ? 4 : has_suffix(form, ".v2") ? 2 : 1; }

std::string vector_text(Type type, unsigned count) {
  std::string text;
  for (unsigned n = 0; n < count; ++n) text += (n == 0 ? "" : ", ") + register_of(type, n);
  return "{" + text + "}";
}

std::string coordinates(const ListedForm& form) {
  const std::map<std::string, unsigned> counts = {{".1d", 1}, {".2d", 2},  {".a1d", 2},  {".3d", 4},
                                                  {".a2d", 4}, {".cube", 4}, {".acube", 4}};
  for (const auto& [name, count] : counts)
    if (has_suffix(form, name.c_str())) return "[%d1, " + vector_text(Type::kB32, count) + "]";
  return "[%d1, {%r1}]";
}

// The two gradients of tex.grad.
std::string gradients(const ListedForm& form) {
  const bool plane = has_suffix(form, ".2d") || has_suffix(form, ".a2d");
  const unsigned count = has_suffix(form, ".1d") || has_suffix(form, ".a1d") ? 1 : plane ? 2 : 4;
  const std::string one = vector_text(Type::kB32, count);
  return one + ", " + (count == 1 ? "%r2" : one);
}

// An operand for one letter of the table row.
std::string operand(char letter, const ListedForm& form, bool result, unsigned n) {
  const Type first = type_at(form, 0), second = type_at(form, 1) == Type::kNone ? first : type_at(form, 1);
  switch (letter) {
    case 's': return has_suffix(form, ".grad") ? gradients(form) : register_of(second, n);
    case 'w': return register_of(bytes_of(first) * (has_suffix(form, ".wide") ? 2 : 1), n);
    case 'u': return register_of(4, n);
    case 'p': return register_of(0u, n);
    case 'm': return vector_of(form) > 1 ? vector_text(first, vector_of(form)) : register_of(first, n);
    case 'c': return register_of(result ? first : second, n);
    case 'g': return register_of(first == Type::kNone ? 8 : bytes_of(first), n);
    case 'a': return has_suffix(form, ".param") || has_suffix(form, ".param::func") ? "[argument]" : "[%d1]";
    case 'l': return "HERE";
    case 'j': return "TABLE";
    case 'd': return vector_text(first, vector_of(form));
    case 'x': return coordinates(form);
    case 'i': return "0x96";
    case 'q': return "[%d1]";
    case 'n': return "(result), function, (argument)";
    default: return register_of(first, n);
  }
}

// All subsets of the letters that may be omitted.
std::vector<std::string> selections(const std::string& letters) {
  std::vector<std::string> all{""};
  for (const char letter : letters) {
    const bool optional = letter >= 'A' && letter <= 'Z';
    const std::vector<std::string> without = all;
    for (std::string& one : all) one += optional ? static_cast<char>(letter - 'A' + 'a') : letter;
    if (optional) all.insert(all.end(), without.begin(), without.end());
  }
  return all;
}

// The operand lists of every length that the row allows.
std::vector<std::string> operands(const InstructionInfo& row, const ListedForm& form) {
  std::vector<std::string> all;
  for (const std::string& results : selections(row.results)) {
    for (const std::string& sources : selections(row.sources)) {
      std::string text;
      unsigned n = 0;
      for (const char letter : results) text += (text.empty() ? " " : "|") + operand(letter, form, true, n++);
      for (const char letter : sources) text += (text.empty() ? " " : ", ") + operand(letter, form, false, n++);
      all.push_back(text);
    }
  }
  return all;
}

using Names = std::vector<std::string>;
using Suffixes = std::set<std::string>;

bool stands_beside_others(std::uint32_t kind) {
  return kind == 0 || (kind & (kSuffixBarrier | kSuffixProxy | kSuffixHint | kSuffixEviction | kSuffixAligned |
                                kSuffixPrefetch)) != 0;
}

constexpr std::uint32_t kHints = kSuffixHint | kSuffixEviction;

// Does a set have a suffix for memory ordering, scope or cache operation?
bool orders(const InstructionInfo& row, const Suffixes& set) {
  return std::any_of(set.begin(), set.end(), [&row](const std::string& name) {
    return (find_suffix(row, name.substr(1))->kind & (kSuffixOrder | kSuffixScope | kSuffixCache)) != 0;
  });
}

// At most one suffix of each kind, in all combinations.
std::vector<Suffixes> single_suffixes(const InstructionInfo& row) {
  std::map<std::uint32_t, Names> kinds;
  for (const std::string& name : suffixes_of(row)) {
    const std::uint32_t kind = find_suffix(row, name.substr(1))->kind;
    if (!stands_beside_others(kind)) kinds[kind].push_back(name);
  }
  std::vector<Suffixes> all{{}};
  for (const auto& [kind, names] : kinds) {
    const std::vector<Suffixes> without = all;
    for (const std::string& name : names) {
      for (Suffixes set : without) {
        set.insert(name);
        all.push_back(std::move(set));
      }
    }
  }
  return all;
}

// Modifiers and similar suffixes: none, each alone, and pairs. Hints have no effect on the code, so each is tried alone
// only.
std::vector<Suffixes> further_suffixes(const InstructionInfo& row, bool pairs) {
  std::vector<Suffixes> all{{}};
  for (const std::string& name : suffixes_of(row)) {
    const std::uint32_t kind = find_suffix(row, name.substr(1))->kind;
    if (!stands_beside_others(kind)) continue;
    const std::size_t before = all.size();
    for (std::size_t i = 0; pairs && (kind & kHints) == 0 && i < before; ++i) {
      if (all[i].size() != 1 || (find_suffix(row, all[i].begin()->substr(1))->kind & kHints) != 0) continue;
      all.push_back(all[i]);
      all.back().insert(name);
    }
    all.push_back({name});
  }
  return all;
}

std::vector<Suffixes> suffix_sets(const InstructionInfo& row) {
  // An opcode with state spaces has many combinations. The further suffixes are then tried in the global space only;
  // pairs of them, and ordering suffixes, only without a vector.
  const bool spaces = (row.suffixes & kSuffixSpace) != 0;
  const std::vector<Suffixes> none{{}}, each = further_suffixes(row, false), pairs = further_suffixes(row, true);
  std::vector<Suffixes> all;
  for (const Suffixes& base : single_suffixes(row)) {
    const bool one_space = !spaces || base.count(".global") != 0;
    const bool vector = base.count(".v2") != 0 || base.count(".v4") != 0;
    if (spaces && (!one_space || vector) && orders(row, base)) continue;
    for (Suffixes set : !one_space ? none : spaces && vector ? each : pairs) {
      set.insert(base.begin(), base.end());
      all.push_back(set);
      if ((row.suffixes & kSuffixProxy) != 0 && set.insert(".proxy").second) all.push_back(std::move(set));
    }
  }
  return all;
}

std::vector<Names> type_lists(const InstructionInfo& row) {
  std::vector<Names> all;
  if (row.least_types == 0) all.push_back({});
  const Names first = names_of(row.types), second = names_of(row.types2);
  for (const std::string& one : first) {
    if (row.most_types < 2) all.push_back({one});
    for (const std::string& two : second) {
      if (row.most_types == 2) all.push_back({one, two});
      for (const std::string& three : second)
        if (row.most_types == 3) all.push_back({one, two, three});
    }
  }
  return all;
}

std::string fragment(unsigned count, bool wide, unsigned first) {
  std::string text;
  for (unsigned n = 0; n < count; ++n) text += (n == 0 ? "" : ", ") + register_of(wide ? 8 : 4, (first + n) % 9);
  return "{" + text + "}";
}

std::string matrix_operands(const MatrixForm& form) {
  const auto part = [&form](MatrixPart which) {
    return fragment(registers_of(form, which), bits_of(type_of(form, which)) == 64, static_cast<unsigned>(which));
  };
  switch (form.op) {
    case Op::kMma: return part(MatrixPart::kD) + "," + part(MatrixPart::kA) + "," + part(MatrixPart::kB) + "," +
                          part(MatrixPart::kC);
    case Op::kWmma: return form.store ? "[%d8], " + part(form.part) + ", %r1" : part(form.part) + ", [%d8], %r1";
    case Op::kStmatrix: return "[%r8], " + fragment(form.matrices, false, 0);
    case Op::kLdmatrix: return fragment(form.matrices, false, 0) + ", [%r8]";
    default: return "%r1, %r2";
  }
}

std::vector<ListedForm> matrix_forms_of(const std::string& name) {
  std::vector<ListedForm> all;
  for (const MatrixForm& form : matrix_forms())
    if (form.opcode.compare(0, name.size() + 1, name + ".") == 0)
      all.push_back({{}, {}, form.opcode + " " + matrix_operands(form)});
  return all;
}

std::vector<ListedForm> copies() {
  std::vector<ListedForm> all;
  for (const AsyncForm& form : async_forms()) {
    if (form.what == AsyncCopy::kWaitGroup) all.push_back({{}, {}, form.opcode + " 3"});
    else if (form.what == AsyncCopy::kCommit || form.what == AsyncCopy::kWaitAll) all.push_back({{}, {}, form.opcode});
    else if (form.what != AsyncCopy::kCopy) continue;
    else for (const char* const size : {"16", "16, %r1", "16, 7", "16, %p1", "16, !%p1"})
      all.push_back({{}, {}, form.opcode + " [%r2], [%d1], " + size});
    if (form.cache == CacheOp::kCa)
      for (const char* const size : {"4", "8"}) all.push_back({{}, {}, form.opcode + " [%r2], [%d1], " + size});
  }
  for (const AsyncForm& form : async_forms())
    if (form.what >= AsyncCopy::kArrive) all.push_back({{}, {}, form.opcode + " [%r2+8]"});
  return all;
}

std::vector<ListedForm> mbarriers() {
  std::vector<ListedForm> all;
  const auto add = [&all](const MbarrierForm& form, const char* operands) {
    all.push_back({{}, {}, form.opcode + operands});
  };
  for (const MbarrierForm& form : mbarrier_forms()) {
    switch (form.what) {
      case Mbarrier::kInit: case Mbarrier::kExpectTx: case Mbarrier::kCompleteTx:
        add(form, " [%d1], 7");
        add(form, " [%r1+8], %r2");
        break;
      case Mbarrier::kInval: add(form, " [%r1]"); break;
      case Mbarrier::kArrive: case Mbarrier::kDrop:
        add(form, " %d2, [%r1]");
        add(form, " _, [%d1+8]");
        [[fallthrough]];
      case Mbarrier::kArriveExpectTx: case Mbarrier::kArriveNoComplete: case Mbarrier::kDropExpectTx:
      case Mbarrier::kDropNoComplete:
        add(form, " %d2, [%r1], %r3");
        add(form, " _, [%d1], 3");
        break;
      case Mbarrier::kTest: add(form, " %p1, [%r1], %d2"); break;
      case Mbarrier::kTestParity: add(form, " %p1, [%d1], %r2"); break;
      case Mbarrier::kPendingCount: add(form, " %r1, %d2"); break;
    }
    const bool limited = form.opcode.compare(0, 13, "mbarrier.try_") == 0;
    if (limited) all.push_back({{}, {}, all.back().text + ", 1000"});
  }
  return all;
}

std::vector<ListedForm> forms_of(const std::string& name, const InstructionInfo& row) {
  if (is_matrix_op(row.op)) return matrix_forms_of(name);
  if (row.op == Op::kCp) return copies();
  if (row.op == Op::kMbarrier) return mbarriers();
  std::vector<ListedForm> all;
  const auto sets = suffix_sets(row);
  for (const auto& types : type_lists(row)) {
    for (const auto& suffixes : sets) {
      ListedForm form{suffixes, types, ""};
      std::string opcode = name;
      for (const std::string& suffix : suffixes) opcode += suffix;
      for (const std::string& type : types) opcode += type;
      for (const std::string& text : operands(row, form)) {
        form.text = opcode + text;
        all.push_back(form);
      }
    }
  }
  return all;
}

std::string kernel_text(std::size_t number, const ListedForm& form) {
  const bool table = form.text.find("TABLE") != std::string::npos;
  const bool argument = form.text.find("argument") != std::string::npos;
  const unsigned bytes = std::max(1u, bytes_of(type_at(form, 0)) * vector_of(form));
  std::string text = ".entry k" + std::to_string(number) +
                     "(){.reg .pred %p<9>;.reg .b16 %h<9>;.reg .b32 %r<9>;.reg .b64 %d<9>;\n";
  if (argument)
    text += ".param .align 16 .b8 argument[" + std::to_string(bytes) + "];.param .b32 result;\n";
  if (table) text += "TABLE: .branchtargets HERE;\n";
  return text + "HERE:" + form.text + ";ret;}\n";
}

// Gives every value its own registers: only the existence of a handler is tested.
void place_parameters(Kernel& kernel) {
  std::uint16_t number = 0;
  for (std::size_t i = 0; i < kernel.registers.size(); ++i) kernel.physical.push_back(number), number += 2;
  kernel.reconverge.assign(kernel.instructions.size(), static_cast<std::uint32_t>(kernel.instructions.size()));
}

// The executor's error for a form that the parser accepts; empty: it has a handler.
std::string executor_says(const Module& module, Kernel kernel) {
  try {
    const Instruction& i = kernel.instructions.front();
    if (is_call(i) || (is_store(i) && i.space == StateSpace::kParam)) {
      simt::decode(compiler::compile(module, kernel.name));
    } else {
      place_parameters(kernel);
      simt::decode(kernel);
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct FormOutcome {
  std::set<std::string> taken;  // types and suffixes of forms that run; "of .u32": as the second type
  std::vector<std::string> without_handler;
  std::size_t forms = 0, running = 0;
};

void note(const ListedForm& form, FormOutcome& outcome) {
  ++outcome.running;
  outcome.taken.insert(form.suffixes.begin(), form.suffixes.end());
  for (std::size_t n = 0; n < form.types.size(); ++n) outcome.taken.insert((n == 0 ? "" : "of ") + form.types[n]);
}

FormOutcome try_all(const std::string& name, const InstructionInfo& row) {
  constexpr std::size_t kAtOnce = 200;  // a refused kernel's message counts the lines before it
  const std::vector<ListedForm> forms = forms_of(name, row);
  FormOutcome outcome;
  outcome.forms = forms.size();
  for (std::size_t first = 0; first < forms.size(); first += kAtOnce) {
    const std::size_t last = std::min(forms.size(), first + kAtOnce);
    std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.entry runs() { ret; }\n"
                       ".func (.param .b32 r) function(.param .align 16 .b8 a[1]) { ret; }\n";
    for (std::size_t i = first; i < last; ++i) text += kernel_text(i, forms[i]);
    const Module module = parse(text, "forms.ptx");
    for (std::size_t i = first; i < last; ++i) {
      const Kernel& kernel = module.kernels.at("k" + std::to_string(i));
      if (!kernel.refused.empty()) continue;
      const std::string said = executor_says(module, kernel);
      if (said.empty()) note(forms[i], outcome);
      else outcome.without_handler.push_back(said);
    }
  }
  return outcome;
}

std::string some_of(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 5); ++i) text += all[i] + "\n";
  return text;
}

}  // namespace

// Parsing is also fuzzed under the sanitizers, where all forms take 14 seconds.
TEST_CASE("every listed type and suffix is in a form that parses, and every such form has a handler", "[release]") {
  std::map<Op, std::set<std::string>> taken;
  for (const std::string& name : supported_instructions()) {
    const InstructionInfo& row = *find_instruction(name);
    const FormOutcome outcome = try_all(name, row);
    INFO(name << ": " << outcome.running << " of " << outcome.forms << " forms run; without a handler: "
              << outcome.without_handler.size() << "\n" << some_of(outcome.without_handler));
    CHECK(outcome.running != 0);
    const bool whole = is_matrix_op(row.op) || row.op == Op::kCp || row.op == Op::kMbarrier;
    if (whole) CHECK(outcome.running == outcome.forms);
    CHECK(outcome.without_handler.empty());
    taken[row.op].insert(outcome.taken.begin(), outcome.taken.end());
  }
  // Spellings that share a row (membar, fence; ld, ldu) differ in their suffixes, so the union must cover the row.
  for (const auto& [op, forms] : taken) {
    const InstructionInfo& row = info(op);
    std::vector<std::string> listed = suffixes_of(row);
    for (const std::string& type : names_of(row.types)) listed.push_back(type);
    for (const std::string& type : names_of(row.types2)) listed.push_back("of " + type);
    for (const std::string& one : listed)
      if (forms.count(one) == 0) FAIL_CHECK(std::string(row.name) + " lists " + one + ", which no form takes");
  }
}
