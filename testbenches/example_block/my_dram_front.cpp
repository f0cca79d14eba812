// my_dram_front.sv in place of a DRAM channel with one port: --block my_dram_front=check:order.
#include "Vmy_dram_front.h"
#include "cosim/dram_front_transactor.h"
#include "cosim/rtl_block.h"

namespace {

using namespace unibank;

class MyDramFront : public rtl::DramFrontBlock {
 public:
  explicit MyDramFront(unsigned fault = 0) { top_->fault = fault; }
  unsigned most_ports() const override { return 1; }
  unsigned most_queue() const override { return 64; }  // parameters QUEUE and NAMES
  unsigned most_cycles() const override { return 65535; }
  unsigned names() const override { return 1024; }
  void configure(const DramParameters& parameters) override {
    top_->places = parameters.queue;
    top_->latency = parameters.latency;
    top_->width = parameters.bytes_per_cycle;
    top_->reset = 1, edge(), top_->reset = 0;
  }
  void cycle(Cycle now) override {
    top_->cycle = now;
    top_.settle();
  }
  void request(unsigned, bool write, unsigned sectors, unsigned name) override {
    top_->ask = 1, top_->ask_write = write, top_->ask_sectors = sectors, top_->ask_name = name;
  }
  bool requested() const override { return top_->ask; }
  bool ready() const override { return top_->room; }
  Answer answer(unsigned) const override { return {top_->answers != 0, top_->answers_write != 0, top_->answer_name}; }
  void take_answers() override { top_->taken = 1; }
  // The clock runs while the block is active, so something may happen in the next cycle.
  Cycle next_answer() const override { return top_->active ? top_->cycle + 1 : kNever; }
  Cycle next_start() const override { return next_answer(); }
  unsigned depth() const override { return top_->waiting; }
  void edge() override {
    top_.edge();
    top_->ask = top_->taken = 0;
    top_.settle();
  }
  DramChannelCounters counters() const override {
    DramChannelCounters all;
    all.reads = top_->requests[0], all.read_bytes = top_->sectors[0] * kSectorBytes;
    all.writes = top_->requests[1], all.write_bytes = top_->sectors[1] * kSectorBytes;
    all.busy_cycles = top_->busy;
    return all;
  }

 private:
  rtl::Top<Vmy_dram_front> top_;
};

const rtl::RtlBlock<DramKind, rtl::DramFrontTransactor, MyDramFront> kMyDramFront("my_dram_front",
                                                                                  "my_dram_front.sv: one port",
                                                                                  "fixed-latency");

}  // namespace
