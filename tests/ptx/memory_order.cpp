// The memory-ordering attributes of instructions and fences as PTX defines them, in every spelling, and the forms that
// PTX forbids.
#include <catch2/catch.hpp>

#include "ptx/instruction_table.h"
#include "ptx/support.h"

using namespace unibank::ptx;
using namespace unibank::ptx::test;
using Catch::Contains;

namespace {

struct Written {
  const char* line;
  Order order;
  SyncScope scope;
};

void check_all(const std::vector<Written>& all) {
  for (const Written& written : all) {
    CAPTURE(written.line);
    const Instruction i = instruction_of(written.line);
    CHECK(order_of(i) == written.order);
    CHECK(scope_of(i) == written.scope);
  }
}

// The message after "found '...'; expected ".
std::string expected(const std::string& line) {
  const std::string said = body_refusal(line);
  const std::string middle = "; expected ";
  const std::size_t at = said.find(middle);
  return at == std::string::npos ? said : said.substr(at + middle.size());
}

}  // namespace

TEST_CASE("loads are weak, volatile, relaxed or acquire, and the last two name a scope") {
  check_all({{"ld.global.u32 %r1, [%d1];", Order::kWeak, SyncScope::kNone},
             {"ld.weak.global.u32 %r1, [%d1];", Order::kWeak, SyncScope::kNone},
             {"ld.volatile.shared.u32 %r1, [s];", Order::kVolatile, SyncScope::kSys},
             {"ld.volatile.L2::128B.v2.u32 {%r1, %r2}, [%d1];", Order::kVolatile, SyncScope::kSys},
             {"ld.relaxed.cta.shared.u32 %r1, [s];", Order::kRelaxed, SyncScope::kCta},
             {"ld.relaxed.cluster.u32 %r1, [%d1];", Order::kRelaxed, SyncScope::kCluster},
             {"ld.relaxed.gpu.global.L1::evict_last.u32 %r1, [%d1];", Order::kRelaxed, SyncScope::kGpu},
             {"ld.acquire.sys.global.u64 %d2, [%d1];", Order::kAcquire, SyncScope::kSys},
             {"ld.acquire.gpu.u32 %r1, [%d1];", Order::kAcquire, SyncScope::kGpu},
             {"ld.mmio.relaxed.sys.global.u32 %r1, [%d1];", Order::kRelaxed, SyncScope::kSys}});
}

TEST_CASE("stores are weak, volatile, relaxed or release") {
  check_all({{"st.global.u32 [%d1], %r1;", Order::kWeak, SyncScope::kNone},
             {"st.weak.u32 [%d1], %r1;", Order::kWeak, SyncScope::kNone},
             {"st.volatile.global.u32 [%d1], %r1;", Order::kVolatile, SyncScope::kSys},
             {"st.relaxed.cta.shared.u32 [s], %r1;", Order::kRelaxed, SyncScope::kCta},
             {"st.release.gpu.global.u32 [%d1], %r1;", Order::kRelease, SyncScope::kGpu},
             {"st.release.cluster.u32 [%d1], %r1;", Order::kRelease, SyncScope::kCluster},
             {"st.mmio.relaxed.sys.u32 [%d1], %r1;", Order::kRelaxed, SyncScope::kSys}});
}

TEST_CASE("atomics and reductions are relaxed with the scope of the GPU by default") {
  check_all({{"atom.global.add.u32 %r1, [%d1], 1;", Order::kRelaxed, SyncScope::kGpu},
             {"atom.cta.shared.add.u32 %r1, [s], 1;", Order::kRelaxed, SyncScope::kCta},
             {"atom.acquire.gpu.cas.b32 %r1, [%d1], 0, 1;", Order::kAcquire, SyncScope::kGpu},
             {"atom.acquire.cas.b32 %r1, [%d1], 0, 1;", Order::kAcquire, SyncScope::kGpu},
             {"atom.release.sys.exch.b32 %r1, [%d1], 0;", Order::kRelease, SyncScope::kSys},
             {"atom.acq_rel.cluster.add.u32 %r1, [%d1], 1;", Order::kAcquireRelease, SyncScope::kCluster},
             {"red.global.add.u32 [%d1], 1;", Order::kRelaxed, SyncScope::kGpu},
             {"red.release.cta.global.add.u32 [%d1], 1;", Order::kRelease, SyncScope::kCta},
             {"red.relaxed.sys.add.u32 [%d1], 1;", Order::kRelaxed, SyncScope::kSys}});
}

