// An arbiter in RTL in place of the Sm's own. It has no sockets: each request of a stage of the Sm's cycle becomes an
// operation at the pins and a clock edge, in order.
#pragma once

#include <memory>
#include <string>

#include "cosim/pin_watch.h"
#include "cosim/arbiter_block.h"
#include "cosim/check_mode.h"

namespace unibank::rtl {

class ArbiterTransactor : public ArbiterInterface {
 public:
  ArbiterTransactor(const std::string& name, const ArbiterParameters& parameters, const BlockOptions& options,
                    std::unique_ptr<ArbiterBlock> pins);

  void begin_cycle() override;
  void begin_instruction() override;
  bool registers(std::uint64_t banks, bool write, bool upper) override;
  bool memory(const BankRow& row, bool write) override;
  bool lookup(unsigned tag_bank) override;

 private:
  void compare(const ArbiterBlock::Request& request, bool model, bool rtl) const;
  void show(const ArbiterBlock::Request& request, bool grant);

  const ArbiterParameters parameters_;
  const std::unique_ptr<ArbiterBlock> pins_;
  std::unique_ptr<NativeArbiter> model_;  // null: no comparison
  std::unique_ptr<CheckCount> count_;     // with the model
  PinWatch watch_;
  Cycle cycle_ = 0;
};

}  // namespace unibank::rtl
