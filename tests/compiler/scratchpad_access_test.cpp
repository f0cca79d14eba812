// Which scratchpad variables each instruction of hand-written kernels may access.
#include "compiler/scratchpad_access.h"

#include <catch2/catch.hpp>

#include "ptx/parser.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

constexpr VariableSet kA = 1, kB = 2;

// Variables A (64 bytes at 0) and B (32 bytes at 64) around a body.
ptx::Kernel kernel_with(const std::string& body) {
  const std::string text = ".version 6.0\n.target sm_70\n.address_size 64\n.extern .shared .b32 dyn[];\n"
                           ".visible .entry k(.param .u64 p)\n{\n"
                           ".reg .pred %p<9>; .reg .b32 %r<19>; .reg .b64 %d<19>;\n"
                           ".shared .align 4 .b8 A[64]; .shared .align 4 .b8 B[32]; .local .b32 L;\n" +
                           body + "\nret;\n}\n";
  return ptx::parse(text, "k.ptx").kernels.at("k");
}

// The variables accessed by the last instruction before the final `ret`.
ScratchpadTouch last_touch(const std::string& body, const Surroundings& around = {}) {
  const std::vector<ScratchpadTouch> touches = scratchpad_accesses(kernel_with(body), around).touches;
  return touches.at(touches.size() - 2);
}

}  // namespace

TEST_CASE("An access that names its variable touches only that variable and only the named bytes") {
  const ScratchpadTouch touch = last_touch("st.shared.u32 [B+4], %r1;");
  CHECK(touch.variables == kB);
  CHECK(touch.end == 8);
  CHECK(last_touch("ld.shared.v2.u32 {%r1, %r2}, [A];").end == 8);
  CHECK(last_touch("ld.shared.u32 %r1, [A+60];").variables == kA);
}

TEST_CASE("Accesses to other spaces touch no scratchpad") {
  CHECK(last_touch("ld.global.u32 %r1, [%d1];").variables == 0);
  CHECK(last_touch("st.local.u32 [L], %r1;").variables == 0);
  CHECK(last_touch("add.u32 %r1, %r2, %r3;").variables == 0);
  CHECK(last_touch("ld.u32 %r1, [%d1];").variables == 0);
}

TEST_CASE("The address of a variable is followed through moves and sums") {
  const ScratchpadTouch stepped = last_touch("mov.u32 %r1, B;\nadd.u32 %r2, %r1, 8;\nsub.u32 %r2, %r2, 4;\n"
                                             "atom.shared.add.u32 %r3, [%r2+4], %r4;");
  CHECK(stepped.variables == kB);
  CHECK(last_touch("mov.u32 %r1, B+8;\nadd.u32 %r2, %r1, 8;\nred.shared.add.u32 [%r2+4], %r4;").end == 24);
  const ScratchpadTouch indexed = last_touch("mov.u32 %r1, %tid.x;\nshl.b32 %r1, %r1, 2;\nmov.u32 %r2, A;\n"
                                             "add.u32 %r3, %r2, %r1;\nld.shared.u32 %r4, [%r3];");
  CHECK(indexed.variables == kA);
  CHECK(indexed.end == ScratchpadTouch::kUnknown);
  CHECK(last_touch("mad.lo.u32 %r3, %r1, 4, %r2;\nmov.u32 %r2, A;\nld.shared.u32 %r4, [%r3];").variables == kA);
}

TEST_CASE("A pointer that a loop advances stays in its variable at an unknown offset") {
  const ScratchpadTouch touch = last_touch("mov.u32 %r1, B;\nloop:\nadd.u32 %r1, %r1, 4;\nsetp.eq.u32 %p1, %r1, %r2;\n"
                                           "@%p1 bra loop;\nld.shared.u32 %r4, [%r1];");
  CHECK(touch.variables == kB);
  CHECK(touch.end == ScratchpadTouch::kUnknown);
}

TEST_CASE("A pointer to one of two variables touches both") {
  CHECK(last_touch("mov.u32 %r1, A;\nmov.u32 %r2, B;\nselp.b32 %r3, %r1, %r2, %p1;\nld.shared.u32 %r4, [%r3];")
            .variables == (kA | kB));
  CHECK(last_touch("mov.u32 %r1, A;\n@%p1 mov.u32 %r1, B;\nld.shared.u32 %r4, [%r1];").variables == (kA | kB));
}

TEST_CASE("An address of unknown origin may lead to every variable") {
  CHECK(last_touch("ld.shared.u32 %r1, [%r2];").variables == kAllVariables);
  CHECK(last_touch("ld.shared.u32 %r1, [16];").variables == kAllVariables);
  CHECK(last_touch("ld.global.u32 %r2, [%d1];\nld.shared.u32 %r1, [%r2];").variables == kAllVariables);
  CHECK(last_touch("mov.u32 %r1, A;\n@%p1 mov.u32 %r1, %r2;\nld.shared.u32 %r4, [%r1];").variables == kAllVariables);
  CHECK(last_touch("mov.u32 %r1, A;\n@%p1 mov.u32 %r1, 0;\nld.shared.u32 %r4, [%r1];").variables == kAllVariables);
}

TEST_CASE("An access to a dynamic array counts as one outside of the known variables") {
  CHECK(last_touch("st.shared.u32 [dyn+4], %r1;").variables == kElsewhere);
}

TEST_CASE("Generic addresses may lead to the scratchpad if they come from a variable or from outside") {
  const std::string generic = "mov.u64 %d2, A;\ncvta.shared.u64 %d3, %d2;\n";
  CHECK(last_touch(generic + "ld.u32 %r1, [%d3];").variables == kA);
  CHECK(last_touch(generic + "ld.u32 %r1, [%d1];").variables == kAllVariables);
  CHECK(last_touch(generic + "ld.global.u32 %r1, [%d1];").variables == 0);
  CHECK(last_touch("ld.u32 %r1, [%d1];", {false, true}).variables == kAllVariables);
}

TEST_CASE("An access is shared when it may reach beyond the private bytes") {
  const ptx::Kernel kernel = kernel_with("mov.u32 %r2, A;\nadd.u32 %r2, %r2, %r1;\n"
                                         "st.shared.u32 [A+4], %r1;\nst.shared.u32 [A+8], %r1;\n"
                                         "st.shared.u32 [%r2], %r1;\nst.shared.u32 [B], %r1;\n"
                                         "st.shared.u32 [dyn], %r1;\nst.shared.u32 [A+-4], %r1;");
  const ScratchpadAccesses accesses = scratchpad_accesses(kernel);
  const auto shared = [&](std::uint64_t bytes) {
    const std::vector<bool> all = shared_accesses(kernel, accesses, bytes);
    return std::vector<bool>(all.begin() + 2, all.end() - 1);  // without mov, add and ret
  };
  CHECK(shared(0) == std::vector<bool>{true, true, true, true, true, true});
  CHECK(shared(8) == std::vector<bool>{false, true, true, true, true, true});
  CHECK(shared(64) == std::vector<bool>{false, false, false, true, true, false});
  CHECK(shared(68) == std::vector<bool>{false, false, false, false, true, false});
}
