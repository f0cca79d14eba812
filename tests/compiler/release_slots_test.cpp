// Releases in kernels whose shared scratchpad holds slots of spilled values.
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "compiler/release_faults.h"
#include "ptx/parser.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

constexpr unsigned kRow = 4 * 64;  // one slot for each of the 64 threads

// A kernel that loads `values` numbers, stores one of them to its own scratchpad variable, and then needs all of them.
// `call`: in between it calls a function that needs as many values.
std::string storing_entry(unsigned values, bool call = false) {
  const auto numbers = [values](const std::string& format) {
    std::string text;
    for (unsigned i = 0; i < values; ++i) {
      std::string one = format;
      for (std::size_t at; (at = one.find('#')) != std::string::npos;) one.replace(at, 1, std::to_string(i));
      text += one;
    }
    return text;
  };
  const std::string count = std::to_string(values);
  std::string text = ".version 7.0\n.target sm_70\n.address_size 64\n";
  text += ".func (.param .b32 r) leaf(.param .b32 a)\n{\n.reg .b32 %r<" + count + ">, %s;\nld.param.b32 %s, [a];\n" +
          numbers("mad.lo.s32 %s, %s, %s, #;\nmov.b32 %r#, %s;\n") + numbers("xor.b32 %s, %s, %r#;\n") +
          "st.param.b32 [r], %s;\nret;\n}\n";
  text += ".visible .entry k(.param .u64 out)\n{\n.shared .align 4 .b8 own[1024];\n.reg .b32 %r<" + count +
          ">, %s; .reg .b64 %l;\nld.param.u64 %l, [out];\n" + numbers("ld.volatile.global.b32 %r#, [%l+#];\n") +
          "st.shared.b32 [own], %r0;\nmov.b32 %s, 0;\n";
  if (call)
    text += "{ .param .b32 x; .param .b32 y;\nst.param.b32 [x], %r0;\ncall (y), leaf, (x);\nld.param.b32 %s, [y]; }\n";
  return text + numbers("add.s32 %s, %s, %r#;\n") + "st.global.b32 [%l], %s;\nst.global.b32 [%l+4], 1;\nret;\n}\n";
}

CompileOptions options_of(ReleasePlacement placement, unsigned private_per_mille, unsigned slots,
                          ScratchpadOrder order = ScratchpadOrder::kDeclared) {
  CompileOptions options;
  options.registers = 16;
  options.sharing = {order, placement, private_per_mille};
  options.spills.slots = slots;
  options.spills.block = {64, 1, 1};
  return options;
}

ptx::Kernel compiled_release(const std::string& text, const CompileOptions& options) {
  return compile(ptx::parse(text, "release.ptx"), "k", options);
}

const ptx::Variable& variable(const ptx::Kernel& kernel, const std::string& name) {
  for (const ptx::Variable& one : kernel.symbols)
    if (one.name == name) return one;
  throw std::runtime_error("no " + name);
}

bool is_slot(const ptx::Instruction& i) {
  return i.space == ptx::StateSpace::kShared && (i.origin == ptx::Origin::kSpill || i.origin == ptx::Origin::kSlotMove);
}

// For each instruction: is it a call, or an access to a slot that reaches beyond the border of the final kernel's
// private part?
std::vector<bool> shared_slots_and_calls(const ptx::Kernel& kernel, const ScratchpadSharing& sharing) {
  const std::uint64_t border = private_bytes(sharing, kernel.scratchpad_bytes);
  const std::uint64_t first = variable(kernel, kSlotArea).offset;
  std::vector<bool> found;
  for (const ptx::Instruction& i : kernel.instructions)
    found.push_back(ptx::is_call(i) || (is_slot(i) && first + i.operands[i.destinations].bits + kRow > border));
  return found;
}

std::int64_t last_slot(const ptx::Kernel& kernel) {
  std::int64_t last = -1;
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc)
    if (is_slot(kernel.instructions[pc])) last = static_cast<std::int64_t>(pc);
  return last;
}

std::int64_t release_of(const ptx::Kernel& kernel) {
  const auto found = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), is_release);
  return found == kernel.instructions.end() ? -1 : found - kernel.instructions.begin();
}

}  // namespace

TEST_CASE("A thread releases the shared part directly after its last access to a slot in it") {
  const CompileOptions options = options_of(ReleasePlacement::kOptimal, 100, ScratchpadSpills::kAsNeeded);
  const ptx::Kernel kernel = compiled_release(storing_entry(24), options);
  CHECK(kernel.allocation.slots.slots >= 8);
  CHECK(release_of(kernel) == last_slot(kernel) + 1);
  const Faults faults = faults_of(kernel, shared_slots_and_calls(kernel, options.sharing));
  CHECK(faults.none());
  // Without slots the release follows the kernel's single access to its own variable.
  CHECK(release_of(compiled_release(storing_entry(24), options_of(ReleasePlacement::kOptimal, 100, 0))) <
        last_slot(kernel));
}