TEST_CASE("membar is a sequentially consistent fence and fence acquires and releases by default") {
  check_all({{"membar.cta;", Order::kSequential, SyncScope::kCta},
             {"membar.gl;", Order::kSequential, SyncScope::kGpu},
             {"membar.sys;", Order::kSequential, SyncScope::kSys},
             {"fence.cta;", Order::kAcquireRelease, SyncScope::kCta},
             {"fence.acq_rel.gpu;", Order::kAcquireRelease, SyncScope::kGpu},
             {"fence.acquire.cluster;", Order::kAcquire, SyncScope::kCluster},
             {"fence.release.sys;", Order::kRelease, SyncScope::kSys},
             {"fence.sc.gpu;", Order::kSequential, SyncScope::kGpu},
             {"fence.proxy.alias;", Order::kWeak, SyncScope::kNone},
             {"fence.proxy.async;", Order::kWeak, SyncScope::kNone},
             {"fence.proxy.async.shared::cta;", Order::kWeak, SyncScope::kNone},
             {"membar.proxy.async.global;", Order::kWeak, SyncScope::kNone}});
  CHECK(body_refusal("griddepcontrol.launch_dependents;") == "");
}

TEST_CASE("weak loads and stores have cache operators") {
  const std::pair<const char*, CacheOp> loads[] = {{"", CacheOp::kNone},   {".ca", CacheOp::kCa}, {".cg", CacheOp::kCg},
                                                   {".cs", CacheOp::kCs}, {".lu", CacheOp::kLu}, {".cv", CacheOp::kCv}};
  for (const auto& [name, cache] : loads)
    CHECK(cache_of(instruction_of("ld.global" + std::string(name) + ".u32 %r1, [%d1];")) == cache);
  const std::pair<const char*, CacheOp> stores[] = {
      {"", CacheOp::kNone}, {".wb", CacheOp::kWb}, {".cg", CacheOp::kCg}, {".cs", CacheOp::kCs}, {".wt", CacheOp::kWt}};
  for (const auto& [name, cache] : stores)
    CHECK(cache_of(instruction_of("st.weak.global" + std::string(name) + ".u32 [%d1], %r1;")) == cache);
  CHECK(cache_of(instruction_of("ld.global.cs.nc.u32 %r1, [%d1];")) == CacheOp::kCs);
}

TEST_CASE("combinations that PTX forbids are refused with the allowed ones") {
  CHECK(body_refusal("ld.volatile.global.cg.u32 %r1, [%d1];") ==
        "k.ptx:12:1: found 'ld.volatile.global.cg.u32'; expected no cache operator with .volatile, .relaxed and "
        ".acquire");
  CHECK(expected("st.release.gpu.cs.u32 [%d1], %r1;") == "no cache operator with .volatile, .relaxed and .release");
  const std::string scope = "a scope (.cta, .cluster, .gpu or .sys) with, and only with, .relaxed and .acquire";
  CHECK(expected("ld.acquire.global.u32 %r1, [%d1];") == scope);
  CHECK(expected("ld.relaxed.u32 %r1, [%d1];") == scope);
  CHECK(expected("ld.gpu.global.u32 %r1, [%d1];") == scope);
  CHECK(expected("ld.volatile.sys.global.u32 %r1, [%d1];") == scope);
  CHECK(expected("st.cta.u32 [%d1], %r1;") ==
        "a scope (.cta, .cluster, .gpu or .sys) with, and only with, .relaxed and .release");
  CHECK(expected("ld.volatile.local.u32 %r1, [l];") ==
        ".global, .shared or no space with .volatile, .relaxed and .acquire");
  CHECK(expected("ld.relaxed.gpu.const.u32 %r1, [c];") ==
        ".global, .shared or no space with .volatile, .relaxed and .acquire");
  CHECK(expected("ld.volatile.L1::evict_first.u32 %r1, [%d1];") == "no eviction priority with .volatile");
  CHECK(expected("ld.global.cg.L1::evict_last.u32 %r1, [%d1];") == "a cache operator or eviction priorities, not both");
  CHECK(expected("ld.volatile.global.nc.u32 %r1, [%d1];") == "no .nc with .volatile, .relaxed and .acquire");
  CHECK(expected("ld.global.cv.nc.u32 %r1, [%d1];") == ".ca, .cg or .cs with .nc, no order");
  CHECK(expected("ld.mmio.relaxed.gpu.u32 %r1, [%d1];") == ".relaxed.sys with .mmio");
  CHECK(expected("ld.mmio.u32 %r1, [%d1];") == ".relaxed.sys with .mmio");
  CHECK(expected("ld.mmio.relaxed.sys.shared.u32 %r1, [s];") == ".global or no space with .mmio");
  CHECK(expected("st.mmio.relaxed.sys.v2.u32 [%d1], {%r1, %r2};") == "no vector and no hint with .mmio");
  CHECK(expected("ldu.global.cg.u32 %r1, [%d1];") == "nothing but space, vector and type with ldu");
  CHECK(expected("ldu.volatile.global.u32 %r1, [%d1];") == "nothing but space, vector and type with ldu");
}

