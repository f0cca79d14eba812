// A memory that stores bytes and follows the base protocol in any of the permitted ways. It is independent of this
// model: it has its own times and no cycles.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <vector>

#include "tlm/ports.h"

namespace unibank::test {

struct Awkward {
  enum class Request {
    kEndCalled,     // TLM_ACCEPTED; END_REQ by a call, `accepts_after` later
    kEndReturned,   // TLM_UPDATED with END_REQ; when the memory is full, as kEndCalled
    kNoEnd,         // TLM_ACCEPTED; BEGIN_RESP implies END_REQ, so there is one request at a time
    kCompleted,     // TLM_COMPLETED
    kResponse,      // TLM_UPDATED with BEGIN_RESP; as kEndCalled until that response has ended
  };
  enum class Ends { kAny, kUpdated, kCalled };  // the form in which the initiator must end a response
  enum class Order { kFirst, kLast };           // which of several due answers is sent first

  Request request = Request::kEndCalled;
  Ends ends = Ends::kAny;
  Order order = Order::kFirst;
  unsigned most = 8;                                     // most accepted requests at a time
  sc_core::sc_time accepts_after{2, sc_core::SC_NS};
  sc_core::sc_time latency{50, sc_core::SC_NS};
  sc_core::sc_time annotated = sc_core::SC_ZERO_TIME;    // delay annotated on every call and return
  sc_core::sc_time refresh_every = sc_core::SC_ZERO_TIME, refresh{30, sc_core::SC_NS};  // no answer during a refresh
  std::uint64_t base = 0, size = ~std::uint64_t{0};      // range of its addresses
};

class AwkwardMemory : public sc_core::sc_module, private FwIf {
 public:
  AwkwardMemory(const sc_core::sc_module_name& name, const Awkward& way)
      : sc_module(name), socket("socket"), way_(way) {
    SC_HAS_PROCESS(AwkwardMemory);
    socket.bind(static_cast<FwIf&>(*this));
    SC_METHOD(step);
    sensitive << step_;
    dont_initialize();
  }
  TargetSocket socket;
  unsigned requests = 0, answers = 0;
  unsigned wrong_ends = 0;       // responses that ended in another form than `ends`
  unsigned wrong_addresses = 0;  // addresses outside of its range
  bool drained() const { return accesses_.empty(); }

 private:
  struct Access {
    Payload* payload;
    sc_core::sc_time accept, ready;
    bool accepted;
  };

  static sc_core::sc_time now() { return sc_core::sc_time_stamp(); }
  unsigned accepted() const {
    unsigned count = 0;
    for (const Access& access : accesses_) count += access.accepted;
    return count;
  }

  bool move(Payload& payload) {
    const std::uint64_t at = payload.get_address();
    if (at < way_.base || at - way_.base >= way_.size) return ++wrong_addresses, false;
    const unsigned char* const enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      unsigned char& byte = lines_[(at + i) / 64][(at + i) % 64];
      unsigned char& data = payload.get_data_ptr()[i];
      if (payload.is_read()) {
        data = byte;
      } else if (!enables || enables[i % payload.get_byte_enable_length()] != 0) {
        byte = data;
      }
    }
    return true;
  }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) {
      wrong_ends += way_.ends == Awkward::Ends::kUpdated;
      if (!returned_) end();
      returned_ = false;
      step_.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_COMPLETED;
    }
    ++requests;
    move(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    const bool answers_now = way_.request == Awkward::Request::kResponse && !returned_ && !responding_;
    if (way_.request == Awkward::Request::kCompleted || answers_now) {
      ++answers;
      returned_ = answers_now;
      delay += way_.latency;
      phase = tlm::BEGIN_RESP;
      return answers_now ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
    }
    payload.acquire();
    const bool at_once = way_.request == Awkward::Request::kNoEnd ||
                         (way_.request == Awkward::Request::kEndReturned && accepted() < way_.most);
    const sc_core::sc_time accept = now() + delay + (at_once ? way_.annotated : way_.accepts_after);
    accesses_.push_back({&payload, accept, accept + way_.latency, at_once});
    step_.notify(sc_core::SC_ZERO_TIME);
    if (!at_once || way_.request == Awkward::Request::kNoEnd) return tlm::TLM_ACCEPTED;
    phase = tlm::END_REQ;
    delay += way_.annotated;
    return tlm::TLM_UPDATED;
  }
  // Waits for some time and annotates a further delay.
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    ++requests;
    sc_core::wait(sc_core::sc_time(30, sc_core::SC_NS));
    move(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(7, sc_core::SC_NS);
    ++answers;
  }
  unsigned transport_dbg(Payload& payload) override { return move(payload) ? payload.get_data_length() : 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

  bool refreshes(sc_core::sc_time& until) const {
    if (way_.refresh_every == sc_core::SC_ZERO_TIME) return false;
    const sc_core::sc_time begin = way_.refresh_every * std::floor(now() / way_.refresh_every);
    until = begin + way_.refresh;
    return now() < until;
  }

  void step() {
    accept();
    answer();
    sc_core::sc_time next = sc_core::sc_max_time(), until;
    for (const Access& access : accesses_) {
      if (!access.accepted && access.accept > now()) next = std::min(next, access.accept);
      if (access.accepted && !responding_ && access.ready > now()) next = std::min(next, access.ready);
    }
    if (refreshes(until)) next = std::min(next, until);
    if (next != sc_core::sc_max_time() && !accesses_.empty()) step_.notify(next - now());
  }
  void accept() {
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      Access& access = accesses_[i];
      if (access.accepted || access.accept > now() || accepted() >= way_.most) continue;
      access.accepted = true;
      access.ready = now() + way_.latency;
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay = way_.annotated;
      socket->nb_transport_bw(*access.payload, phase, delay);
      return step_.notify(sc_core::SC_ZERO_TIME);
    }
  }
  void answer() {
    sc_core::sc_time until;
    if (responding_ || returned_ || refreshes(until)) return;
    std::size_t chosen = accesses_.size();
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      if (!accesses_[i].accepted || accesses_[i].ready > now()) continue;
      chosen = i;
      if (way_.order == Awkward::Order::kFirst) break;
    }
    if (chosen == accesses_.size()) return;
    ++answers;
    responding_ = accesses_[chosen].payload;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = way_.annotated;
    const tlm::tlm_sync_enum status = socket->nb_transport_bw(*responding_, phase, delay);
    wrong_ends += way_.ends == Awkward::Ends::kUpdated && !(status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    wrong_ends += way_.ends == Awkward::Ends::kCalled && status != tlm::TLM_ACCEPTED;
    if (status != tlm::TLM_ACCEPTED) end();
  }
  void end() {
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
      if (accesses_[i].payload != responding_) continue;
      accesses_.erase(accesses_.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
    responding_->release();
    responding_ = nullptr;
    step_.notify(sc_core::SC_ZERO_TIME);
  }

  const Awkward way_;
  std::deque<Access> accesses_;  // in the order of arrival
  Payload* responding_ = nullptr;
  bool returned_ = false;        // a response on the return path that has not ended
  std::unordered_map<std::uint64_t, std::array<unsigned char, 64>> lines_;
  sc_core::sc_event step_;
};

}  // namespace unibank::test
