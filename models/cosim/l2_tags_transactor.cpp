#include "cosim/l2_tags_transactor.h"

#include <utility>

#include "cosim/sizes.h"
#include "tlm/time.h"

namespace unibank::rtl {

namespace {

// An absent line has no way, and has no victim yet.
TagResult known(TagResult found) {
  if (found.hit) return found;
  found.way = TagResult::kNoWay;
  found.victim_valid = false;
  found.victim_address = 0;
  return found;
}

std::string way_text(const TagResult& result) {
  std::string text = result.hit ? "hit" : "miss";
  if (result.way != TagResult::kNoWay) text += " in way " + std::to_string(result.way);
  if (result.victim_valid) text += ", line " + std::to_string(result.victim_address / kLineBytes) + " goes";
  return text;
}

}  // namespace

L2TagsTransactor::L2TagsTransactor(const char* name, const L2TagsParameters& parameters, const BlockOptions& options,
                                   std::unique_ptr<L2TagsBlock> pins)
    : pins_(std::move(pins)),
      watch_(name, {{"line", 49}, {"touch", 1}, {"enter", 1}, {"hit", 1}, {"way", 4}, {"victim_valid", 1}}, options) {
  const std::string block = name_of(options, "l2_tags");
  expect_check_by(block, options, true, false);  // their result is combinational
  check_most(block, "the number of sets", parameters.sets, pins_->most_sets());
  check_most(block, "the number of ways", parameters.ways, pins_->most_ways());
  pins_->configure(parameters.sets, parameters.ways);
  if (!options.check) return;
  model_ = std::make_unique<L2Tags>(parameters);
  count_ = std::make_unique<CheckCount>(name, block);
}

TagResult L2TagsTransactor::probe(std::uint64_t address) const {
  const TagResult found = known(pins_->find(address / kLineBytes));
  if (model_) compare("probe", address, found, model_->probe(address));
  return found;
}

TagResult L2TagsTransactor::lookup(std::uint64_t address) {
  const TagResult found = known(pins_->find(address / kLineBytes));
  show(address, found, true, false);
  pins_->touch(address / kLineBytes);
  if (model_) compare("lookup", address, found, model_->lookup(address));
  return found;
}

TagResult L2TagsTransactor::fill(std::uint64_t address) {
  const TagResult found = pins_->find(address / kLineBytes);
  show(address, found, false, true);
  pins_->enter(address / kLineBytes);
  if (model_) compare("fill", address, found, model_->fill(address));
  return found;
}

void L2TagsTransactor::compare(const char* what, std::uint64_t address, const TagResult& rtl,
                               const TagResult& model) const {
  count_->answered();
  if (rtl.hit == model.hit && rtl.way == model.way && rtl.set == model.set && rtl.victim_valid == model.victim_valid &&
      rtl.victim_address == model.victim_address) {
    return;
  }
  watch_.differ(current_cycle(), std::string(what) + " of line " + std::to_string(address / kLineBytes) +
                                     ": the model says " + way_text(model) + "; the RTL says " + way_text(rtl));
}

void L2TagsTransactor::show(std::uint64_t address, const TagResult& found, bool touch, bool enter) {
  if (!watch_.on()) return;
  const std::uint64_t way = found.way == TagResult::kNoWay ? 0 : found.way;
  watch_.show(current_cycle(), {address / kLineBytes, touch, enter, found.hit, way, found.victim_valid});
}

}  // namespace unibank::rtl
