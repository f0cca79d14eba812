// The tags of an L2 slice as RTL in the model's place. They have no sockets: what a slice asks in its lookup is answered
// by the pins in the same cycle, and an edge makes what it changes.
#pragma once

#include <memory>
#include <string>

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
  std::unique_ptr<L2Tags> model_;  // null: nothing is compared
  PinWatch watch_;
};

}  // namespace unibank::rtl
