// The additions to the format in this program's records.
#include <catch2/catch.hpp>

#include "trace/record_header.h"
#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

namespace {

const std::string kRecord = "-unibank record = 2\n";

StaticInstruction full() {
  StaticInstruction what;
  what.pc = 3;
  what.unit = Unit::kMemory;
  what.space = Space::kLocal;
  what.memory = MemoryOp::kStore;
  what.bytes_per_lane = 8;
  what.cache = CacheOperator::kStreaming;
  what.strong = what.acquires = what.releases = what.fence = what.sequential = true;
  what.scope = Scope::kCluster;
  what.sources = {4, 7, 2};
  what.dead_after = {7, 9};
  what.last_use = 2;
  what.results = {11, 10};
  what.lrf_reads = 1;
  what.lrf_writes = 2;
  what.orf_reads = 3;
  what.orf_writes = 4;
  what.result_registers = 5;
  what.strand_start = false;
  for (const unsigned number : {2u, 4u, 7u, 10u, 11u}) what.touches.add_register(number);
  what.touches.add_predicate(63);
  what.writes.add_register(10);
  what.writes.add_predicate(0);
  what.strand_touches.add_register(31);
  what.spill = what.release_scratchpad = what.conditional = true;
  what.extended = ExtendedRegisters::kRelease;
  what.text = "st.local.v2.u32 [%r1+4], {%r2, %r3}  (line 12) = x";
  return what;
}

bool same(const RegisterSet& a, const RegisterSet& b) {
  for (unsigned i = 0; i < RegisterSet::kBits; ++i)
    if (a.has_register(i) != b.has_register(i)) return false;
  return true;
}

// A new field does not compile here: it must be in the lines of a record, or reason_against() must refuse to record it.
void check_same(const StaticInstruction& a, const StaticInstruction& b) {
  [[maybe_unused]] const auto& [pc, unit, arithmetic, double_precision, tensor_products, lanes_instead, space, memory,
                                bytes_per_lane, matrices, addressing, cache, strong, acquires, releases, fence,
                                sequential, scope, sources, dead_after, last_use, results, lrf_reads, lrf_writes,
                                orf_reads, orf_writes, result_registers, strand_start, touches, strand_touches, writes,
                                conditional, spill, commits_copies, copy_groups_left, arrives_after_copies,
                                predicate_value, sleeps, release_scratchpad, extended, text] = a;
  CHECK(a.pc == b.pc);
  CHECK(a.unit == b.unit);
  CHECK(a.space == b.space);
  CHECK(a.memory == b.memory);
  CHECK(a.bytes_per_lane == b.bytes_per_lane);
  CHECK(a.cache == b.cache);
  CHECK(a.strong == b.strong);
  CHECK(a.acquires == b.acquires);
  CHECK(a.releases == b.releases);
  CHECK(a.fence == b.fence);
  CHECK(a.sequential == b.sequential);
  CHECK(a.scope == b.scope);
  CHECK(a.sources == b.sources);
  CHECK(a.dead_after == b.dead_after);
  CHECK(a.last_use == b.last_use);
  CHECK(a.results == b.results);
  CHECK(a.lrf_reads == b.lrf_reads);
  CHECK(a.lrf_writes == b.lrf_writes);
  CHECK(a.orf_reads == b.orf_reads);
  CHECK(a.orf_writes == b.orf_writes);
  CHECK(a.result_registers == b.result_registers);
  CHECK(a.strand_start == b.strand_start);
  CHECK(same(a.touches, b.touches));
  CHECK(same(a.writes, b.writes));
  CHECK(same(a.strand_touches, b.strand_touches));
  CHECK(a.conditional == b.conditional);
  CHECK(a.extended == b.extended);
  CHECK(a.arithmetic == b.arithmetic);
  CHECK(a.double_precision == b.double_precision);
  CHECK(a.tensor_products == b.tensor_products);
  CHECK(a.lanes_instead == b.lanes_instead);  // never of a record
  CHECK(a.matrices == b.matrices);
  CHECK(a.addressing == b.addressing);
  CHECK(a.spill == b.spill);
  CHECK(a.release_scratchpad == b.release_scratchpad);
  CHECK(a.text == b.text);
}

std::map<std::uint32_t, StaticInstruction> read_instructions(const std::string& lines) {
  return recorded_instructions(read_header(*lines_of(header_text(5, "(1,1,1)", "(32,1,1)", lines))));
}

std::string refused(const std::string& lines) {
  return refusal(header_text(5, "(1,1,1)", "(32,1,1)", lines) + block_text({}));
}

}  // namespace

TEST_CASE("an instruction written to a line reads back the same") {
  StaticInstruction branch;
  branch.pc = 0;
  branch.text = "bra L1";
  const auto all =
      read_instructions(kRecord + instruction_line(0x30, full()) + "\n" + instruction_line(0, branch) + "\n");
  REQUIRE(all.size() == 2);
  check_same(all.at(0x30), full());
  check_same(all.at(0), branch);
}

TEST_CASE("the kind of arithmetic, doubles, products of tensors and lines of matrices read back the same") {
  for (const Arithmetic kind : {Arithmetic::kFloat, Arithmetic::kInteger, Arithmetic::kProduct,
                                Arithmetic::kConversion, Arithmetic::kShuffle, Arithmetic::kVote}) {
    StaticInstruction what;
    what.arithmetic = kind;
    what.double_precision = kind == Arithmetic::kFloat;
    check_same(read_instructions(kRecord + instruction_line(0, what) + "\n").at(0), what);
  }
  StaticInstruction tensor;
  tensor.unit = Unit::kTensor;
  tensor.tensor_products = 2048;
  check_same(read_instructions(kRecord + instruction_line(0, tensor) + "\n").at(0), tensor);
  StaticInstruction matrices;
  matrices.unit = Unit::kMemory;
  matrices.space = Space::kScratchpad;
  matrices.memory = MemoryOp::kLoad;
  matrices.bytes_per_lane = 16;
  matrices.matrices = true;
  matrices.addressing = 0xffff;
  check_same(read_instructions(kRecord + instruction_line(0, matrices) + "\n").at(0), matrices);
}

