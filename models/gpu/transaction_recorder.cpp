#include "gpu/transaction_recorder.h"

#include <algorithm>

#include "base/input_error.h"
#include "tlm/pool.h"
#include "tlm/time.h"
#include "wave/late_window.h"

namespace unibank {

using wave::FtrFile;

TransactionRecorder* TransactionRecorder::current_ = nullptr;

TransactionRecorder::Words::Words(FtrFile& file)
    : address(file.text("address")),
      bytes(file.text("bytes")),
      warp(file.text("warp")),
      kind(file.text("kind")),
      accepted(file.text("accepted")),
      response(file.text("response")),
      passes_on(file.text("passes on")) {
  const char* const names[] = {"register", "scratchpad", "cache", "tag", "memory"};
  std::transform(std::begin(names), std::end(names), kinds, [&file](const char* name) { return file.text(name); });
  Payload payload;
  for (int status = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE; status <= tlm::TLM_OK_RESPONSE; ++status) {
    payload.set_response_status(static_cast<tlm::tlm_response_status>(status));
    responses[1 - status] = file.text(payload.get_response_string());
  }
}

// The part of the recorder at one socket.
class TransactionRecorder::Tap : public SocketTap {
 public:
  Tap(TransactionRecorder& recorder, const char* socket, std::unique_ptr<SocketTap> inner)
      : recorder_(recorder),
        stream_(recorder.file_.stream(socket, "TLM")),
        generators_{recorder.file_.generator(stream_, "read"), recorder.file_.generator(stream_, "write"),
                    recorder.file_.generator(stream_, "other")},
        inner_(std::move(inner)) {}

 private:
  using When = FtrFile::Attribute::When;
  struct Request {
    const Payload* payload;
    std::uint64_t id;
    Cycle begin, accepted;
    unsigned generator;
    std::vector<FtrFile::Attribute> attributes;
  };

  // The next interface on the path, in either direction. The inner tap gets its neighbours at the same time as this
  // one.
  FwIf& forwards() {
    if (!inner_) return *target_;
    if (!linked_) {
      inner_->before(*initiator_);
      inner_->behind(*target_);
      linked_ = true;
    }
    return *inner_;
  }
  BwIf& backwards() {
    if (inner_) forwards();
    return inner_ ? static_cast<BwIf&>(*inner_) : *initiator_;
  }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    if (phase != tlm::BEGIN_REQ) return forwards().nb_transport_fw(payload, phase, delay);
    const Cycle now = due_cycle(delay);
    if (now < recorder_.from_ || now >= recorder_.to_) return forwards().nb_transport_fw(payload, phase, delay);
    Request request = begin(payload, now);
    recorder_.passes(payload, {request.id, stream_});
    // An answer may come back before the call returns.
    under_way_.push_back(std::move(request));
    const std::uint64_t id = under_way_.back().id;
    const tlm::tlm_sync_enum status = forwards().nb_transport_fw(payload, phase, delay);
    if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP))
      end(id, payload, due_cycle(delay));
    else if (status == tlm::TLM_UPDATED && phase == tlm::END_REQ)
      accept(payload, due_cycle(delay));
    return status;
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
    const Cycle now = due_cycle(delay);
    if (phase == tlm::END_REQ) accept(payload, now);
    if (phase == tlm::BEGIN_RESP)
      if (const Request* request = find(payload)) end(request->id, payload, now);
    return backwards().nb_transport_bw(payload, phase, delay);
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override { forwards().b_transport(payload, delay); }
  unsigned transport_dbg(Payload& payload) override { return forwards().transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override {
    return forwards().get_direct_mem_ptr(payload, dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    backwards().invalidate_direct_mem_ptr(first, last);
  }

  Request begin(const Payload& payload, Cycle now) {
    const Words& words = recorder_.words_;
    Request request{
        &payload, recorder_.file_.next_id(), now, now, payload.is_read() ? 0u : payload.is_write() ? 1u : 2u, {}};
    request.attributes = {{When::kBegin, words.address, false, payload.get_address()},
                          {When::kBegin, words.bytes, false, payload.get_data_length()}};
    if (const AccessNote* note = payload.get_extension<AccessNote>()) {
      if (note->warp != AccessNote::kNoWarp)
        request.attributes.push_back({When::kBegin, words.warp, false, note->warp});
      if (note->kind != AccessNote::Kind::kNone)
        request.attributes.push_back({When::kBegin, words.kind, true, words.kinds[static_cast<unsigned>(note->kind)]});
    }
    return request;
  }
  void accept(const Payload& payload, Cycle now) {
    for (Request& request : under_way_)
      if (request.payload == &payload) request.accepted = now;
  }
  Request* find(const Payload& payload) {
    for (Request& request : under_way_)
      if (request.payload == &payload) return &request;
    return nullptr;  // it began outside of the cycles that are recorded
  }
  void end(std::uint64_t id, const Payload& payload, Cycle now) {
    const auto found =
        std::find_if(under_way_.begin(), under_way_.end(), [id](const Request& one) { return one.id == id; });
    if (found == under_way_.end()) return;  // answered on the way back already
    const Words& words = recorder_.words_;
    if (found->accepted != found->begin)
      found->attributes.push_back({When::kDuring, words.accepted, false, found->accepted});
    found->attributes.push_back(
        {When::kEnd, words.response, true, words.responses[1 - static_cast<int>(payload.get_response_status())]});
    recorder_.file_.transaction(found->id, generators_[found->generator], found->begin, now, found->attributes);
    recorder_.ended(payload, id);
    under_way_.erase(found);
  }

  TransactionRecorder& recorder_;
  const FtrFile::Stream stream_;
  const FtrFile::Generator generators_[3];  // read, write, other
  std::vector<Request> under_way_;          // in order of their beginning
  std::unique_ptr<SocketTap> inner_;        // null: none
  bool linked_ = false;
};

TransactionRecorder::TransactionRecorder(const std::string& path, Chosen chosen, Cycle from, Cycle to)
    : before_(make_socket_tap), file_(path), words_(file_), chosen_(std::move(chosen)), from_(from), to_(to) {
  if (current_) throw RunError("a transaction recorder is there already");
  current_ = this;
  make_socket_tap = [](const char* socket) { return current_->tap_of(socket); };
}

TransactionRecorder::~TransactionRecorder() {
  make_socket_tap = before_;
  current_ = nullptr;
}

// The end is that of a waveform (Gpu::finish).
void TransactionRecorder::finish() {
  end_ = current_cycle() + 1;
  file_.finish();
}

std::string TransactionRecorder::remark() const {
  return end_ > from_ ? "" : wave::late_window(end_, from_) + ": the file has no transactions";
}

void TransactionRecorder::passes(const Payload& payload, const Hop& hop) {
  std::vector<Hop>& path = paths_[&payload];
  if (!path.empty()) file_.relation(words_.passes_on, path.back().stream, path.back().id, hop.stream, hop.id);
  path.push_back(hop);
}

void TransactionRecorder::ended(const Payload& payload, std::uint64_t id) {
  const auto path = paths_.find(&payload);
  std::vector<Hop>& hops = path->second;
  hops.erase(std::find_if(hops.begin(), hops.end(), [id](const Hop& hop) { return hop.id == id; }));
  if (hops.empty()) paths_.erase(path);
}

std::unique_ptr<SocketTap> TransactionRecorder::tap_of(const char* socket) {
  std::unique_ptr<SocketTap> inner = before_ ? before_(socket) : nullptr;
  if (chosen_ && !chosen_(socket)) return inner;
  return std::make_unique<Tap>(*this, socket, std::move(inner));
}

}  // namespace unibank
