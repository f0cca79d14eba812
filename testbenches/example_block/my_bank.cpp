// my_bank.sv in place of the unified banks: `[unified_bank] model = "my_bank"`, or --block my_bank=check:order.
#include <cstring>

#include "Vmy_bank.h"
#include "cosim/rtl_block.h"
#include "cosim/unified_bank_transactor.h"

namespace {

using namespace unibank;

class MyBank : public rtl::UnifiedBankBlock {
 public:
  explicit MyBank(unsigned fault = 0) { top_->fault = fault; }
  unsigned most_rows() const override { return 1024; }  // parameter ROWS
  void write(unsigned row, std::uint16_t enables, const Row& bytes) override {
    top_->wr = 1;
    top_->wr_row = row;
    top_->wr_enable = enables;
    std::memcpy(&top_->wr_data[0], bytes.data(), kWidth);
  }
  void read(unsigned row) override {
    top_->rd = 1;
    top_->rd_row = row;
    top_->rd_behind_write = top_->wr;
  }
  bool writing() const override { return top_->wr; }
  bool reading() const override { return top_->rd; }
  unsigned write_row() const override { return top_->wr_row; }
  unsigned enables() const override { return top_->wr_enable; }
  Row write_bytes() const override { return row_of(top_->wr_data); }
  unsigned read_row() const override { return top_->rd_row; }
  void edge() override {
    top_.edge();
    top_->wr = top_->rd = 0;
  }
  bool written() const override { return top_->wr_done; }
  bool was_read() const override { return top_->rd_done; }
  Row read_bytes() const override { return row_of(top_->rd_data); }

 private:
  template <typename Words>
  static Row row_of(const Words& words) {
    Row row;
    std::memcpy(row.data(), &words[0], kWidth);
    return row;
  }
  rtl::Top<Vmy_bank> top_;
};

const rtl::RtlBlock<UnifiedBankKind, rtl::UnifiedBankTransactor, MyBank> kMyBank("my_bank",
                                                                                 "my_bank.sv: two stages, 1024 rows");

}  // namespace
