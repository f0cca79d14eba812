// Values of scratchpad rows and of lines (run.check_data).
#include <algorithm>

#include "sm/expected_values.h"
#include "sm/load_store_unit.h"

namespace unibank {

// A row has been granted its bank: sends it in its own payload, with its values.
void LoadStoreUnit::send_followed_row(InFlight& instruction, const BankRow& row, bool write, SendState& state) {
  Row& request = *row_request(instruction, row, write);
  request.set_address(row.address);
  request.set_data_length(row.width);
  request.set_streaming_width(row.width);
  PayloadPool<Row>::follow_values(request);
  if (write) put_values(instruction, request);
  SendState own;
  own.request = &request;
  const SendOutcome outcome = rows_.send(row.port, request);
  if (outcome.taken != Taken::kAnswered) return row_under_way(own);
  state.latest = std::max(state.latest, outcome.due);
  take_values(request);
  request.release();
}

void LoadStoreUnit::put_values(const InFlight& instruction, Row& request) const {
  unsigned char* const bytes = request.get_data_ptr();
  unsigned char* const enables = request.enables.data();
  Writer* const writers = writers_of(request);
  const BankRow& row = request.row;
  std::fill_n(enables, row.width, 0);
  for (const ScratchpadWord& word : instruction.values->words_written) {
    if (word.port != row.port || word.address < row.address || word.address >= row.address + row.width) continue;
    const unsigned at = word.address - row.address;
    std::copy_n(word.bytes.data(), 4, bytes + at);
    std::copy_n(word.enabled.data(), 4, enables + at);
    std::copy_n(word.writers.data(), 4, writers + at);
  }
  request.set_byte_enable_ptr(enables);
  request.set_byte_enable_length(row.width);
}

void LoadStoreUnit::take_values(Row& request) const {
  request.set_byte_enable_ptr(nullptr);
  if (request.is_write()) return;
  const BankRow& row = request.row;
  context_.expected->check_scratchpad(*request.instruction, row.port, row.address, row.width, request.get_data_ptr(),
                                      writers_of(request), context_.now);
}

// Adds the bytes that a store or an atomic writes.
void LoadStoreUnit::put_line(Line& request) {
  Writer* const writers = PayloadPool<Line>::follow_values(request);
  const std::uint64_t line = request.get_address() & kLineRequestAddress;
  for (const LineValues& written : request.instruction->values->lines_written) {
    if (written.address != line) continue;
    std::copy_n(written.bytes.data(), kLineBytes, request.get_data_ptr());
    std::copy_n(written.writers.data(), kLineBytes, writers);
  }
}

// Receives the bytes that a load or an atomic has read.
void LoadStoreUnit::take_line(const Line& request) const {
  if (request.is_write()) return;
  context_.expected->check_line(*request.instruction, request.get_address() & kLineRequestAddress, kLineBytes,
                                request.get_data_ptr(), writers_of(request), "as returned by the L1", context_.now);
}

}  // namespace unibank
