// Values of registers under way between operand stage, banks and memory (run.check_data).
#include <algorithm>
#include <cstring>

#include "sm/expected_values.h"
#include "sm/operand_stage.h"
#include "sm/unified_bank.h"

namespace unibank {

namespace {

LineValues& buffer(std::unique_ptr<LineValues>& line) {
  if (!line) line = std::make_unique<LineValues>();
  return *line;
}

// Writes a register's values; lanes that are not `active` keep their bytes.
void put_lanes(const RegisterValues& from, LaneMask active, unsigned char* bytes, Writer* writers) {
  for (LaneMask lanes = active; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    std::memcpy(bytes + 4 * lane, &from.values[lane], 4);
    std::fill_n(writers + 4 * lane, 4, from.writers[lane]);
  }
}

}  // namespace

void OperandStage::send_followed_row(Access& access, unsigned clusters, bool write) {
  const unsigned bank = access.step.bank, port = kFirstBank + bank;
  if (context_.observer) context_.observer->register_row(clusters, bank, write);
  access.ready = std::max(access.ready, context_.now + 1);
  const std::uint64_t address = std::uint64_t{access.step.row} * kLineBytes;
  Request* const row = request_for(row_pool_, &access, write, address, kLineBytes);
  enable_clusters(*row, clusters);
  PayloadPool<Request>::follow_values(*row);
  if (write) put_values(access, *row);
  const SendOutcome outcome = send_request(*registers[bank], *row, context_.now);
  if (outcome.taken == Taken::kAnswered) {
    note_answer(access, port, *row, outcome.due);
    take_values(access, *row);
    row->set_byte_enable_ptr(nullptr);
    row->release();
    return;
  }
  ++access.unanswered;
  if (outcome.taken == Taken::kNotYet) not_accepted(port, *row);
}

// Sets the bytes to write: the results of the active lanes, or a whole line fetched from memory with these results
// merged in.
void OperandStage::put_values(const Access& access, Request& row) {
  const InFlight& instruction = *access.instruction;
  unsigned char* const bytes = row.get_data_ptr();
  Writer* const writers = writers_of(row);
  const bool whole = access.step.kind == RegisterStep::Kind::kRestore;
  if (whole) {
    std::copy_n(access.fetched->bytes.data(), kLineBytes, bytes);
    std::copy_n(access.fetched->writers.data(), kLineBytes, writers);
  }
  if (access.reg.write) put_lanes(instruction.values->results[access.operand], instruction.active, bytes, writers);
  if (!whole) enable_words(row, instruction.active, row.enables);
}

// Takes the values of a row's response: an operand, or a line that is written to memory.
void OperandStage::take_values(Access& access, const Request& row) {
  if (row.is_write()) return;
  const unsigned char* const bytes = row.get_data_ptr();
  const Writer* const writers = writers_of(row);
  if (access.step.kind == RegisterStep::Kind::kSpill) {
    LineValues& line = buffer(access.spilled);
    std::copy_n(bytes, kLineBytes, line.bytes.data());
    std::copy_n(writers, kLineBytes, line.writers.data());
    return;
  }
  if (reuse_) {
    LineValues& line = buffer(access.fetched);
    std::copy_n(bytes, kLineBytes, line.bytes.data());
    std::copy_n(writers, kLineBytes, line.writers.data());
  }
  for (unsigned left = row.clusters; left; left &= left - 1) {
    const auto cluster = static_cast<unsigned>(__builtin_ctz(left));
    context_.expected->check_register(*access.instruction, access.operand, cluster, bytes + cluster * kBankWidth,
                                      writers + cluster * kBankWidth, context_.now);
  }
}

// `spilling`: the access whose line is written to memory. Null: the request fetches a line.
void OperandStage::follow_line(Request& request, Access* spilling) {
  Writer* const writers = PayloadPool<Request>::follow_values(request);
  if (!spilling) return;
  std::copy_n(spilling->spilled->bytes.data(), kLineBytes, request.get_data_ptr());
  std::copy_n(spilling->spilled->writers.data(), kLineBytes, writers);
}

void OperandStage::take_line(Access& access, Request& request) {
  LineValues& line = buffer(access.fetched);
  std::copy_n(request.get_data_ptr(), kLineBytes, line.bytes.data());
  std::copy_n(writers_of(request), kLineBytes, line.writers.data());
}

// Checks an operand from the operand buffer, which was fetched from memory, or is undefined if it was never written.
void OperandStage::check_buffer(const Access& access) const {
  const LineValues nothing;
  check_line(access, access.reg.fetched ? *access.fetched : nothing, ActiveClusters::all().set);
}

void OperandStage::check_line(const Access& access, const LineValues& line, unsigned clusters) const {
  for (unsigned left = clusters; left; left &= left - 1) {
    const auto cluster = static_cast<unsigned>(__builtin_ctz(left));
    context_.expected->check_register(*access.instruction, access.operand, cluster, &line.bytes[cluster * kBankWidth],
                                      &line.writers[cluster * kBankWidth], context_.now);
  }
}

// Handles a row of registers that holds a line of memory.
void OperandStage::follow_row(Request& row, LineValues& line) {
  Writer* const writers = PayloadPool<Request>::follow_values(row);
  row.line = &line;
  if (row.is_read()) return;
  std::copy_n(line.bytes.data(), kLineBytes, row.get_data_ptr());
  std::copy_n(line.writers.data(), kLineBytes, writers);
}

void OperandStage::take_row(const Request& row) {
  if (row.is_write()) return;
  std::copy_n(row.get_data_ptr(), kLineBytes, row.line->bytes.data());
  std::copy_n(writers_of(row), kLineBytes, row.line->writers.data());
}

}  // namespace unibank
