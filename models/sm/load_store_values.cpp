// Values of scratchpad rows and of lines, between instructions, banks and memory (run.check_data).
#include <algorithm>
#include <cstring>

#include "sm/expected_values.h"
#include "sm/load_store_unit.h"

namespace unibank {

namespace {

// Of its line, the first byte of a row. Narrow banks of a port lie side by side.
unsigned byte_in_line(const BankRow& row, const BankRow& first) {
  return row.port * kWideBankBytes + (row.narrow() ? 4u * (row.bank - first.bank) : 0u);
}

}  // namespace

// A row has been granted its bank: a payload of its own, with its values.
void LoadStoreUnit::send_followed_row(const RowSource& from, const BankRow& row, bool write, unsigned path,
                                      SendState& state) {
  Request& request = *row_request(from.instruction, write, path);
  request.row = row;
  request.set_address(row.address);
  request.set_data_length(row.width);
  request.set_streaming_width(row.width);
  if (from.line) {
    request.of_line = true;
    request.line_byte = from.line->line + byte_in_line(row, from.line->first);
    request.data = from.line->data;
  }
  PayloadPool<Request>::follow_values(request);
  if (write) put_values(from, request);
  SendState own;
  own.request = &request;
  const SendOutcome outcome = send_request(to_banks_[row.port], request, context_.now);
  if (outcome.taken != Taken::kAnswered) return row_under_way(row.port, outcome.taken, own);
  check_response(request);
  state.latest = std::max(state.latest, outcome.due);
  take_values(request);
  request.release();
}

void LoadStoreUnit::put_values(const RowSource& from, Request& request) const {
  unsigned char* const bytes = request.get_data_ptr();
  unsigned char* const enables = request.enables.data();
  Writer* const writers = writers_of(request);
  const BankRow& row = request.row;
  if (request.of_line) {
    const std::size_t first = request.line_byte % kLineBytes;
    std::copy_n(&request.data->bytes[first], row.width, bytes);
    std::copy_n(&request.data->enabled[first], row.width, enables);
    std::copy_n(&request.data->writers[first], row.width, writers);
  } else {
    std::fill_n(enables, row.width, 0);
    for (const ScratchpadWord& word : from.instruction->values->words_written) {
      if (word.port != row.port || word.address < row.address || word.address >= row.address + row.width) continue;
      const unsigned at = word.address - row.address;
      std::copy_n(word.bytes.data(), 4, bytes + at);
      std::copy_n(word.enabled.data(), 4, enables + at);
      std::copy_n(word.writers.data(), 4, writers + at);
    }
  }
  request.set_byte_enable_ptr(enables);
  request.set_byte_enable_length(row.width);
}

// A row has been answered: what an instruction reads, or a piece of a line that leaves.
void LoadStoreUnit::take_values(Request& request) const {
  request.set_byte_enable_ptr(nullptr);
  if (request.is_write()) return;
  const BankRow& row = request.row;
  const unsigned char* const bytes = request.get_data_ptr();
  const Writer* const writers = writers_of(request);
  if (!request.of_line) {
    context_.expected->check_scratchpad(*request.instruction, row.port, row.address, row.width, bytes, writers,
                                        context_.now);
  } else if (request.instruction) {
    context_.expected->check_line(*request.instruction, request.line_byte, row.width, bytes, writers, "in the L1",
                                  context_.now);
  } else {
    std::copy_n(bytes, row.width, &request.data->bytes[request.line_byte % kLineBytes]);
    std::copy_n(writers, row.width, &request.data->writers[request.line_byte % kLineBytes]);
  }
}

// What a store leaves in the line.
LineValues* LoadStoreUnit::stored(const InFlight& instruction, std::uint64_t line) {
  const std::vector<LineValues>& written = instruction.values->lines_written;
  return buffers_.get(*std::find_if(written.begin(), written.end(),
                                    [line](const LineValues& one) { return one.address == line; }));
}

// A write to memory has its bytes of the line. A line that leaves has all of them.
void LoadStoreUnit::put_line(const LineValues& line, Request& request) const {
  const std::size_t first = request.get_address() % kLineBytes;
  const unsigned length = request.get_data_length();
  std::copy_n(&line.bytes[first], length, request.get_data_ptr());
  std::copy_n(&line.writers[first], length, writers_of(request));
}

// Memory has answered: a line or sectors have come, and a load or an atomic finds its bytes there.
void LoadStoreUnit::take_line(Request& request) {
  if (request.is_write()) return;
  const unsigned char* const bytes = request.get_data_ptr();
  const Writer* const writers = writers_of(request);
  if (request.instruction) {
    context_.expected->check_line(*request.instruction, request.get_address(), request.get_data_length(), bytes,
                                  writers, "as it has come from memory", context_.now);
  }
  if (!request.fill) return;
  request.data = buffers_.get(request.get_address());
  std::copy_n(bytes, kLineBytes, request.data->bytes.data());
  std::copy_n(writers, kLineBytes, request.data->writers.data());
}

}  // namespace unibank
