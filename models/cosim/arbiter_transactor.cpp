#include "cosim/arbiter_transactor.h"

#include <sstream>
#include <utility>

#include "cosim/sizes.h"
#include "tlm/time.h"

namespace unibank::rtl {

namespace {

using ArbiterOperation = ArbiterBlock::Operation;
using Request = ArbiterBlock::Request;

std::vector<Pin> pins_of_an_arbiter() {
  return {{"op", 3, {"none", "cycle", "instruction", "register", "memory", "tag"}},
          {"write", 1}, {"banks", 64}, {"port", 3}, {"bytes", 5}, {"tag_bank", 3}, {"grant", 1},
          {"register_reads", 64}, {"register_writes", 64}, {"memory_reads", 64}, {"memory_writes", 64}};
}

std::string text_of(const Request& request) {
  if (request.operation == ArbiterOperation::kTag) return "a lookup in tag bank " + std::to_string(request.tag_bank);
  std::ostringstream text;
  text << (request.write ? "a write" : "a read");
  const bool memory = request.operation == ArbiterOperation::kMemory;
  if (memory) text << " of " << request.bytes << " bytes through port " << request.port;
  text << " of " << (memory ? "bank" : "a register in banks") << " 0x" << std::hex << request.banks;
  return text.str();
}

}  // namespace

ArbiterTransactor::ArbiterTransactor(const std::string& name, const ArbiterParameters& parameters,
                                     const BlockOptions& options, std::unique_ptr<ArbiterBlock> pins)
    : parameters_(parameters), pins_(std::move(pins)), watch_(name, pins_of_an_arbiter(), options) {
  expect_check_by(name_of(options, "arbiter"), options, true, false);  // its result is combinational
  pins_->configure(parameters);
  if (!options.check) return;
  model_ = std::make_unique<NativeArbiter>(parameters);
  count_ = std::make_unique<CheckCount>(name, name_of(options, "arbiter"));
}

void ArbiterTransactor::begin_cycle() {
  cycle_ = current_cycle();
  pins_->operate({ArbiterOperation::kCycle});
  if (model_) model_->begin_cycle();
  if (watch_.on()) watch_.show(cycle_ + 1, PinValues(pins_of_an_arbiter().size()));  // until the next requests
}

void ArbiterTransactor::begin_instruction() {
  pins_->operate({ArbiterOperation::kInstruction});
  if (model_) model_->begin_instruction();
}

bool ArbiterTransactor::registers(std::uint64_t banks, bool write, bool upper) {
  Request request = {ArbiterOperation::kRegister, write, banks};
  request.upper = upper;
  const bool grant = pins_->operate(request);
  show(request, grant);
  if (model_) compare(request, model_->registers(banks, write, upper), grant);
  return grant;
}

bool ArbiterTransactor::memory(const BankRow& row, bool write) {
  const Request request = {ArbiterOperation::kMemory, write, ArbiterParameters::banks_of(row), row.port,
                           parameters_.bytes_of(row)};
  const bool grant = pins_->operate(request);
  show(request, grant);
  if (model_) compare(request, model_->memory(row, write), grant);
  return grant;
}

bool ArbiterTransactor::lookup(unsigned tag_bank) {
  const Request request = {ArbiterOperation::kTag, false, 0, 0, 0, tag_bank};
  const bool grant = pins_->operate(request);
  show(request, grant);
  if (model_) compare(request, model_->lookup(tag_bank), grant);
  return grant;
}

void ArbiterTransactor::compare(const Request& request, bool model, bool rtl) const {
  count_->answered();
  if (model == rtl) return;
  watch_.differ(cycle_, text_of(request) + ": the model " + (model ? "grants" : "refuses") + " it, the RTL " +
                            (rtl ? "grants" : "refuses") + " it");
}

// Shows the last operation of a cycle, and all resources taken in it.
void ArbiterTransactor::show(const Request& request, bool grant) {
  if (!watch_.on()) return;
  const ArbiterBlock::Taken taken = pins_->taken();
  watch_.show(cycle_, {static_cast<std::uint64_t>(request.operation), request.write, request.banks, request.port,
                       request.bytes, request.tag_bank, grant, taken.register_reads, taken.register_writes,
                       taken.memory_reads, taken.memory_writes});
}

}  // namespace unibank::rtl
