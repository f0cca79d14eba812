// The tags of an L2 slice in RTL in place of the model's. They have no sockets: a lookup of the slice reads the pins in
// the same cycle, and an edge changes the state.
#pragma once

#include <memory>
#include <string>

#include "cosim/check_mode.h"
#include "cosim/l2_tags_block.h"
#include "cosim/pin_watch.h"
#include "memory/l2_tags.h"

namespace unibank::rtl {

class L2TagsTransactor : public L2TagsInterface {
 public:
  // Throws InputError for more sets or ways than the RTL has.
  L2TagsTransactor(const char* name, const L2TagsParameters& parameters, const BlockOptions& options,
                   std::unique_ptr<L2TagsBlock> pins);

  TagResult probe(std::uint64_t address) const override;
  TagResult lookup(std::uint64_t address) override;
  TagResult fill(std::uint64_t address) override;

 private:
  void compare(const char* what, std::uint64_t address, const TagResult& rtl, const TagResult& model) const;
  void show(std::uint64_t address, const TagResult& found, bool touch, bool enter);

  const std::unique_ptr<L2TagsBlock> pins_;
  std::unique_ptr<L2Tags> model_;      // null: no comparison
  std::unique_ptr<CheckCount> count_;  // with the model
  PinWatch watch_;
};

}  // namespace unibank::rtl
