// my_pipelined_tags.sv in place of the tag array: --block my_pipelined_tags=check:order.
#include "Vmy_pipelined_tags.h"
#include "cosim/rtl_block.h"
#include "cosim/tag_array_transactor.h"

namespace {
using namespace unibank;

class MyPipelinedTags : public rtl::TagArrayBlock {
 public:
  explicit MyPipelinedTags(unsigned fault = 0) { top_->fault = fault; }
  unsigned most_sets() const override { return 1024; }  // parameter SETS
  unsigned most_ways() const override { return 4; }
  bool has(const Request& request) const override {  // the operations of designs with write-through stores
    if (is(request, TagOperation::kFill)) return request.state == kCleanLine;
    return is(request, TagOperation::kLookup) || is(request, TagOperation::kInvalidate);
  }
  void configure(unsigned sets, unsigned ways, std::uint16_t) override {
    if (ways != 4) throw InputError("my_pipelined_tags has 4 ways, the cache " + std::to_string(ways));
    top_->sets = sets, top_->flush = 1;
    edge();
    top_->flush = 0;
  }
  void request(const Request& request) override { standing_ = request, requested_ = true; }
  bool requested() const override { return requested_; }
  Request request() const override { return standing_; }
  bool ready() const override { return true; }
  void edge() override {
    top_->find = requested_ && is(standing_, TagOperation::kLookup);
    top_->enter = requested_ && is(standing_, TagOperation::kFill);
    top_->drop = requested_ && is(standing_, TagOperation::kInvalidate);
    top_->line = standing_.line;
    top_.edge();
    requested_ = false;
  }
  bool answered() const override { return top_->done; }
  TagResult answer() const override {
    TagResult result;
    result.hit = top_->was_there;
    result.way = top_->has_slot ? top_->slot : TagResult::kNoWay;
    result.set = top_->row;
    result.state = top_->has_slot ? kCleanLine : 0;
    result.victim_valid = top_->pushed_out, result.victim_state = top_->pushed_out ? kCleanLine : 0;
    result.victim_address = top_->pushed_line * kLineBytes;
    return result;
  }
  unsigned lines(std::uint8_t state) const override { return state == kCleanLine ? top_->held : 0; }
  TagCounters counters() const override { return {top_->lookups, top_->hits, top_->fills, top_->evictions}; }

 private:
  static bool is(const Request& one, TagOperation operation) { return TagOperation{one.operation} == operation; }
  rtl::Top<Vmy_pipelined_tags> top_;
  Request standing_;
  bool requested_ = false;
};

const rtl::RtlBlock<TagArrayKind, rtl::TagArrayTransactor, MyPipelinedTags> kMyPipelinedTags(
    "my_pipelined_tags", "my_pipelined_tags.sv: two stages, 1024 sets of 4 ways");

}  // namespace
