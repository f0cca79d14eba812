#include "ptx/order_check.h"

#include "ptx/instruction_table.h"

namespace unibank::ptx {
namespace {

struct OrderCheck {
  Cursor& cursor;
  const Token& opcode;
  const Instruction& instruction;
  std::uint32_t seen;
  bool has_any(std::uint32_t kinds) const { return (seen & kinds) != 0; }
  // The expected text has two parts, so that no text is built for a valid instruction.
  void require(bool right, const char* expected, const char* with = "") const {
    if (!right) cursor.fail(opcode, "found " + quoted(opcode) + "; expected " + expected + with);
  }
};

bool is_spelled(const Token& opcode, std::string_view name) {
  return opcode.text.substr(0, opcode.text.find('.')) == name;
}

void check_mmio(const OrderCheck& check) {
  const Instruction& i = check.instruction;
  check.require(order_of(i) == Order::kRelaxed && scope_of(i) == SyncScope::kSys, ".relaxed.sys with .mmio");
  check.require(i.space == StateSpace::kGlobal || i.space == StateSpace::kGeneric, ".global or no space with .mmio");
  check.require(i.vector == 1 && !check.has_any(kSuffixEviction | kSuffixHint), "no vector and no hint with .mmio");
}

void check_weak(const OrderCheck& check) {
  const Instruction& i = check.instruction;
  check.require(!check.has_any(kSuffixCache) || !check.has_any(kSuffixEviction),
                "a cache operator or eviction priorities, not both");
  const bool read_only = cache_of(i) <= CacheOp::kCs;
  check.require(!has(i, kNonCoherent) || (read_only && !check.has_any(kSuffixOrder)),
                ".ca, .cg or .cs with .nc, no order");
  const bool qualified = check.has_any(kSuffixCache | kSuffixOrder | kSuffixEviction | kSuffixHint) ||
                         has(i, kNonCoherent);
  check.require(!qualified || !is_spelled(check.opcode, "ldu"), "nothing but space, vector and type with ldu");
}

// ld and st.
void check_access(const OrderCheck& check) {
  const Instruction& i = check.instruction;
  const Order order = order_of(i);
  const char* const scoped = is_load(i) ? ".relaxed and .acquire" : ".relaxed and .release";
  check.require((order >= Order::kRelaxed) == check.has_any(kSuffixScope),
                "a scope (.cta, .cluster, .gpu or .sys) with, and only with, ", scoped);
  if (has(i, kMmio)) check_mmio(check);
  if (order == Order::kWeak) return check_weak(check);
  const char* const strong = is_load(i) ? ".volatile, .relaxed and .acquire" : ".volatile, .relaxed and .release";
  const bool shared = i.space == StateSpace::kGlobal || i.space == StateSpace::kShared;
  check.require(!is_spelled(check.opcode, "ldu"), "nothing but space, vector and type with ldu");
  check.require(shared || i.space == StateSpace::kGeneric, ".global, .shared or no space with ", strong);
  check.require(!check.has_any(kSuffixCache), "no cache operator with ", strong);
  check.require(!has(i, kNonCoherent), "no .nc with ", strong);
  check.require(order != Order::kVolatile || !check.has_any(kSuffixEviction), "no eviction priority with .volatile");
}

void check_proxy(const OrderCheck& check) {
  constexpr unsigned kAlias = 3, kAsync = 5;  // with the word itself
  const unsigned proxy = check.instruction.variant;
  const bool known = proxy == kAlias || proxy == kAsync || proxy == (kAsync | 8) || proxy == (kAsync | 16);
  check.require(known, ".proxy with one of .alias, .async, .async.global, .async.shared::cta");
  check.require(!check.has_any(kSuffixOrder | kSuffixScope), "no order and no scope with .proxy");
}

// membar has levels, fence an order and scopes.
void check_fence(const OrderCheck& check) {
  if (check.has_any(kSuffixProxy)) return check_proxy(check);
  const SyncScope scope = scope_of(check.instruction);
  const bool gl = check.opcode.text.find(".gl") != std::string_view::npos;
  if (!is_spelled(check.opcode, "membar"))
    return check.require(scope != SyncScope::kNone && !gl, "one of .cta, .cluster, .gpu or .sys as the scope of fence");
  const bool level = gl || scope == SyncScope::kCta || scope == SyncScope::kSys;
  check.require(level && !check.has_any(kSuffixOrder), "membar with one of .cta, .gl, .sys and nothing else");
}

}  // namespace

void check_order(Cursor& cursor, const Token& opcode, const Instruction& instruction, std::uint32_t seen) {
  const OrderCheck check{cursor, opcode, instruction, seen};
  if (is_load(instruction) || is_store(instruction)) check_access(check);
  if (op_of(instruction) == Op::kMembar) check_fence(check);
}

void complete_order(const Token& opcode, Instruction& instruction) {
  const auto set = [&instruction](Order order, SyncScope scope) {
    instruction.order = static_cast<std::uint8_t>(order);
    instruction.scope = static_cast<std::uint8_t>(scope);
  };
  const Order order = order_of(instruction);
  const SyncScope scope = scope_of(instruction);
  const bool none = order == Order::kWeak;
  if (is_atomic(instruction))
    set(none ? Order::kRelaxed : order, scope == SyncScope::kNone ? SyncScope::kGpu : scope);
  if (order == Order::kVolatile) set(order, SyncScope::kSys);
  if (op_of(instruction) == Op::kMembar && none && scope != SyncScope::kNone)
    set(is_spelled(opcode, "membar") ? Order::kSequential : Order::kAcquireRelease, scope);
}

}  // namespace unibank::ptx
