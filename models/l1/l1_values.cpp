// Bytes of lines under way, with their writers (run.check_data). Does not affect timing.
#include <algorithm>

#include "l1/l1.h"

namespace unibank {

namespace {

// The offset of a row in its line. Narrow banks of a port are adjacent.
unsigned byte_in_line(const BankRow& row, const BankRow& first) {
  return row.port * kWideBankBytes + (row.narrow() ? 4u * (row.bank - first.bank) : 0u);
}

}  // namespace

void L1::stored(const LineJob& job, LineValues& line) {
  const Payload& payload = payload_of(job);
  std::copy_n(payload.get_data_ptr(), kLineBytes, line.bytes.data());
  std::copy_n(writers_of(payload), kLineBytes, line.writers.data());
}

// A row has been granted its bank: sends it in its own payload, with its values.
void L1::send_followed_row(const RowJob& job, const BankRow& row, SendState& state) {
  Row& request = *row_pool_.get();
  request.user = this;
  request.job = job.job;
  request.data = job.data;
  request.first = byte_in_line(row, job.first);
  request.set_command(job.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request.set_address(row.address);
  request.set_data_length(row.width);
  request.set_streaming_width(row.width);
  note(request, job.job, AccessNote::Kind::kCache);
  PayloadPool<Row>::follow_values(request);
  if (job.write) put_values(*job.data, request);
  const SendOutcome outcome = rows_.send(row.port, request);
  if (outcome.taken != Taken::kAnswered) {
    SendState own;
    return row_under_way(job, own);
  }
  state.latest = std::max(state.latest, outcome.due);
  take_values(request);
  request.release();
}

void L1::put_values(const LineValues& line, Row& row) {
  const unsigned width = row.get_data_length();
  std::copy_n(&line.bytes[row.first], width, row.get_data_ptr());
  std::copy_n(&line.writers[row.first], width, writers_of(row));
  std::copy_n(&line.enabled[row.first], width, row.enables.data());
  row.set_byte_enable_ptr(row.enables.data());
  row.set_byte_enable_length(width);
}

// The response to a row: a piece of a load's line, or of an evicted line.
void L1::take_values(Row& row) {
  row.set_byte_enable_ptr(nullptr);
  if (row.is_write()) return;
  const unsigned width = row.get_data_length();
  const Writer* const writers = writers_of(row);
  unsigned char* const bytes = row.job ? payload_of(*row.job).get_data_ptr() : row.data->bytes.data();
  Writer* const into = row.job ? writers_of(payload_of(*row.job)) : row.data->writers.data();
  std::copy_n(row.get_data_ptr(), width, bytes + row.first);
  std::copy_n(writers, width, into + row.first);
}

// A write to memory carries its bytes of the line. An evicted line carries all of them.
void L1::put_line(const LineValues& line, Request& request) {
  const std::size_t first = request.get_address() % kLineBytes;
  const unsigned length = request.get_data_length();
  std::copy_n(&line.bytes[first], length, request.get_data_ptr());
  std::copy_n(&line.writers[first], length, writers_of(request));
}

// Memory's response: a line or sectors, for a load, an atomic, or entry into the cache.
void L1::take_line(Request& request) {
  if (request.is_write() && !(atomic_note_of(request) && request.job)) return;
  const unsigned char* const bytes = request.is_write() ? request.found.bytes.data() : request.get_data_ptr();
  const Writer* const writers = request.is_write() ? request.found.writers.data() : writers_of(request);
  if (request.job) {
    const std::size_t first = request.get_address() % kLineBytes;
    std::copy_n(bytes, request.get_data_length(), payload_of(*request.job).get_data_ptr() + first);
    std::copy_n(writers, request.get_data_length(), writers_of(payload_of(*request.job)) + first);
  }
  if (!request.fill) return;
  const std::uint64_t address = request.get_address();
  const std::size_t first = address % kLineBytes, length = request.get_data_length();
  request.data = core_.buffers().get(address - first);
  std::copy_n(bytes, length, request.data->bytes.data() + first);
  std::copy_n(writers, length, request.data->writers.data() + first);
}

// A load has found its line in a row of registers.
void L1::found(const LineValues& line, LineJob& job) {
  std::copy_n(line.bytes.data(), kLineBytes, payload_of(job).get_data_ptr());
  std::copy_n(line.writers.data(), kLineBytes, writers_of(payload_of(job)));
}

}  // namespace unibank
