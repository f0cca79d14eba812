#include "ptx/async_copy.h"

#include <algorithm>

#include "ptx/instruction_parser.h"
#include "ptx/mbarrier.h"
#include "ptx/whole_opcode.h"

namespace unibank::ptx {

const std::vector<AsyncForm>& async_forms() {
  static const std::vector<AsyncForm> forms = [] {
    std::vector<AsyncForm> all{{"cp.async.commit_group", AsyncCopy::kCommit, CacheOp::kNone},
                               {"cp.async.wait_group", AsyncCopy::kWaitGroup, CacheOp::kNone},
                               {"cp.async.wait_all", AsyncCopy::kWaitAll, CacheOp::kNone}};
    for (const auto& [name, cache] : {std::pair(".ca", CacheOp::kCa), std::pair(".cg", CacheOp::kCg)})
      for (const char* const space : {".shared", ".shared::cta"})
        for (const char* const ahead : {"", ".L2::64B", ".L2::128B", ".L2::256B"})  // a prefetch size of L2: a hint
          all.push_back({std::string("cp.async") + name + space + ".global" + ahead, AsyncCopy::kCopy, cache});
    for (const auto& [name, what] : {std::pair("", AsyncCopy::kArrive), std::pair(".noinc", AsyncCopy::kArriveNoInc)})
      for (const auto& [space, named] : mbarrier_spaces())
        all.push_back({std::string("cp.async.mbarrier.arrive") + name + space + ".b64", what, CacheOp::kNone, named});
    return all;
  }();
  return forms;
}

void InstructionParser::parse_copy_opcode() {
  const auto& forms = async_forms();
  const auto form =
      std::find_if(forms.begin(), forms.end(), [this](const AsyncForm& one) { return one.opcode == opcode_.text; });
  if (form == forms.end()) fail_mbarrier(unknown_whole_opcode(opcode_.text, forms));
  instruction_.variant = static_cast<std::uint8_t>(form->what);
  instruction_.cache = static_cast<std::uint8_t>(form->cache);
  if (form->what == AsyncCopy::kCopy) instruction_.type = Type::kB8;
  if (!is_arrival(instruction_)) return;
  instruction_.type = Type::kB64;
  instruction_.space = form->space;
}

// [scratchpad], [memory], bytes{, bytes read | a predicate that disables the read}; [mbarrier] of an arrival
void InstructionParser::parse_copy(const char* begin) {
  constexpr std::uint64_t kMostGroups = 1 << 20;
  auto& operands = instruction_.operands;
  const auto next = [this] { cursor_.expect(",", "and another operand of " + quoted(opcode_)); };
  if (is_copy(instruction_)) {
    instruction_.space = StateSpace::kShared;
    operands.push_back(address());
    next();
    instruction_.space = StateSpace::kGlobal;
    operands.push_back(address());
    next();
    const Token size = cursor_.look();
    instruction_.vector = static_cast<std::uint8_t>(cursor_.expect_integer("the bytes of a copy", 4, 16));
    const bool small = static_cast<CacheOp>(instruction_.cache) == CacheOp::kCa;
    if (instruction_.vector != 16 && !(small && (instruction_.vector == 4 || instruction_.vector == 8)))
      cursor_.fail(size, "found a copy of " + quoted(size) + " bytes; expected " + (small ? "4, 8 or 16" : "16"));
    if (cursor_.accept(",")) {
      const int index = cursor_.is_word() ? builder_.find_register(cursor_.look()) : -1;
      const bool ignores = index >= 0 && builder_.reg(index).type == Type::kPred;
      operands.push_back(ignores || cursor_.is("!") ? predicate(false) : value(Type::kU32, false, false));
    }
  } else if (static_cast<AsyncCopy>(instruction_.variant) == AsyncCopy::kWaitGroup) {
    Operand groups;
    groups.kind = Operand::Kind::kImmediate;
    groups.bits = cursor_.expect_integer("a number of groups", 0, kMostGroups);
    operands.push_back(groups);
  } else if (is_arrival(instruction_)) {
    operands.push_back(address());
  }
  end_instruction(begin);
  builder_.add(std::move(instruction_));
}

}  // namespace unibank::ptx
