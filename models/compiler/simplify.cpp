#include "compiler/simplify.h"

#include "compiler/expand_divisions.h"
#include "compiler/fuse_instructions.h"
#include "compiler/merge_moves.h"
#include "compiler/propagate_values.h"
#include "compiler/remove_unused.h"
#include "compiler/share_values.h"

namespace unibank::compiler {
namespace {

// Repeats the pass until nothing is removed any more: a fused instruction may be fused again, and a merge may make a
// value known.
template <typename Pass>
void repeat(ptx::Kernel& body, Pass pass) {
  for (std::size_t before = ~std::size_t{0}; body.instructions.size() < before;) {
    before = body.instructions.size();
    pass(body);
    remove_unused(body);
  }
}

}  // namespace

// Sums become part of addresses before they are fused with products, because a sum in an address costs nothing.
void simplify(ptx::Kernel& body) {
  if (body.instructions.empty() || !body.refused.empty()) return;
  expand_divisions(body);
  repeat(body, [](ptx::Kernel& one) {
    propagate_values(one);
    share_values(one);
  });
  repeat(body, [](ptx::Kernel& one) {
    fuse_instructions(one);
    propagate_values(one);
  });
  repeat(body, merge_moves);
}

}  // namespace unibank::compiler
