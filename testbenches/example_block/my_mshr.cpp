// my_mshr.sv in place of the MSHR: `[mshr] model = "my_mshr"`, or --block my_mshr=check:order.
#include "Vmy_mshr.h"
#include "cosim/mshr_transactor.h"
#include "cosim/rtl_block.h"

namespace {

using namespace unibank;

class MyMshr : public rtl::MshrBlock {
 public:
  explicit MyMshr(unsigned fault = 0) { top_->fault = fault; }
  unsigned most_entries() const override { return 128; }  // parameters ENTRIES, MERGES and NAMES
  unsigned most_merges() const override { return 32; }
  unsigned names() const override { return 1024; }
  void configure(unsigned entries, unsigned merges) override {
    top_->entries = entries, top_->merges = merges, top_->reset = 1;
    top_.edge();
    top_->reset = 0;
  }
  void request(const Request& asked) override {
    const unsigned more = asked.write ? 0 : asked.length / kSectorBytes - 1;
    top_->ask = 1, top_->ask_write = asked.write, top_->ask_name = asked.name, top_->ask_alone = asked.alone;
    top_->ask_bytes = asked.address / kSectorBytes << 2 | more;
    top_.settle();
  }
  void memory_took() override { top_->mem_taken = 1; }
  void data(bool write, unsigned entry_or_name) override {
    top_->data = 1, top_->data_write = write;
    (write ? top_->data_name = entry_or_name : top_->data_entry = entry_or_name);
  }
  bool requested() const override { return top_->ask; }
  bool has_data() const override { return top_->data; }
  bool has_data_of_read() const override { return top_->data && !top_->data_write; }
  bool room_now() const override { return false; }  // nothing is taken before an edge
  bool taken() const override { return top_->taken; }
  ToMemory to_memory() const override {
    return {top_->mem != 0, top_->mem_write != 0, (top_->mem_bytes >> 2) * kSectorBytes,
            (unsigned(top_->mem_bytes & 3) + 1) * kSectorBytes, top_->mem_entry, top_->mem_name};
  }
  Answer answer() const override { return {top_->rsp != 0, top_->rsp_answer, top_->rsp_name, top_->rsp_entry}; }
  bool busy() const override { return top_->rsp; }
  void edge() override {
    const bool waits = top_->ask && !top_->taken;
    top_.edge();
    top_->ask = waits, top_->mem_taken = 0, top_->data = 0;
    top_.settle();
  }
  unsigned occupancy() const override { return top_->occupancy; }
  std::uint64_t allocations() const override { return top_->allocations; }
  std::uint64_t merges() const override { return top_->merged; }
  std::uint64_t stalls() const override { return top_->stalls; }

 private:
  rtl::Top<Vmy_mshr> top_;
};

const rtl::RtlBlock<MshrKind, rtl::MshrTransactor, MyMshr> kMyMshr("my_mshr", "my_mshr.sv: 128 entries of 32 reads");

}  // namespace
