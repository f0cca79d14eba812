#include "compiler/spill_home.h"

#include <algorithm>

#include "compiler/make_instruction.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

struct Slot {
  unsigned bytes = 0;
  std::vector<std::uint32_t> values;  // never live together
};

}  // namespace

SpillHome::SpillHome(const Body& body, const std::vector<std::uint32_t>& values, const AllocationContext& context,
                     ptx::Kernel& kernel)
    : body_(body), kernel_(kernel), stack_pointer_(context.stack_pointer) {
  if (values.empty()) return;
  if (body.is_predicate(values.front())) give_registers(values);
  else give_slots(values);
}

ptx::Type SpillHome::type_of(std::uint32_t value) const { return kernel_.registers[body_.use.number[value]].type; }

// Wide slots first, so all are aligned without holes.
void SpillHome::give_slots(const std::vector<std::uint32_t>& values) {
  std::vector<Slot> slots;
  const auto fits = [&](const Slot& slot, std::uint32_t value) {
    const std::vector<std::uint32_t>& near = body_.neighbours[value];
    return slot.bytes == ptx::bytes_of(type_of(value)) &&
           std::none_of(slot.values.begin(), slot.values.end(), [&](std::uint32_t other) {
             return std::binary_search(near.begin(), near.end(), other);
           });
  };
  for (const std::uint32_t value : values) {
    auto slot = std::find_if(slots.begin(), slots.end(), [&](const Slot& s) { return fits(s, value); });
    if (slot == slots.end()) slot = slots.insert(slots.end(), {ptx::bytes_of(type_of(value)), {}});
    slot->values.push_back(value);
  }
  std::stable_sort(slots.begin(), slots.end(), [](const Slot& a, const Slot& b) { return a.bytes > b.bytes; });
  ptx::Variable area;
  area.name = "__spill";
  area.space = ptx::StateSpace::kLocal;
  area.array = true;
  area.align = slots.front().bytes;
  for (const Slot& slot : slots) {
    for (const std::uint32_t value : slot.values) place_[value] = area.bytes;
    area.bytes += slot.bytes;
  }
  area.offset = (kernel_.local_bytes + area.align - 1) / area.align * area.align;
  kernel_.local_bytes = area.offset + area.bytes;
  kernel_.allocation.spill_bytes = area.bytes;
  symbol_ = static_cast<std::int32_t>(kernel_.symbols.size());
  kernel_.symbols.push_back(std::move(area));
}

void SpillHome::give_registers(const std::vector<std::uint32_t>& values) {
  for (const std::uint32_t value : values) {
    place_[value] = kernel_.registers.size();
    kernel_.registers.push_back({kernel_.registers[body_.use.number[value]].name + ".kept", ptx::Type::kB32});
  }
}

ptx::Operand SpillHome::slot(std::uint32_t value) const {
  ptx::Operand operand;
  operand.kind = ptx::Operand::Kind::kAddress;
  operand.symbol = symbol_;
  operand.index = stack_pointer_;
  operand.bits = place_.at(value);
  return operand;
}

ptx::Instruction SpillHome::made(ptx::Op op, ptx::Type type, const ptx::Location& location) const {
  ptx::Instruction instruction;
  instruction.opcode = static_cast<ptx::Opcode>(op);
  instruction.origin = ptx::Origin::kSpill;
  instruction.type = type;
  instruction.location = location;
  return instruction;
}

ptx::Instruction SpillHome::load(std::uint32_t value, std::uint32_t index, const ptx::Location& location) const {
  const std::string& name = kernel_.registers[index].name;
  if (body_.is_predicate(value)) {
    const auto home = static_cast<std::uint32_t>(place_.at(value));
    ptx::Instruction setp = made(ptx::Op::kSetp, ptx::Type::kU32, location);
    setp.variant = static_cast<std::uint8_t>(ptx::Comparison::kNe);
    setp.operands = {register_operand(index), register_operand(home), immediate_operand(0)};
    setp.destinations = 1;
    setp.text = "setp.ne.u32 " + name + ", " + kernel_.registers[home].name + ", 0";
    return setp;
  }
  const unsigned bytes = ptx::bytes_of(type_of(value));
  const ptx::Type type = bytes == 8   ? ptx::Type::kB64
                         : bytes == 4 ? ptx::Type::kB32
                         : bytes == 2 ? ptx::Type::kB16
                                      : ptx::Type::kB8;
  ptx::Instruction ld = made(ptx::Op::kLd, type, location);
  ld.space = ptx::StateSpace::kLocal;
  ld.operands = {register_operand(index), slot(value)};
  ld.destinations = 1;
  ld.text = "ld.local.b" + std::to_string(8 * bytes) + " " + name + ", [__spill+" +
            std::to_string(place_.at(value)) + "]";
  return ld;
}

ptx::Instruction SpillHome::store(std::uint32_t value, std::uint32_t index, const ptx::Location& location) const {
  const std::string& name = kernel_.registers[index].name;
  if (body_.is_predicate(value)) {
    const auto home = static_cast<std::uint32_t>(place_.at(value));
    ptx::Instruction selp = made(ptx::Op::kSelp, ptx::Type::kU32, location);
    selp.operands = {register_operand(home), immediate_operand(1), immediate_operand(0), register_operand(index)};
    selp.destinations = 1;
    selp.text = "selp.u32 " + kernel_.registers[home].name + ", 1, 0, " + name;
    return selp;
  }
  ptx::Instruction st = load(value, index, location);  // the same operands in store order
  st.opcode = static_cast<ptx::Opcode>(ptx::Op::kSt);
  std::swap(st.operands[0], st.operands[1]);
  st.destinations = 0;
  st.text = "st.local.b" + std::to_string(8 * ptx::bytes_of(st.type)) + " [__spill+" +
            std::to_string(place_.at(value)) + "], " + name;
  return st;
}

}  // namespace unibank::compiler
