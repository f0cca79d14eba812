#include "my_tag_array_pins.h"

#include <string>

#include "Vmy_tag_array.h"
#include "base/input_error.h"
#include "cosim/verilated_context.h"

using namespace unibank;

namespace {

// TagOperation of memory/tag_array.h, which includes SystemC.
enum Operation : std::uint8_t { kLookup = 0, kFill = 1, kInvalidate = 2 };

}  // namespace

MyTagArrayPins::MyTagArrayPins()
    : context_(rtl::make_context()), top_(std::make_unique<Vmy_tag_array>(context_.get())) {
  configure(0, most_ways(), 0);
}

MyTagArrayPins::~MyTagArrayPins() { top_->final(); }

bool MyTagArrayPins::has(const Request& request) const {
  switch (request.operation) {
    case kLookup:
    case kInvalidate: return true;
    case kFill: return request.state == kCleanLine;
    default: return false;
  }
}

void MyTagArrayPins::configure(unsigned sets, unsigned ways, std::uint16_t /*keep*/) {
  if (ways != most_ways()) {
    throw InputError("my_tag_array as RTL: the cache has " + std::to_string(ways) + " ways, the RTL has " +
                     std::to_string(most_ways()));
  }
  top_->sets = sets;
  top_->flush = 1;
  edge();
  top_->flush = 0;
}

void MyTagArrayPins::request(const Request& request) {
  request_ = request;
  requested_ = true;
  top_->find = request.operation == kLookup;
  top_->enter = request.operation == kFill;
  top_->drop = request.operation == kInvalidate;
  top_->line = request.line;
}

// The logic sees the inputs before the edge; then the command pins are low until the next request.
void MyTagArrayPins::edge() {
  top_->eval();
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->find = top_->enter = top_->drop = 0;
  if (answered()) {
    const bool lookup = request_.operation == kLookup;
    counters_.lookups += lookup;
    counters_.hits += lookup && top_->was_there;
    counters_.fills += !top_->was_there && top_->has_slot;
    counters_.evictions += top_->pushed_out;
  }
  requested_ = false;
}

bool MyTagArrayPins::answered() const { return top_->done; }

TagResult MyTagArrayPins::answer() const {
  TagResult result;
  result.hit = top_->was_there;
  result.way = top_->has_slot ? static_cast<std::uint8_t>(top_->slot) : TagResult::kNoWay;
  result.set = top_->row;
  result.state = top_->has_slot ? kCleanLine : 0;
  result.victim_valid = top_->pushed_out;
  result.victim_state = top_->pushed_out ? kCleanLine : 0;
  result.victim_address = std::uint64_t{top_->pushed_line} * kLineBytes;
  return result;
}

unsigned MyTagArrayPins::lines(std::uint8_t state) const { return state == kCleanLine ? top_->held : 0; }

rtl::PinValues MyTagArrayPins::own_values() const { return {top_->held, top_->recency}; }
