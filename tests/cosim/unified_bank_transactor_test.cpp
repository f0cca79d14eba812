// The bank's transactor around a user's bank. (Around RTL: tests/rtl/block.)
#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <optional>

#include "cosim/unified_bank_transactor.h"
#include "support/forked.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::UnifiedBankBlock;

namespace {

// Accepts a read and a write every cycle; it answers a read `latency` edges later and a write at the next edge.
class PipelinedBank : public UnifiedBankBlock {
 public:
  PipelinedBank(unsigned latency, bool wrong) : wrong_(wrong), pipe_(latency - 1) {}
  unsigned most_rows() const override { return 4; }
  void write(unsigned row, std::uint16_t enables, const Row& bytes) override { write_ = {row, enables, bytes}; }
  void read(unsigned row) override { read_ = row; }
  bool writing() const override { return write_.has_value(); }
  bool reading() const override { return read_.has_value(); }
  unsigned write_row() const override { return write_ ? write_->row : 0; }
  unsigned enables() const override { return write_ ? write_->enables : 0; }
  Row write_bytes() const override { return write_ ? write_->bytes : Row(); }
  unsigned read_row() const override { return read_.value_or(0); }
  void edge() override {
    written_ = write_.has_value();
    for (unsigned byte = 0; write_ && byte < kWidth; ++byte) {
      if (write_->enables >> byte & 1) rows_[write_->row][byte] = write_->bytes[byte];
    }
    pipe_.push_back(read_ ? std::optional<Row>(rows_[*read_]) : std::nullopt);
    out_ = pipe_.front();
    if (out_ && wrong_) ++(*out_)[3];
    pipe_.pop_front();
    write_.reset();
    read_.reset();
  }
  bool written() const override { return written_; }
  bool was_read() const override { return out_.has_value(); }
  Row read_bytes() const override { return out_.value_or(Row()); }

 private:
  struct Write {
    unsigned row;
    std::uint16_t enables;
    Row bytes;
  };
  const bool wrong_;
  std::deque<std::optional<Row>> pipe_;
  std::array<Row, 4> rows_{};
  std::optional<Write> write_;
  std::optional<unsigned> read_;
  std::optional<Row> out_;
  bool written_ = false;
};

// Returns the cycles of the answers, the first byte of the last one and the comparison's summary; or the error that
// ended the run. `stuck`: the cycle in which the machine makes no progress (0: it does).
std::string run_bank(BlockOptions options, unsigned latency, bool wrong = false, Cycle stuck = 0) {
  return test::forked([&] {
    rtl::UnifiedBankTransactor bank("bank", {4, false, false, false}, options,
                                    std::make_unique<PipelinedBank>(latency, wrong));
    test::Requester requester(
        "requester", {test::write_at(10, 0x10, 16, std::vector<unsigned char>(16, 7)), test::read_at(11, 0x10, 16),
                      test::read_at(12, 0x20, 16), test::read_at(13, 0x10, 16)});
    requester.port.bind(bank.socket());
    try {
      if (stuck == 0) sc_core::sc_start();
      else sc_core::sc_start(cycles(stuck)), bank.no_progress();
    } catch (const sc_core::sc_report& report) {
      return std::string(report.get_msg());
    }
    std::string text;
    for (std::size_t i = 0; i < requester.size(); ++i) text += std::to_string(requester[i].answered) + " ";
    text += "byte " + std::to_string(requester[3].answer[0]);
    if (const Comparison* const found = bank.comparison())
      text += ", " + std::to_string(found->late) + " of " + std::to_string(found->answers) + " late by at most " +
              std::to_string(found->most);
    return text;
  });
}

BlockOptions bank_compared_by(CheckBy by) {
  BlockOptions options;
  options.block = "my_bank";
  options.check = true;
  options.check_by = by;
  return options;
}

}  // namespace

TEST_CASE("bank transactor: a pipelined bank answers in order and each read after its own latency") {
  CHECK(run_bank({}, 1) == "11 12 13 14 byte 7");
  CHECK(run_bank({}, 3) == "11 14 15 16 byte 7");
}

TEST_CASE("bank transactor: a pipelined bank is compared in order and its lateness is counted") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK(run_bank(bank_compared_by(CheckBy::kOrder), 1) == "11 12 13 14 byte 7, 0 of 4 late by at most 0");
  CHECK(run_bank(bank_compared_by(CheckBy::kOrder), 3) == "11 14 15 16 byte 7, 3 of 4 late by at most 2");
  CHECK_THAT(run_bank(bank_compared_by(CheckBy::kCycles), 3),
             Catch::Contains("RTL and model differ in cycle 12: no answer to the read of 16 bytes at 0x10"));
  CHECK_THAT(run_bank(bank_compared_by(CheckBy::kOrder), 3, true),
             Catch::Contains("RTL and model differ in cycle 14: read of 16 bytes at 0x10, which came in cycle 11: the "
                             "model's row is 07"));
  CHECK_THAT(
      run_bank(bank_compared_by(CheckBy::kRules), 1),
      Catch::Contains("my_bank as RTL: check_by is rules, this kind of block can be compared by cycles or order"));
}

TEST_CASE("bank transactor: a bank that never answers is named when the machine makes no progress") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(run_bank(bank_compared_by(CheckBy::kOrder), 1000, false, 50),
             Catch::Contains("bank: RTL and model differ in cycle 50: no answer to the read of 16 bytes at 0x10, which "
                             "came in cycle 11; the pins of the last 200 cycles"));
  CHECK(run_bank(bank_compared_by(CheckBy::kOrder), 1, false, 50) == "11 12 13 14 byte 7, 0 of 4 late by at most 0");
}
