// Values of registers under way between operand stage, banks and memory (run.check_data).
#include <algorithm>
#include <cstring>

#include "sm/expected_values.h"
#include "sm/operand_stage.h"
#include "sm/unified_bank.h"

namespace unibank {

namespace {

constexpr unsigned kLanesAPiece = kBankWidth / 4;  // lanes per row: those of one cluster

LineValues& buffer(std::unique_ptr<LineValues>& line) {
  if (!line) line = std::make_unique<LineValues>();
  return *line;
}

// Writes the part of a register in one cluster; lanes that are not `active` keep their bytes.
void put_lanes(const RegisterValues& from, unsigned cluster, LaneMask active, unsigned char* bytes, Writer* writers) {
  for (unsigned i = 0; i < kLanesAPiece; ++i) {
    const unsigned lane = kLanesAPiece * cluster + i;
    if (!(active >> lane & 1)) continue;
    std::memcpy(bytes + 4 * i, &from.values[lane], 4);
    std::fill_n(writers + 4 * i, 4, from.writers[lane]);
  }
}

// Byte enables of a row for its active lanes; none if all four are active.
const unsigned char* lane_enables(LaneMask lanes) {
  static const auto kEnables = [] {
    std::array<std::array<unsigned char, kBankWidth>, 16> all{};
    for (unsigned mask = 0; mask < 16; ++mask) {
      for (unsigned byte = 0; byte < kBankWidth; ++byte) all[mask][byte] = mask >> byte / 4 & 1 ? 0xff : 0;
    }
    return all;
  }();
  return lanes == 15 ? nullptr : kEnables[lanes].data();
}

}  // namespace

void OperandStage::send_followed_rows(Access& access, unsigned clusters, bool write) {
  const unsigned bank = access.step.bank;
  if (context_.observer) context_.observer->register_row(clusters, bank, write);
  access.ready = std::max(access.ready, context_.now + 1);
  for (unsigned left = clusters; left; left &= left - 1) {
    const auto cluster = static_cast<unsigned>(__builtin_ctz(left));
    const std::uint64_t address = std::uint64_t{access.step.row} * kBankWidth;
    Request* row = request_for(row_pool_, &access, write, address, kBankWidth);
    row->cluster = cluster;
    PayloadPool<Request>::follow_values(*row);
    if (write) put_values(access, *row);
    const unsigned port = kFirstBank + cluster * banks_ + bank;
    const SendOutcome outcome = send_request(*registers[port - kFirstBank], *row, context_.now);
    if (outcome.taken == Taken::kAnswered) {
      note_answer(access, port, *row, outcome.due);
      take_values(access, *row);
      row->release();
      continue;
    }
    ++access.unanswered;
    if (outcome.taken == Taken::kNotYet) not_accepted(port, *row);
  }
}

// Sets the bytes to write: results of the active lanes, or a whole line fetched from memory with these results merged
// in.
void OperandStage::put_values(const Access& access, Request& row) const {
  const InFlight& instruction = *access.instruction;
  unsigned char* const bytes = row.get_data_ptr();
  Writer* const writers = writers_of(row);
  const bool whole = access.step.kind == RegisterStep::Kind::kRestore;
  if (whole) {
    std::copy_n(&access.fetched->bytes[row.cluster * kBankWidth], kBankWidth, bytes);
    std::copy_n(&access.fetched->writers[row.cluster * kBankWidth], kBankWidth, writers);
  }
  if (access.reg.write)
    put_lanes(instruction.values->results[access.operand], row.cluster, instruction.active, bytes, writers);
  if (whole) return;
  row.set_byte_enable_ptr(const_cast<unsigned char*>(lane_enables(instruction.active >> 4 * row.cluster & 15)));
  row.set_byte_enable_length(kBankWidth);
}

// The response to a row: an operand, or a part of a line that is written to memory.
void OperandStage::take_values(Access& access, Request& row) {
  row.set_byte_enable_ptr(nullptr);
  if (row.is_write()) return;
  if (access.step.kind != RegisterStep::Kind::kSpill) {
    return context_.expected->check_register(*access.instruction, access.operand, row.cluster, row.get_data_ptr(),
                                             writers_of(row), context_.now);
  }
  LineValues& line = buffer(access.spilled);
  std::copy_n(row.get_data_ptr(), kBankWidth, &line.bytes[row.cluster * kBankWidth]);
  std::copy_n(writers_of(row), kBankWidth, &line.writers[row.cluster * kBankWidth]);
}

// `spilling`: the access whose line is written to memory; null: the request fetches one.
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

// Checks an operand from the operand buffer: fetched from memory, or undefined if it was never written.
void OperandStage::check_buffer(const Access& access) const {
  const LineValues nothing;
  const LineValues& line = access.reg.fetched ? *access.fetched : nothing;
  for (unsigned cluster = 0; cluster < kClusters; ++cluster) {
    context_.expected->check_register(*access.instruction, access.operand, cluster, &line.bytes[cluster * kBankWidth],
                                      &line.writers[cluster * kBankWidth], context_.now);
  }
}

// A row of registers that holds a part of a line of memory.
void OperandStage::follow_row(Request& row, unsigned cluster, LineValues& line) {
  Writer* const writers = PayloadPool<Request>::follow_values(row);
  row.line = &line;
  row.cluster = cluster;
  if (row.is_read()) return;
  std::copy_n(&line.bytes[cluster * kBankWidth], kBankWidth, row.get_data_ptr());
  std::copy_n(&line.writers[cluster * kBankWidth], kBankWidth, writers);
}

void OperandStage::take_row(Request& row) {
  if (row.is_write()) return;
  std::copy_n(row.get_data_ptr(), kBankWidth, &row.line->bytes[row.cluster * kBankWidth]);
  std::copy_n(writers_of(row), kBankWidth, &row.line->writers[row.cluster * kBankWidth]);
}

}  // namespace unibank
