#include "rtl/l2_tags_pins.h"

#include "Vl2_tags.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

L2TagsPins::L2TagsPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vl2_tags>(context_.get(), "l2_tags")) {
  top_->fault = fault;
}

L2TagsPins::~L2TagsPins() { top_->final(); }

void L2TagsPins::configure(unsigned sets, unsigned ways) {
  top_->sets = sets;
  top_->ways = ways;
  top_->clear = 1;
  edge();
  top_->clear = 0;
}

TagResult L2TagsPins::find(std::uint64_t line) {
  top_->line = line;
  top_->eval();
  TagResult result;
  result.hit = top_->hit;
  result.way = top_->way;
  result.set = top_->set_number;
  result.victim_valid = top_->victim_valid;
  result.victim_address = std::uint64_t{top_->victim_line} * kLineBytes;
  return result;
}

void L2TagsPins::touch(std::uint64_t line) {
  top_->line = line;
  top_->touch = 1;
  edge();
  top_->touch = 0;
}

void L2TagsPins::enter(std::uint64_t line) {
  top_->line = line;
  top_->enter = 1;
  edge();
  top_->enter = 0;
}

void L2TagsPins::edge() {
  top_->eval();
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
}

}  // namespace unibank::rtl
