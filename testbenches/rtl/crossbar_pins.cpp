#include "rtl/crossbar_pins.h"

#include <algorithm>
#include <cstring>

#include "Vcrossbar.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

CrossbarPins::CrossbarPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Vcrossbar>(context_.get(), "crossbar")) {
  top_->fault = fault;
}

CrossbarPins::~CrossbarPins() { top_->final(); }

void CrossbarPins::configure(const std::vector<std::uint64_t>& ends) {
  for (std::size_t range = 0; range < kRanges; ++range)
    top_->ends[range] = static_cast<std::uint32_t>(ends[std::min(range, ends.size() - 1)]);
  top_->reset = 1;
  edge();
  top_->reset = 0;
  top_->eval();
}

CrossbarPins::Route CrossbarPins::request(unsigned port, std::uint32_t address) {
  const unsigned lane = requests(port);
  top_->req_valid[port] |= 1u << lane;
  top_->req_address[port][lane] = address;
  top_->eval();
  return {(top_->to_none[port] >> lane & 1) != 0, top_->to_range[port][lane], top_->to_address[port][lane]};
}

unsigned CrossbarPins::requests(unsigned port) const {
  return static_cast<unsigned>(__builtin_popcount(top_->req_valid[port]));
}

void CrossbarPins::answer(unsigned port, unsigned name, const Bytes& bytes) {
  const unsigned lane = answers(port);
  top_->data_valid[port] |= 1u << lane;
  top_->data_name[port][lane] = name;
  std::memcpy(&top_->data[port][lane][0], bytes.data(), bytes.size());
}

unsigned CrossbarPins::answers(unsigned port) const {
  return static_cast<unsigned>(__builtin_popcount(top_->data_valid[port]));
}

bool CrossbarPins::answers_out(unsigned port, unsigned lane) const { return top_->rsp_valid[port] >> lane & 1; }
unsigned CrossbarPins::name_out(unsigned port, unsigned lane) const { return top_->rsp_name[port][lane]; }

CrossbarPins::Bytes CrossbarPins::bytes_out(unsigned port, unsigned lane) const {
  Bytes bytes;
  std::memcpy(bytes.data(), &top_->rsp_data[port][lane][0], bytes.size());
  return bytes;
}

std::uint64_t CrossbarPins::transfers(unsigned port) const { return top_->transfers[port]; }

bool CrossbarPins::busy() const {
  for (unsigned port = 0; port < kPorts; ++port) {
    if (top_->req_valid[port] || top_->data_valid[port] || top_->rsp_valid[port]) return true;
  }
  return false;
}

void CrossbarPins::edge() {
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  for (unsigned port = 0; port < kPorts; ++port) top_->req_valid[port] = top_->data_valid[port] = 0;
  top_->eval();
}

}  // namespace unibank::rtl