TEST_CASE("Slots in the private part do not delay the release of the shared part") {
  // 1024 bytes of its own and n slots: the border is after the first slot.
  const unsigned slots = 4;
  const unsigned per_mille = 1000 * (1024 + kRow) / (1024 + slots * kRow);
  const CompileOptions first = options_of(ReleasePlacement::kOptimal, per_mille, slots);
  const ptx::Kernel kernel = compiled_release(storing_entry(24), first);
  REQUIRE(kernel.allocation.slots.slots == slots);
  REQUIRE(private_bytes(first.sharing, kernel.scratchpad_bytes) >= 1024 + kRow);
  const std::vector<bool> shared = shared_slots_and_calls(kernel, first.sharing);
  CHECK(faults_of(kernel, shared).none());
  std::int64_t last = -1;
  for (std::size_t pc = 0; pc < shared.size(); ++pc)
    if (shared[pc]) last = static_cast<std::int64_t>(pc);
  CHECK(release_of(kernel) == last + 1);
  // All scratchpad is private: no block waits, and nothing is released.
  CHECK(release_of(compiled_release(storing_entry(24), options_of(ReleasePlacement::kOptimal, 1000, slots))) == -1);
}

TEST_CASE("A function's spills to slots count as accesses at its calls") {
  for (const ReleasePlacement placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator}) {
    const CompileOptions options = options_of(placement, 100, ScratchpadSpills::kAsNeeded);
    const ptx::Kernel kernel = compiled_release(storing_entry(24, true), options);
    REQUIRE(kernel.functions.size() == 1);
    std::int64_t call = -1;
    for (std::size_t pc = 0; pc < kernel.functions[0].first; ++pc)
      if (ptx::is_call(kernel.instructions[pc])) call = static_cast<std::int64_t>(pc);
    CHECK(release_of(kernel) > call);
    CHECK(faults_of(kernel, shared_slots_and_calls(kernel, options.sharing)).accesses_behind == 0);
  }
}

TEST_CASE("Slots are placed before the kernel's variables where these are in use for a shorter time") {
  // With 670 per mille private, the eight slots fit below the border. The variable, which is in use for one instruction
  // only, becomes shared.
  CompileOptions options = options_of(ReleasePlacement::kOptimal, 670, 8, ScratchpadOrder::kReordered);
  const ptx::Kernel kernel = compiled_release(storing_entry(24), options);
  REQUIRE(kernel.allocation.slots.slots == 8);
  CHECK(variable(kernel, kSlotArea).offset == 0);
  CHECK(variable(kernel, "own").offset == 8 * kRow);
  CHECK(kernel.scratchpad_bytes == 1024 + 8 * kRow);
  CHECK(release_of(kernel) < last_slot(kernel));
  options.sharing.order = ScratchpadOrder::kDeclared;
  CHECK(variable(compiled_release(storing_entry(24), options), "own").offset == 0);
}

TEST_CASE("With slots, too, cp.async into the shared part comes before the release") {
  std::string text = storing_entry(24);
  const std::string last = "st.global.b32 [%l+4], 1;";
  text.replace(text.find(last), last.size(), "mov.b32 %s, own;\ncp.async.ca.shared.global [%s], [%l], 16;\n" + last);
  for (const ReleasePlacement placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator}) {
    const ptx::Kernel kernel = compiled_release(text, options_of(placement, 0, ScratchpadSpills::kAsNeeded));
    REQUIRE(kernel.allocation.slots.slots >= 8);
    const auto copy = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), ptx::is_copy);
    CHECK(release_of(kernel) > copy - kernel.instructions.begin());
  }
}

TEST_CASE("With slots, too, a text in the scratchpad is printed before the release") {
  std::string text = storing_entry(24);
  const std::string last = "st.global.b32 [%l+4], 1;";
  text.replace(text.find(last), last.size(),
               "mov.u64 %l, own; cvta.shared.u64 %l, %l;\n{ .param .b64 x; .param .b64 y; .param .b32 z;\n"
               "st.param.b64 [x], %l; st.param.b64 [y], 0; call (z), vprintf, (x, y); }\n");
  const std::string head = ".func (.param .b32 r) leaf";
  text.insert(text.find(head), ".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values);\n");
  const ptx::Kernel kernel =
      compiled_release(text, options_of(ReleasePlacement::kOptimal, 0, ScratchpadSpills::kAsNeeded));
  REQUIRE(kernel.allocation.slots.slots >= 8);
  const auto print = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), [](const auto& i) {
    return ptx::op_of(i) == ptx::Op::kRuntime;
  });
  REQUIRE(print != kernel.instructions.end());
  CHECK(release_of(kernel) > print - kernel.instructions.begin());
}
