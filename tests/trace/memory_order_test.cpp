// How instructions of a GPU's trace order memory.
#include <catch2/catch.hpp>

#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

namespace {

// The instruction with this opcode, these registers and this access ("4 1 0x7f00 4"; "0": none).
StaticInstruction instruction_read(const std::string& opcode, const std::string& results, const std::string& access) {
  ReadTrace trace(header_text(4) + block_text({"0000 ffffffff " + results + " " + opcode + " 1 R2 " + access,
                                               "0010 ffffffff 0 EXIT 0 0"}));
  return *turns(*trace.blocks()[0], 0).front().decoded;
}
StaticInstruction load_read(const std::string& opcode) {
  return instruction_read(opcode, "1 R4", "4 1 0x7f1200001000 8");
}
StaticInstruction store(const std::string& opcode) { return instruction_read(opcode, "0", "4 1 0x7f1200001000 4"); }
StaticInstruction other(const std::string& opcode) { return instruction_read(opcode, "0", "0"); }

}  // namespace

TEST_CASE("a traced access is strong where its opcode says so, between the threads that it names") {
  CHECK_FALSE(load_read("LDG.E").strong);
  CHECK(load_read("LDG.E").scope == Scope::kThread);
  CHECK_FALSE(load_read("LDG.E.SYS").strong);  // Volta gives a scope for weak loads, too
  const std::pair<const char*, Scope> scopes[] = {{"LDG.E.STRONG.CTA", Scope::kBlock},
                                                  {"LDG.E.STRONG.SM", Scope::kBlock},
                                                  {"LDG.E.64.STRONG.GPU", Scope::kDevice},
                                                  {"LD.E.STRONG.SYS", Scope::kSystem}};
  for (const auto& [opcode, scope] : scopes) {
    CAPTURE(opcode);
    CHECK(load_read(opcode).strong);
    CHECK(load_read(opcode).scope == scope);
    CHECK_FALSE(load_read(opcode).acquires);
    CHECK_FALSE(load_read(opcode).fence);
  }
  CHECK(store("STG.E.STRONG.GPU").strong);
  CHECK(store("STG.E.STRONG.GPU").scope == Scope::kDevice);
  CHECK_FALSE(store("STG.E").strong);
}

TEST_CASE("a traced atomic is strong, in the scratchpad within its block") {
  CHECK(load_read("ATOMG.E.ADD.STRONG.GPU").strong);
  CHECK(load_read("ATOMG.E.ADD.STRONG.GPU").scope == Scope::kDevice);
  CHECK(store("RED.E.ADD.STRONG.SYS").scope == Scope::kSystem);
  const StaticInstruction shared = instruction_read("ATOMS.ADD", "1 R4", "4 1 0x10 4");
  CHECK(shared.strong);
  CHECK(shared.scope == Scope::kBlock);
}

TEST_CASE("traced loads and stores have cache operators") {
  CHECK(load_read("LDG.E").cache == CacheOperator::kAll);
  CHECK(load_read("LDG.E.EF").cache == CacheOperator::kStreaming);
  CHECK(load_read("LDL.LU").cache == CacheOperator::kLastUse);
  CHECK(store("STG.E").cache == CacheOperator::kWriteBack);
  CHECK(store("STG.E.EF").cache == CacheOperator::kStreaming);
}

TEST_CASE("traced fences have a scope, and are sequentially consistent or not") {
  const struct {
    const char* opcode;
    bool sequential;
    Scope scope;
  } fences[] = {{"MEMBAR.SC.CTA", true, Scope::kBlock},   {"MEMBAR.SC.GPU", true, Scope::kDevice},
                {"MEMBAR.SC.SYS", true, Scope::kSystem},  {"MEMBAR.ALL.CTA", false, Scope::kBlock},
                {"MEMBAR.ALL.GPU", false, Scope::kDevice}, {"MEMBAR.ALL.SYS", false, Scope::kSystem}};
  for (const auto& fence : fences) {
    CAPTURE(fence.opcode);
    const StaticInstruction what = other(fence.opcode);
    CHECK(what.unit == Unit::kAlu);
    CHECK(what.fence);
    CHECK(what.acquires);
    CHECK(what.releases);
    CHECK_FALSE(what.strong);
    CHECK(what.sequential == fence.sequential);
    CHECK(what.scope == fence.scope);
  }
  const StaticInstruction drop = other("CCTL.IVALL");
  CHECK(drop.fence);
  CHECK(drop.acquires);
  CHECK_FALSE(drop.releases);
  CHECK(drop.scope == Scope::kDevice);
  for (const char* opcode : {"ERRBAR", "CCTL.E.PF2", "BAR.SYNC", "NOP"}) CHECK_FALSE(other(opcode).fence);
}
