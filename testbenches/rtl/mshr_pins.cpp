#include "rtl/mshr_pins.h"

#include "Vmshr.h"
#include "base/types.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

MshrPins::MshrPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vmshr>(context_.get(), "mshr")) {
  top_->fault = fault;
}

MshrPins::~MshrPins() { top_->final(); }

void MshrPins::configure(unsigned entries, unsigned merges) {
  top_->entries = entries;
  top_->merges = merges;
  top_->reset = 1;
  edge();
  top_->reset = 0;
  top_->eval();
}

void MshrPins::request(const Request& request) {
  top_->req_valid = 1;
  top_->req_write = request.write;
  top_->req_sector = request.address / kSectorBytes;
  top_->req_count = request.write ? 0 : request.length / kSectorBytes - 1;
  top_->req_name = request.name;
  top_->req_alone = request.alone;
  top_->eval();
}

void MshrPins::memory_took() {
  top_->mem_taken = 1;
  top_->eval();
}

void MshrPins::data(bool write, unsigned entry_or_name) {
  top_->data_valid = 1;
  top_->data_write = write;
  top_->data_entry = write ? 0 : entry_or_name;
  top_->data_name = write ? entry_or_name : 0;
  top_->eval();
}

bool MshrPins::requested() const { return top_->req_valid; }
bool MshrPins::has_data() const { return top_->data_valid; }
bool MshrPins::has_data_of_read() const { return top_->data_valid && !top_->data_write; }
bool MshrPins::room_now() const { return top_->req_now; }
bool MshrPins::taken() const { return top_->req_taken; }

MshrPins::ToMemory MshrPins::to_memory() const {
  return {top_->mem_valid != 0,        top_->mem_write != 0,
          top_->mem_sector * kSectorBytes, (top_->mem_count + 1u) * kSectorBytes,
          top_->mem_entry,             top_->mem_name};
}

MshrPins::Answer MshrPins::answer() const {
  return {top_->rsp_valid != 0, top_->rsp_answer, top_->rsp_name, top_->rsp_entry};
}

bool MshrPins::busy() const { return top_->busy; }

// A request that was not taken stays at the pins; memory's data, and its acceptance of a request, last one cycle.
void MshrPins::edge() {
  const bool keeps = top_->req_valid && !top_->req_taken;
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->req_valid = keeps;
  top_->mem_taken = 0;
  top_->data_valid = 0;
  top_->eval();
}

unsigned MshrPins::occupancy() const { return top_->occupancy; }
std::uint64_t MshrPins::allocations() const { return top_->allocations; }
std::uint64_t MshrPins::merges() const { return top_->merged; }
std::uint64_t MshrPins::stalls() const { return top_->stalls; }

}  // namespace unibank::rtl
