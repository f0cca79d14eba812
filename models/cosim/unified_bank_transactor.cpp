#include "cosim/unified_bank_transactor.h"

#include <cstring>
#include <sstream>
#include <utility>

#include "cosim/request_text.h"
#include "cosim/sizes.h"

namespace unibank::rtl {

namespace {

constexpr unsigned kMostRowEdges = 1000;  // limit for a request by b_transport

std::vector<std::string> sockets_of(const BankParameters& parameters) {
  if (parameters.memory_socket) return {"registers", "memory"};
  return {"registers"};
}

std::vector<Pin> pins_of_a_bank() {
  return {{"wr_valid", 1},     {"wr_done", 1},       {"rd_valid", 1}, {"rd_done", 1},   {"rd_data_low", 64},
          {"rd_data_high", 64}, {"wr_row", 16},       {"wr_enable", 16}, {"wr_data_low", 64}, {"wr_data_high", 64},
          {"rd_row", 16}};
}

std::string text_of(const UnifiedBankBlock::Row& row) {
  std::ostringstream text;
  text << std::hex;
  for (const unsigned char byte : row) text << (byte < 16 ? "0" : "") << unsigned{byte};
  return text.str();
}

}  // namespace

UnifiedBankTransactor::UnifiedBankTransactor(const sc_core::sc_module_name& name, const BankParameters& parameters,
                                             const BlockOptions& options, std::unique_ptr<UnifiedBankBlock> pins)
    : sc_module(name),
      bytes_(parameters.rows * kBankWidth),
      writers_(bytes_),
      pins_(std::move(pins)),
      ports_(this, sockets_of(parameters)),
      check_(this->name(), name_of(options, "unified_bank"), options, false),
      watch_(this->name(), pins_of_a_bank(), options),
      edge_event_("edge_event") {
  SC_HAS_PROCESS(UnifiedBankTransactor);
  check_most(name_of(options, "unified_bank"), "the number of rows of a bank", parameters.rows, pins_->most_rows());
  if (check_.has_twin()) model_ = std::make_unique<BankCore>(parameters.rows, kBankWidth);
  SC_METHOD(edge);
  sensitive << edge_event_;
  dont_initialize();
}

// OK when the register map allows the request.
tlm::tlm_response_status UnifiedBankTransactor::check(const Payload& payload) const {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  if (address >= bytes_ || length == 0 || address % kBankWidth + length > kBankWidth)
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const bool enables = payload.get_byte_enable_ptr() != nullptr;
  if (payload.is_read()) return enables ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
  if (!payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  return enables && payload.get_byte_enable_length() == 0 ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

tlm::tlm_sync_enum UnifiedBankTransactor::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                                  sc_core::sc_time& delay) {
  ports_.check_begin(name(), index, phase);
  const tlm::tlm_response_status status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  payload.acquire();
  wake_up(now);
  if (arrival == now && !stands(payload.is_write())) {
    take(index, payload, now);
    show(now);
    schedule(now);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  ports_.wait(index, payload, arrival);
  schedule(now);
  return tlm::TLM_ACCEPTED;
}

// Changes the bytes in zero time: a separate clock for one request.
void UnifiedBankTransactor::request_blocking(unsigned /*port*/, Payload& payload) {
  const tlm::tlm_response_status status = check(payload);
  payload.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE) return;
  if (under_way())
    protocol_error(name(), "b_transport came between a request and its answer");
  UnifiedBankBlock::Row expected;
  present(payload, expected);
  unsigned edges = 0;
  do {
    if (edges++ == kMostRowEdges) protocol_error(name(), "the RTL gives no answer");
    pins_->edge();
  } while (!(payload.is_read() ? pins_->was_read() : pins_->written()));
  const UnifiedBankBlock::Row row = pins_->read_bytes();
  if (payload.is_read())
    std::memcpy(payload.get_data_ptr(), &row[payload.get_address() % kBankWidth], payload.get_data_length());
}

void UnifiedBankTransactor::take(unsigned port, Payload& payload, Cycle arrival) {
  std::deque<Taken>& taken = taken_[payload.is_write()];
  taken.push_back({&payload, port, arrival, {}});
  present(payload, taken.back().expected);
}

// Presents the payload's bytes within their row to the pins and to the model. The RTL does not store their writers.
void UnifiedBankTransactor::present(Payload& payload, UnifiedBankBlock::Row& expected) {
  const std::uint64_t address = payload.get_address();
  const auto row = static_cast<unsigned>(address / kBankWidth), first = static_cast<unsigned>(address % kBankWidth);
  const unsigned length = payload.get_data_length();
  access_writers(writers_, address, payload);
  if (payload.is_read()) {
    ++counters_.reads;
    pins_->read(row);
    if (model_) model_->read(row * kBankWidth, kBankWidth, expected.data());
    return;
  }
  ++counters_.writes;
  const unsigned char* enables = payload.get_byte_enable_ptr();
  UnifiedBankBlock::Row bytes{};
  std::uint16_t enabled = 0;
  for (unsigned i = 0; i < length; ++i) {
    bytes[first + i] = payload.get_data_ptr()[i];
    if (!enables || enables[i % payload.get_byte_enable_length()]) enabled |= 1u << (first + i);
  }
  pins_->write(row, enabled, bytes);
  if (!model_) return;
  UnifiedBankBlock::Row each;
  for (unsigned i = 0; i < kBankWidth; ++i) each[i] = enabled >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  model_->write(row * kBankWidth, kBankWidth, bytes.data(), each.data(), kBankWidth);
}

// Makes an edge at a whole cycle.
void UnifiedBankTransactor::edge() {
  const Cycle now = current_cycle();
  pins_->edge();
  last_edge_ = now;
  show(now);
  finish(kWrite, now);
  finish(kRead, now);
  accept_waiting(now);
  schedule(now);
}

void UnifiedBankTransactor::finish(Kind kind, Cycle now) {
  const std::deque<Taken>& taken = taken_[kind];
  if (kind == kRead ? pins_->was_read() : pins_->written()) {
    if (!taken.empty()) return answer(kind, now);
    const std::string text = std::string("an answer without a request: of a ") + (kind == kRead ? "read" : "write");
    if (model_) watch_.differ(now, text);
    protocol_error(name(), text.c_str());
  }
  if (check_.by_cycles() && !taken.empty()) miss_answer(taken.front(), now);
}

void UnifiedBankTransactor::miss_answer(const Taken& taken, Cycle now) const {
  watch_.differ(now, "no answer to the " + request_text(*taken.payload) + ", which came in cycle " +
                         std::to_string(taken.arrival));
}

void UnifiedBankTransactor::no_progress() const {
  for (const std::deque<Taken>& taken : taken_)
    if (comparison() && !taken.empty()) miss_answer(taken.front(), current_cycle());
}

// The native bank responds a cycle after the request.
void UnifiedBankTransactor::answer(Kind kind, Cycle now) {
  const Taken taken = taken_[kind].front();
  taken_[kind].pop_front();
  Payload& payload = *taken.payload;
  if (kind == kRead) {
    const UnifiedBankBlock::Row row = pins_->read_bytes();
    if (model_ && row != taken.expected) {
      watch_.differ(now, request_text(payload) + ", which came in cycle " + std::to_string(taken.arrival) +
                             ": the model's row is " + text_of(taken.expected) + "; the RTL's is " + text_of(row));
    }
    std::memcpy(payload.get_data_ptr(), &row[payload.get_address() % kBankWidth], payload.get_data_length());
  }
  check_.answered(now, taken.arrival + 1);
  ports_.answer(taken.port, payload);
}

// Accepts one read and one write. The port that has waited longest comes first; of equal ones, the lower.
void UnifiedBankTransactor::accept_waiting(Cycle now) {
  const auto pins_free = [this](unsigned port) { return !stands(ports_.waiting(port)->is_write()); };
  for (unsigned first; (first = ports_.first(now, pins_free)) != ports_.kNone;) {
    take(first, *ports_.waiting(first), ports_.since(first));
    show(now);
    ports_.accept(first);
  }
}

// No edge is made only to remove responses from the pins: it would lengthen the simulation. Observers still see them
// removed.
void UnifiedBankTransactor::schedule(Cycle now) {
  const Cycle next = under_way() ? now + 1 : ports_.next(now);
  if (next != kNever) edge_event_.notify(until(next));
  else if (pins_->was_read() || pins_->written()) show(now + 1, true);
}

// Makes the edge after the last responses, for which there is no event.
void UnifiedBankTransactor::wake_up(Cycle now) {
  if (under_way() || last_edge_ >= now) return;
  if (pins_->was_read() || pins_->written()) pins_->edge();
}

// `rests`: the cycle of the last responses is over.
void UnifiedBankTransactor::show(Cycle at, bool rests) {
  if (!watch_.on()) return;
  const auto half = [](const UnifiedBankBlock::Row& row, unsigned number) {
    std::uint64_t bytes;
    std::memcpy(&bytes, row.data() + number * sizeof bytes, sizeof bytes);
    return bytes;
  };
  const UnifiedBankBlock::Row found = pins_->read_bytes(), put = pins_->write_bytes();
  watch_.show(at, {pins_->writing(), pins_->written() && !rests, pins_->reading(), pins_->was_read() && !rests,
                   half(found, 0), half(found, 1), pins_->write_row(), pins_->enables(), half(put, 0), half(put, 1),
                   pins_->read_row()});
}

}  // namespace unibank::rtl
