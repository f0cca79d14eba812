// l2_tags.sv in the place of the tags of an L2 slice. They have no sockets: what a slice asks in its lookup is answered
// by the pins in no time, and an edge makes what it changes.
#pragma once

#include <memory>
#include <string>

#include "base/input_error.h"
#include "cosim/pin_watch.h"
#include "memory/l2_tags.h"
#include "rtl/l2_tags_pins.h"
#include "tlm/time.h"

namespace unibank::rtl {

class L2TagsRtl : public L2TagsInterface {
 public:
  // Throws InputError for more sets or ways than the RTL has.
  L2TagsRtl(const char* name, const L2TagsParameters& parameters, const BlockOptions& options)
      : pins_(check_most("sets", parameters.sets, L2TagsPins::kSets),
              check_most("ways", parameters.ways, L2TagsPins::kWays), options.fault),
        watch_(name, {{"line", 49}, {"touch", 1}, {"enter", 1}, {"hit", 1}, {"way", 4}, {"victim_valid", 1}}, options) {
    if (options.check) model_ = std::make_unique<L2Tags>(parameters);
  }

  TagResult probe(std::uint64_t address) const override {
    const TagResult found = known(pins_.find(address / kLineBytes));
    if (model_) compare("probe", address, found, model_->probe(address));
    return found;
  }
  TagResult lookup(std::uint64_t address) override {
    const TagResult found = known(pins_.find(address / kLineBytes));
    show(address, found, true, false);
    pins_.touch(address / kLineBytes);
    if (model_) compare("lookup", address, found, model_->lookup(address));
    return found;
  }
  TagResult fill(std::uint64_t address) override {
    const TagResult found = pins_.find(address / kLineBytes);
    show(address, found, false, true);
    pins_.enter(address / kLineBytes);
    if (model_) compare("fill", address, found, model_->fill(address));
    return found;
  }

 private:
  static unsigned check_most(const char* what, unsigned design, unsigned built) {
    if (design <= built) return design;
    throw InputError("l2_tags.sv: the number of " + std::string(what) + " is " + std::to_string(design) +
                     ", the RTL has been built with " + std::to_string(built));
  }
  // An absent line has no way, and nothing goes for it yet.
  static TagResult known(TagResult found) {
    if (found.hit) return found;
    found.way = TagResult::kNoWay;
    found.victim_valid = false;
    found.victim_address = 0;
    return found;
  }

  void compare(const char* what, std::uint64_t address, const TagResult& rtl, const TagResult& model) const {
    if (rtl.hit == model.hit && rtl.way == model.way && rtl.set == model.set &&
        rtl.victim_valid == model.victim_valid && rtl.victim_address == model.victim_address) {
      return;
    }
    watch_.differ(current_cycle(), std::string(what) + " of line " + std::to_string(address / kLineBytes) +
                                       ": the model says " + text_of(model) + "; the RTL says " + text_of(rtl));
  }
  static std::string text_of(const TagResult& result) {
    std::string text = result.hit ? "hit" : "miss";
    if (result.way != TagResult::kNoWay) text += " in way " + std::to_string(result.way);
    if (result.victim_valid) text += ", line " + std::to_string(result.victim_address / kLineBytes) + " goes";
    return text;
  }

  void show(std::uint64_t address, const TagResult& found, bool touch, bool enter) {
    if (!watch_.on()) return;
    const std::uint64_t way = found.way == TagResult::kNoWay ? 0 : found.way;
    watch_.show(current_cycle(), {address / kLineBytes, touch, enter, found.hit, way, found.victim_valid});
  }

  mutable L2TagsPins pins_;        // outputs follow the inputs
  std::unique_ptr<L2Tags> model_;  // null: nothing is compared
  PinWatch watch_;
};

}  // namespace unibank::rtl
