// my_crossbar.sv in place of the crossbar: `[crossbar] model = "my_crossbar"`, or --block my_crossbar=check:order.
#include <cstring>

#include "Vmy_crossbar.h"
#include "cosim/crossbar_transactor.h"
#include "cosim/rtl_block.h"

namespace {
using namespace unibank;

class MyCrossbar : public rtl::CrossbarBlock {
 public:
  explicit MyCrossbar(unsigned fault = 0) { top_->fault = fault; }
  unsigned most_ports() const override { return 8; }  // parameters PORTS, RANGES, LANES
  unsigned most_ranges() const override { return 8; }
  unsigned lanes() const override { return 4; }
  unsigned names() const override { return 256; }
  void configure(const std::vector<std::uint64_t>& ends) override {
    for (unsigned i = 0; i < 8; ++i) top_->ends[i] = i < ends.size() ? ends[i] : ends.back();
    top_->reset = 1, edge(), top_->reset = 0;
  }
  Route request(unsigned port, std::uint32_t address) override {
    top_->address = address;
    top_.settle();
    ++asked_[port], ++transfers_[port];
    return {top_->range == 8, top_->range, top_->offset};
  }
  unsigned requests(unsigned port) const override { return asked_[port]; }
  void answer(unsigned port, unsigned name, const Bytes& bytes) override {
    const unsigned lane = answers(port);
    top_->in[port] |= 1u << lane, top_->in_name[port][lane] = name;
    std::memcpy(&top_->in_data[port][lane][0], bytes.data(), bytes.size());
  }
  unsigned answers(unsigned port) const override { return __builtin_popcount(top_->in[port]); }
  bool answers_out(unsigned port, unsigned lane) const override { return top_->out[port] >> lane & 1; }
  unsigned name_out(unsigned port, unsigned lane) const override { return top_->out_name[port][lane]; }
  Bytes bytes_out(unsigned port, unsigned lane) const override {
    Bytes bytes;
    std::memcpy(bytes.data(), &top_->out_data[port][lane][0], bytes.size());
    return bytes;
  }
  std::uint64_t transfers(unsigned port) const override { return transfers_[port]; }
  bool busy() const override {
    for (unsigned port = 0; port < 8; ++port)
      if (asked_[port] || top_->in[port] || top_->out[port]) return true;
    return false;
  }
  void edge() override {
    top_.edge();
    for (unsigned port = 0; port < 8; ++port) asked_[port] = top_->in[port] = 0;
  }

 private:
  rtl::Top<Vmy_crossbar> top_;
  unsigned asked_[8] = {};
  std::uint64_t transfers_[8] = {};
};
const rtl::RtlBlock<CrossbarKind, rtl::CrossbarTransactor, MyCrossbar> kMyCrossbar("my_crossbar",
                                                                                   "my_crossbar.sv: two registers");

}  // namespace
