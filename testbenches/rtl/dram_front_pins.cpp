#include "rtl/dram_front_pins.h"

#include <algorithm>

#include "Vdram_front.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

DramFrontPins::DramFrontPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vdram_front>(context_.get(), "dram_front")) {
  top_->fault = fault;
}

DramFrontPins::~DramFrontPins() { top_->final(); }

void DramFrontPins::configure(const DramParameters& parameters) {
  const unsigned width = parameters.bytes_per_cycle;
  top_->places = parameters.queue;
  top_->latency = parameters.latency;
  top_->width = width;
  for (unsigned sectors = 0; sectors <= kSectors; ++sectors) {
    top_->whole[sectors] = sectors * kSectorBytes / width;
    top_->rest[sectors] = sectors * kSectorBytes % width;
  }
  top_->reset = 1;
  edge();
  top_->reset = 0;
  top_->eval();
}

void DramFrontPins::cycle(Cycle now) {
  top_->cycle = now;
  top_->eval();
}

void DramFrontPins::request(unsigned port, bool write, unsigned sectors, unsigned name) {
  top_->req_valid = 1;
  top_->req_port = port;
  top_->req_write = write;
  top_->req_sectors = sectors;
  top_->req_name = name;
  top_->eval();
}

bool DramFrontPins::requested() const { return top_->req_valid; }
bool DramFrontPins::ready() const { return top_->req_ready; }

DramFrontPins::Answer DramFrontPins::answer(unsigned port) const {
  return {(top_->rsp_valid >> port & 1) != 0, (top_->rsp_write >> port & 1) != 0, top_->rsp_name[port]};
}

void DramFrontPins::take_answers() { top_->rsp_taken = 1; }

Cycle DramFrontPins::next_answer() const { return top_->any_answer ? top_->next_answer : kNever; }
Cycle DramFrontPins::next_start() const { return top_->any_start ? top_->next_start : kNever; }
unsigned DramFrontPins::depth() const { return top_->depth; }

void DramFrontPins::edge() {
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->req_valid = 0;
  top_->rsp_taken = 0;
  top_->eval();
}

DramChannelCounters DramFrontPins::counters() const {
  DramChannelCounters counters;
  counters.reads = top_->reads;
  counters.writes = top_->writes;
  counters.read_bytes = top_->read_sectors * kSectorBytes;
  counters.write_bytes = top_->write_sectors * kSectorBytes;
  counters.busy_cycles = top_->busy_cycles;
  return counters;
}

}  // namespace unibank::rtl
