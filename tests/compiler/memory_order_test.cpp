// Memory-ordering attributes of instructions as the SM receives them.
#include <catch2/catch.hpp>

#include "compiler/static_instructions.h"
#include "ptx/parser.h"
#include "support/prepare.h"

using namespace unibank;

namespace {

StaticInstruction told(const std::string& line) {
  ptx::Module module = ptx::parse(".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<3>; "
                                  ".reg .b64 %d<3>;\n.shared .align 8 .b8 s[8];\n" + line + "\nret;\n}\n", "k.ptx");
  ptx::Kernel& kernel = module.kernels.at("k");
  compiler::prepare(kernel);
  return compiler::static_instructions(kernel).front();
}

}  // namespace

TEST_CASE("a weak access has no scope and a store's default operator is write-back") {
  const StaticInstruction load = told("ld.global.u32 %r1, [%d1];"), store = told("st.global.u32 [%d1], %r1;");
  for (const StaticInstruction& what : {load, store}) {
    CHECK_FALSE(what.strong);
    CHECK_FALSE(what.fence);
    CHECK(what.scope == Scope::kThread);
  }
  CHECK(load.cache == CacheOperator::kAll);
  CHECK(store.cache == CacheOperator::kWriteBack);
}

TEST_CASE("every cache operator of a load or store reaches the SM") {
  const std::pair<const char*, CacheOperator> operators[] = {
      {"ld.global.ca.u32 %r1, [%d1];", CacheOperator::kAll},
      {"ld.global.cg.u32 %r1, [%d1];", CacheOperator::kGlobal},
      {"ld.global.cs.u32 %r1, [%d1];", CacheOperator::kStreaming},
      {"ld.global.lu.u32 %r1, [%d1];", CacheOperator::kLastUse},
      {"ld.global.cv.u32 %r1, [%d1];", CacheOperator::kVolatile},
      {"st.global.wb.u32 [%d1], %r1;", CacheOperator::kWriteBack},
      {"st.global.cg.u32 [%d1], %r1;", CacheOperator::kGlobal},
      {"st.global.cs.u32 [%d1], %r1;", CacheOperator::kStreaming},
      {"st.global.wt.u32 [%d1], %r1;", CacheOperator::kWriteThrough}};
  for (const auto& [line, cache] : operators) {
    CAPTURE(line);
    CHECK(told(line).cache == cache);
  }
}

TEST_CASE("strong accesses and fences acquire and release as written for the threads of their scope") {
  const struct {
    const char* line;
    bool strong, acquires, releases, fence, sequential;
    Scope scope;
  } all[] = {{"ld.volatile.global.u32 %r1, [%d1];", true, false, false, false, false, Scope::kSystem},
             {"ld.relaxed.cta.u32 %r1, [%d1];", true, false, false, false, false, Scope::kBlock},
             {"ld.acquire.gpu.u32 %r1, [%d1];", true, true, false, false, false, Scope::kDevice},
             {"st.release.cluster.u32 [%d1], %r1;", true, false, true, false, false, Scope::kCluster},
             {"atom.global.add.u32 %r1, [%d1], 1;", true, false, false, false, false, Scope::kDevice},
             {"atom.acq_rel.sys.global.add.u32 %r1, [%d1], 1;", true, true, true, false, false, Scope::kSystem},
             {"red.release.gpu.shared.add.u32 [s], 1;", true, false, true, false, false, Scope::kDevice},
             {"fence.acq_rel.cta;", false, true, true, true, false, Scope::kBlock},
             {"fence.acquire.gpu;", false, true, false, true, false, Scope::kDevice},
             {"fence.release.sys;", false, false, true, true, false, Scope::kSystem},
             {"fence.sc.cluster;", false, true, true, true, true, Scope::kCluster},
             {"membar.gl;", false, true, true, true, true, Scope::kDevice},
             {"fence.proxy.async;", false, false, false, true, false, Scope::kThread},
             {"bar.sync 0;", false, false, false, false, false, Scope::kThread}};
  for (const auto& one : all) {
    CAPTURE(one.line);
    const StaticInstruction what = told(one.line);
    CHECK(what.strong == one.strong);
    CHECK(what.acquires == one.acquires);
    CHECK(what.releases == one.releases);
    CHECK(what.fence == one.fence);
    CHECK(what.sequential == one.sequential);
    CHECK(what.scope == one.scope);
    CHECK((what.fence ? what.unit == Unit::kAlu : true));
  }
}