TEST_CASE("a warp that sleeps cannot be recorded") {
  StaticInstruction sleeps;
  sleeps.sleeps = true;
  sleeps.text = "nanosleep.u32 %r1";
  CHECK_THROWS_WITH(instruction_line(0, sleeps), Catch::Contains("'nanosleep.u32 %r1' cannot be recorded"));
}

TEST_CASE("a store with the default cache operator is written without one and read back as write-back") {
  StaticInstruction store = full();
  store.cache = CacheOperator::kWriteBack;
  store.strong = store.acquires = store.releases = store.fence = store.sequential = false;
  store.scope = Scope::kThread;
  const std::string line = instruction_line(0x30, store);
  for (const char* word : {"cache", "scope", "strong", "fence"}) CHECK(line.find(word) == std::string::npos);
  check_same(read_instructions(kRecord + line + "\n").at(0x30), store);
}

TEST_CASE("a record says what its kernel was compiled for and how much local memory a thread has") {
  const KernelHeader header = read_header(*lines_of(header_text(
      5, "(1,1,1)", "(32,1,1)", kRecord + "-unibank local bytes = 64\n-unibank compiled for = a = b; c\n")));
  CHECK(record_header(header).recorded);
  CHECK(record_header(header).local_bytes == 64);
  CHECK(record_header(header).compiled_for == "a = b; c");
  CHECK_FALSE(record_header(read_header(*lines_of(header_text(5)))).recorded);
}

TEST_CASE("unknown lines of a record are named") {
  CHECK(refused(kRecord + "-unibank instruction 0000 = unit=alu reads=R32\n") ==
        "t.traceg:14: -unibank: found R32; expected a register below R32, from -nregs");
  CHECK(refused(kRecord + "-unibank instruction 0000 = unit=fpu\n") ==
        "t.traceg:14: -unibank: found 'fpu'; expected a name as 'unibank record' writes it");
  CHECK(refused(kRecord + "-unibank instruction 0000 = unit=memory\n") ==
        "t.traceg:14: -unibank: found only one of memory operation and space; expected both for unit=memory, else "
        "neither");
  CHECK(refused(kRecord + "-unibank instruction 0000 = unit=memory space=local op=load bytes=3\n") ==
        "t.traceg:14: -unibank: found bytes=3; expected 1, 2, 4, 8 or 16");
  CHECK(refused(kRecord + "-unibank instruction 0000 = colour=red\n") ==
        "t.traceg:14: -unibank: found 'colour'; expected a field as 'unibank record' writes it");
  CHECK(refused(kRecord + "-unibank instruction zz = unit=alu\n") ==
        "t.traceg:14: -unibank: found 'instruction zz'; expected the instruction's PC, hexadecimal");
  CHECK(refused(kRecord + "-unibank instruction 0 = unit=alu\n-unibank instruction 0 = unit=alu\n") ==
        "t.traceg:15: -unibank: found 'instruction 0' again; expected it once");
  const auto record_of = [](const std::string& lines) {
    return record_header(read_header(*lines_of(header_text(5, "(1,1,1)", "(32,1,1)", lines))));
  };
  CHECK_THROWS_WITH(record_of("-unibank record = 1\n"),
                    "t.traceg:13: -unibank: found record version '1'; expected 2: another version does not have "
                    "everything of an instruction, so make the record again");
  CHECK_THROWS_WITH(
      record_of("-unibank weight = 2\n"),
      "t.traceg:13: -unibank: found 'weight'; expected record, local bytes, base registers, memory changed, compiled "
      "for or instruction");
  CHECK_THROWS_WITH(record_of("-unibank base registers = 32\n"),
                    "t.traceg:13: -unibank: found '32'; expected registers that a thread always holds, fewer than 32, "
                    "from -nregs");
  CHECK(record_of(kRecord + "-unibank base registers = 24\n").base_registers == 24);
  CHECK_THROWS_WITH(record_of("-unibank memory changed = 2\n"),
                    "t.traceg:13: -unibank: found '2'; expected 1, or no line");
  CHECK(record_of("-unibank record = 2\n-unibank memory changed = 1\n").memory_changed);
  CHECK_FALSE(record_of("-unibank record = 2\n").memory_changed);
  CHECK_THROWS_WITH(record_of("-unibank local bytes = 8\n"),
                    "t.traceg:13: found -unibank lines; expected '-unibank record = 2' too");
}

TEST_CASE("a record's instructions are those of its header") {
  const std::string header = header_text(5, "(1,1,1)", "(32,1,1)", kRecord + instruction_line(0, full()) + "\n");
  CHECK(refusal(header + block_text({"0010 1 0 EXIT 0 0 0"})) ==
        "t.traceg:23: found an instruction at 0010; expected one that the header describes");
  CHECK(refusal(header + block_text({"0000 1 0 EXIT 0 0 0"})) ==
        "t.traceg:23: found an access of 0 bytes; expected those in the header for 0000");
  CHECK(refusal(header + block_text({"0000 1 0 STL.64 0 8 2 0x10 0"})).empty());
}