TEST_CASE("memory orders that an instruction does not have are refused with those it has") {
  CHECK_THAT(body_refusal("st.acquire.gpu.u32 [%d1], %r1;"),
             Contains("unknown suffix of 'st' '.acquire'; known: ") && Contains(".volatile, .relaxed, .release, .cta"));
  CHECK_THAT(body_refusal("ld.release.gpu.u32 %r1, [%d1];"),
             Contains("unknown suffix of 'ld' '.release'; did you mean '.relaxed'? Known: ") &&
                 Contains(".volatile, .relaxed, .acquire, .cta"));
  CHECK_THAT(body_refusal("ld.sc.gpu.u32 %r1, [%d1];"), Contains("unknown suffix of 'ld' '.sc'"));
  CHECK_THAT(body_refusal("atom.sc.gpu.add.u32 %r1, [%d1], 1;"),
             Contains("unknown suffix of 'atom' '.sc'; known: .relaxed, .acquire, .release, .acq_rel, .cta,"));
  CHECK_THAT(body_refusal("atom.volatile.global.add.u32 %r1, [%d1], 1;"), Contains("unknown suffix of 'atom'"));
  CHECK_THAT(body_refusal("red.acquire.gpu.add.u32 [%d1], 1;"),
             Contains("unknown suffix of 'red' '.acquire'; known: .relaxed, .release, .cta,"));
  CHECK_THAT(body_refusal("ld.relaxed.acquire.gpu.u32 %r1, [%d1];"),
             Contains("has a second suffix of one kind: '.acquire'; expected one of .weak, .volatile, .relaxed, "
                      ".acquire"));
  CHECK_THAT(body_refusal("ld.relaxed.cta.gpu.u32 %r1, [%d1];"),
             Contains("has a second suffix of one kind: '.gpu'; expected one of .cta, .cluster, .gpu, .sys"));
  CHECK_THAT(body_refusal("ld.global.cg.ca.u32 %r1, [%d1];"),
             Contains("has a second suffix of one kind: '.ca'; expected one of .ca, .cg, .cs, .lu, .cv"));
}

TEST_CASE("fences without a scope, and levels that a spelling does not have, are refused") {
  CHECK(body_refusal("fence.sc;") ==
        "k.ptx:12:1: found 'fence.sc'; expected one of .cta, .cluster, .gpu or .sys as the scope of fence");
  CHECK(expected("fence;") == "one of .cta, .cluster, .gpu or .sys as the scope of fence");
  CHECK(expected("fence.sc.gl;") == "one of .cta, .cluster, .gpu or .sys as the scope of fence");
  const std::string levels = "membar with one of .cta, .gl, .sys and nothing else";
  CHECK(expected("membar;") == levels);
  CHECK(expected("membar.gpu;") == levels);
  CHECK(expected("membar.cluster;") == levels);
  CHECK(expected("membar.sc.sys;") == levels);
  for (const char* line : {"fence.alias;", "fence.proxy;", "fence.proxy.alias.global;"})
    CHECK(expected(line) == ".proxy with one of .alias, .async, .async.global, .async.shared::cta");
  CHECK(expected("fence.proxy.async.gpu;") == "no order and no scope with .proxy");
  CHECK_THAT(body_refusal("fence.relaxed.gpu;"),
             Contains("unknown suffix of 'fence' '.relaxed'; known: .acquire, .release, .acq_rel, .sc, .cta,"));
}
