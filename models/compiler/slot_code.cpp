#include "compiler/slot_code.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "compiler/make_instruction.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"
#include "ptx/suffix_table.h"
#include "ptx/variables.h"

namespace unibank::compiler {
namespace {

using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::Type;

std::uint32_t add_register(ptx::Kernel& kernel, const std::string& name, unsigned physical,
                           ptx::Register::Part part = ptx::Register::Part::kWhole) {
  kernel.registers.push_back({name, Type::kB32, part});
  kernel.physical.push_back(static_cast<std::uint16_t>(physical));
  return static_cast<std::uint32_t>(kernel.registers.size() - 1);
}

Instruction made(Op op, ptx::Origin origin, Type type, std::vector<Operand> operands, unsigned destinations,
                 const ptx::Location& location) {
  Instruction instruction;
  instruction.opcode = static_cast<ptx::Opcode>(op);
  instruction.origin = origin;
  instruction.type = type;
  instruction.operands = std::move(operands);
  instruction.destinations = static_cast<std::uint8_t>(destinations);
  instruction.location = location;
  instruction.text = std::string(ptx::info(op).name) + "." + ptx::name_of(type);
  return instruction;
}

class SlotRewriter {
 public:
  SlotRewriter(ptx::Kernel& body, const SlotBody& of, const SlotPlan::Body& plan, const SlotLayout& layout,
           ptx::SlotReport& report)
      : body_(body), of_(of), plan_(plan), layout_(layout), report_(report) {}

  void run() {
    for (std::size_t c = 0; c < of_.calls.size(); ++c) calls_[of_.calls[c].pc] = &plan_.shifts[c];
    pack_local_memory();
    body_.allocation.spill_loads = body_.allocation.spill_stores = 0;
    replace_instructions(body_, {}, [this](Instruction i, std::uint32_t pc, Instructions& out) {
      const auto call = calls_.find(pc);
      if (call != calls_.end()) return shift(std::move(i), *call->second, out);
      const std::uint32_t variable = of_.spills.accessed[pc];
      if (variable == kNoVariable) return out.push_back(std::move(i));
      const std::vector<unsigned>& places = plan_.places[variable];
      const bool local = places.empty(), load = ptx::is_load(i);
      unsigned& count = local ? (load ? body_.allocation.spill_loads : body_.allocation.spill_stores)
                              : (load ? report_.loads : report_.stores);
      count += std::max<unsigned>(1, static_cast<unsigned>(places.size()));
      if (local) spill_address(i).bits = local_.at(spill_address(i).bits);
      if (places.size() == 2) return access_halves(i, places, out);
      if (!local) access(i, places[0]);
      out.push_back(std::move(i));
    });
  }

 private:
  // The new location of each used place in local memory. Places of 64-bit values come first.
  void pack_local_memory() {
    std::map<std::uint64_t, unsigned> bytes;
    std::int32_t symbol = -1;
    for (std::size_t pc = 0; pc < body_.instructions.size(); ++pc) {
      const std::uint32_t variable = of_.spills.accessed[pc];
      if (variable == kNoVariable) continue;
      const Instruction& i = body_.instructions[pc];
      symbol = spill_address(i).symbol;
      if (plan_.places[variable].empty()) bytes[spill_address(i).bits] = ptx::bytes_of(i.type);
    }
    if (symbol < 0) return;
    ptx::Variable& area = body_.symbols[static_cast<std::size_t>(symbol)];
    area.bytes = 0;
    for (const auto& [place, size] : bytes) {
      local_[place] = area.bytes;
      area.bytes += size;
    }
    body_.local_bytes = area.offset + area.bytes;
    body_.allocation.spill_bytes = area.bytes;
  }

  Operand slot_address(unsigned slot) {
    if (pointer_ < 0) pointer_ = static_cast<std::int32_t>(add_register(body_, "%slots", layout_.pointer));
    return local_address(-1, pointer_, slot * layout_.row_bytes());
  }

  void access(Instruction& i, unsigned slot) {
    spill_address(i) = slot_address(slot);
    i.space = ptx::StateSpace::kShared;
    i.text = std::string(ptx::info(i).name) + ".shared." + ptx::name_of(i.type) + " slot " + std::to_string(slot);
  }

  void access_halves(const Instruction& i, const std::vector<unsigned>& places, Instructions& out) {
    Instruction half = i;
    half.type = Type::kB32;
    const std::size_t data = ptx::is_load(i) ? 0 : 1;
    const auto wide = static_cast<std::uint32_t>(i.operands[data].index);
    const auto [known, is_new] = halves_.try_emplace(wide);
    if (is_new) {
      const unsigned first = body_.physical[wide];
      const std::string name = body_.registers[wide].name;
      known->second[0] = add_register(body_, name + ".low", first, ptx::Register::Part::kLow);
      known->second[1] = add_register(body_, name + ".high", first + 1, ptx::Register::Part::kHigh);
    }
    for (unsigned part = 0; part < 2; ++part) {
      half.operands[data] = register_operand(known->second[part]);
      access(half, places[part]);
      out.push_back(half);
    }
  }

  void shift(Instruction call, const SlotShift& shift, Instructions& out) {
    const ptx::Location at = call.location;
    for (const SlotMove& one : shift.moves) move(one.from, one.to, at, out);
    advance(Op::kAdd, shift.advance, at, out);
    out.push_back(std::move(call));
    advance(Op::kSub, shift.advance, at, out);
    for (auto one = shift.moves.rbegin(); one != shift.moves.rend(); ++one) move(one->to, one->from, at, out);
    report_.moves += static_cast<unsigned>(shift.moves.size());
  }

