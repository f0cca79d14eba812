// Values of scratchpad rows (run.check_data).
#include <algorithm>

#include "sm/expected_values.h"
#include "sm/load_store_unit.h"

namespace unibank {

// A row has been granted its bank: a payload of its own, with its values.
void LoadStoreUnit::send_followed_row(const RowSource& from, const BankRow& row, bool write, unsigned path,
                                      SendState& state) {
  Request& request = *row_request(from.instruction, write, path);
  request.row = row;
  request.set_address(row.address);
  request.set_data_length(row.width);
  request.set_streaming_width(row.width);
  PayloadPool<Request>::follow_values(request);
  if (write) put_values(*from.instruction, request);
  SendState own;
  own.request = &request;
  const SendOutcome outcome = send_request(to_banks_[row.port], request, context_.now);
  if (outcome.taken != Taken::kAnswered) return row_under_way(row.port, outcome.taken, own);
  check_response(request);
  state.latest = std::max(state.latest, outcome.due);
  take_values(request);
  request.release();
}

void LoadStoreUnit::put_values(const InFlight& instruction, Request& request) const {
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

void LoadStoreUnit::take_values(Request& request) const {
  request.set_byte_enable_ptr(nullptr);
  if (request.is_write()) return;
  const BankRow& row = request.row;
  context_.expected->check_scratchpad(*request.instruction, row.port, row.address, row.width, request.get_data_ptr(),
                                      writers_of(request), context_.now);
}

}  // namespace unibank
