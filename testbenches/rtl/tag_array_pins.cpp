#include "rtl/tag_array_pins.h"

#include "Vtag_array.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

TagArrayPins::TagArrayPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vtag_array>(context_.get(), "tag_array")) {
  top_->fault = fault;
  top_->reset = 1;
  configure(0, 1, 0);
  top_->reset = 0;
}

TagArrayPins::~TagArrayPins() { top_->final(); }

void TagArrayPins::configure(unsigned sets, unsigned ways, std::uint16_t keep) {
  top_->sets = sets;
  top_->ways = ways;
  top_->keep = keep;
  top_->clear = 1;
  edge();
  top_->clear = 0;
  top_->eval();
}

void TagArrayPins::request(const Request& request) {
  const unsigned lane = requests();
  top_->req_valid |= 1u << lane;
  top_->req_op[lane] = request.operation;
  top_->req_state[lane] = request.state;
  top_->req_line[lane] = request.line;
}

unsigned TagArrayPins::requests() const { return static_cast<unsigned>(__builtin_popcount(top_->req_valid)); }
TagArrayPins::Request TagArrayPins::request() const {
  return {top_->req_op[0], top_->req_state[0], top_->req_line[0]};
}
bool TagArrayPins::ready() const { return top_->req_ready; }

// The logic sees the inputs before the edge. The clock falls at once, as nothing depends on it.
void TagArrayPins::edge() {
  top_->eval();
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->req_valid = 0;
}

unsigned TagArrayPins::answers() const { return static_cast<unsigned>(__builtin_popcount(top_->rsp_valid)); }

TagResult TagArrayPins::answer(unsigned lane) const {
  TagResult result;
  result.hit = top_->rsp_hit >> lane & 1;
  result.way = top_->rsp_in_way >> lane & 1 ? static_cast<std::uint8_t>(top_->rsp_way[lane]) : TagResult::kNoWay;
  result.set = top_->rsp_set[lane];
  result.state = top_->rsp_state[lane];
  result.victim_valid = top_->rsp_victim_valid >> lane & 1;
  result.victim_state = top_->rsp_victim_state[lane];
  result.victim_address = std::uint64_t{top_->rsp_victim_line[lane]} * kLineBytes;
  return result;
}

unsigned TagArrayPins::lines(std::uint8_t state) const {
  constexpr unsigned kBits = 15;  // bits of a count up to kSets x kWays
  const unsigned first = (state & 15u) * kBits;
  const std::uint64_t low = top_->lines[first / 32];
  const std::uint64_t high = first / 32 + 1 < 8 ? top_->lines[first / 32 + 1] : 0;
  return static_cast<unsigned>((low | high << 32) >> first % 32) & ((1u << kBits) - 1);
}

TagCounters TagArrayPins::counters() const {
  TagCounters counters;
  counters.lookups = top_->lookups;
  counters.hits = top_->hits;
  counters.fills = top_->fills;
  counters.evictions = top_->evictions;
  return counters;
}

}  // namespace unibank::rtl