  void move(unsigned from, unsigned to, const ptx::Location& at, Instructions& out) {
    if (mover_ < 0) mover_ = static_cast<std::int32_t>(add_register(body_, "%moved", layout_.mover));
    const Operand held = register_operand(static_cast<std::uint32_t>(mover_));
    Instruction load = made(Op::kLd, ptx::Origin::kSlotMove, Type::kB32, {held, {}}, 1, at);
    Instruction store = made(Op::kSt, ptx::Origin::kSlotMove, Type::kB32, {{}, held}, 0, at);
    access(load, from);
    access(store, to);
    out.push_back(std::move(load));
    out.push_back(std::move(store));
  }

  void advance(Op op, unsigned slots, const ptx::Location& at, Instructions& out) {
    if (slots == 0) return;
    Operand pointer = slot_address(0);
    pointer.kind = Operand::Kind::kRegister;
    out.push_back(made(op, ptx::Origin::kSlotPointer, Type::kU32,
                       {pointer, pointer, immediate_operand(slots * layout_.row_bytes())}, 1, at));
    ++report_.pointer_changes;
  }

  ptx::Kernel& body_;
  const SlotBody& of_;
  const SlotPlan::Body& plan_;
  const SlotLayout& layout_;
  ptx::SlotReport& report_;
  std::map<std::uint32_t, const SlotShift*> calls_;       // by instruction
  std::map<std::uint64_t, std::uint64_t> local_;          // places in local memory: old, new
  std::map<std::uint32_t, std::uint32_t[2]> halves_;      // the 32-bit halves of 64-bit registers
  std::int32_t pointer_ = -1, mover_ = -1;                // virtual registers
};

// %tid as one number, times 4, plus the beginning of the slots.
Instructions set_pointer(ptx::Kernel& entry, std::int32_t area, const SlotLayout& layout) {
  const Operand pointer = register_operand(add_register(entry, "%slots", layout.pointer));
  const Operand other = register_operand(add_register(entry, "%beside", 0));  // no register is live yet
  Instructions out;
  const auto add = [&](Op op, std::vector<Operand> operands) {
    out.push_back(made(op, ptx::Origin::kSlotPointer, Type::kU32, std::move(operands), 1, {}));
  };
  const auto times_plus_other = [&](std::uint64_t factor) {
    add(Op::kMad, {pointer, pointer, immediate_operand(factor), other});
    out.back().modifiers = ptx::kLo;
    out.back().text = "mad.lo.u32";
  };
  const auto read = [&](const Operand& into, ptx::Special special, const char* name) {
    Operand tid;
    tid.kind = Operand::Kind::kSpecial;
    tid.index = static_cast<std::int32_t>(special);
    add(Op::kMov, {into, tid});
    out.back().text = std::string("mov.u32 ") + name;
  };
  const bool deep = layout.block.z > 1, flat = layout.block.y == 1 && !deep;
  if (deep) {
    read(pointer, ptx::Special::kTidZ, "%tid.z");
    read(other, ptx::Special::kTidY, "%tid.y");
    times_plus_other(layout.block.y);
  } else if (!flat) {
    read(pointer, ptx::Special::kTidY, "%tid.y");
  }
  read(flat ? pointer : other, ptx::Special::kTidX, "%tid.x");
  if (!flat) times_plus_other(layout.block.x);
  Operand begin;
  begin.kind = Operand::Kind::kSymbol;
  begin.symbol = area;
  add(Op::kMov, {other, begin});
  times_plus_other(4);
  return out;
}

}  // namespace

void insert_slot_code(ptx::Kernel& body, const SlotBody& of, const SlotPlan::Body& plan, const SlotLayout& layout,
                      ptx::SlotReport& report) {
  SlotRewriter(body, of, plan, layout, report).run();
}

void add_slot_area(ptx::Kernel& entry, unsigned slots, const SlotLayout& layout, ptx::SlotReport& report) {
  ptx::Variable area;
  area.name = kSlotArea;
  area.space = ptx::StateSpace::kShared;
  area.array = true;
  area.align = 4;
  area.bytes = slots * layout.row_bytes();
  area.offset = ptx::round_up(entry.scratchpad_bytes, area.align);
  const std::uint64_t own_bytes = entry.scratchpad_bytes;
  entry.scratchpad_bytes = area.offset + area.bytes;
  entry.symbols.push_back(std::move(area));
  std::uint64_t align = 1;
  for (const ptx::Variable& variable : entry.symbols)
    if (variable.space == ptx::StateSpace::kShared && variable.bytes == 0)
      align = std::max<std::uint64_t>(align, variable.align);
  if (align > 16) entry.scratchpad_bytes = ptx::round_up(entry.scratchpad_bytes, align);
  for (ptx::Variable& variable : entry.symbols)
    if (variable.space == ptx::StateSpace::kShared && variable.bytes == 0)
      variable.offset = ptx::round_up(entry.scratchpad_bytes, 16);
  report.scratchpad_bytes = entry.scratchpad_bytes - own_bytes;
  Instructions before = set_pointer(entry, static_cast<std::int32_t>(entry.symbols.size() - 1), layout);
  report.pointer_changes += static_cast<unsigned>(before.size());
  replace_instructions(entry, std::move(before), [](Instruction i, std::uint32_t, Instructions& out) {
    out.push_back(std::move(i));
  });
}

}  // namespace unibank::compiler
