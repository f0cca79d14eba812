// A pool of reusable payloads of an initiator's own class, which also holds the initiator's state of a request.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/host_line.h"
#include "tlm/ports.h"
#include "values/writer_table.h"

namespace unibank {

// A note on a payload, for observers only (monitors, recorders, checks of values); no target may depend on it.
struct AccessNote : tlm::tlm_extension<AccessNote> {
  enum class Kind : unsigned char { kRegister, kScratchpad, kCache, kTag, kMemory, kNone };
  static constexpr unsigned short kNoWarp = 0xffff;
  unsigned short warp = kNoWarp;  // kNoWarp: of no single warp, or the initiator does not know it
  Kind kind = Kind::kNone;        // kNone: the initiator does not know it
  unsigned lanes = 0;
  // The writer of each byte of the data; set together with the data pointer. Null: values are not followed.
  Writer* writers = nullptr;
  tlm::tlm_extension_base* clone() const override { return new AccessNote(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const AccessNote&>(other); }
};

// The writers of a payload's bytes; null: the payload has none.
inline Writer* writers_of(const Payload& payload) {
  const AccessNote* note = payload.get_extension<AccessNote>();
  return note ? note->writers : nullptr;
}

// Applies the payload's access to the writers of a memory at `address`. No effect for a payload without writers.
inline void access_writers(WriterTable& table, std::uint64_t address, const Payload& payload) {
  Writer* const writers = writers_of(payload);
  if (!writers) return;
  table.access(payload.is_write(), address, payload.get_data_length(), writers, payload.get_byte_enable_ptr(),
               payload.get_byte_enable_length());
}

// Request derives from tlm_generic_payload. Every hop that keeps the payload past its call acquires it, and releases it
// afterwards.
template <typename Request>
class PayloadPool : public tlm::tlm_mm_interface {
  struct alignas(kHostLineBytes) Entry : Request {
    AccessNote note;
    std::array<unsigned char, 128> data{};
    std::unique_ptr<std::array<Writer, 128>> writers;  // once values are followed
  };

 public:
  ~PayloadPool() override {
    for (auto& request : all_) request->clear_extension(&request->note);
  }

  // Returns a payload with one reference and its fixed fields set: no byte enables, no DMI, no streaming, and a data
  // pointer to its own buffer (128 bytes). The caller sets command, address and length; a caller that sets byte enables
  // or another data pointer resets them before the last release.
  Request* get() {
    if (free_.empty()) grow();
    Request* request = free_.back();
    free_.pop_back();
    request->acquire();
    request->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    return request;
  }
  // The note that observers read from a payload of this pool.
  static AccessNote& note_of(Request& request) { return static_cast<Entry&>(request).note; }
  // Gives the payload its own writers, one per data byte.
  static Writer* follow_values(Request& request) {
    Entry& entry = static_cast<Entry&>(request);
    if (!entry.writers) entry.writers = std::make_unique<std::array<Writer, 128>>();
    return entry.note.writers = entry.writers->data();
  }
  // Payloads in use: 0 when the model has drained.
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  void free(Payload* payload) override { free_.push_back(static_cast<Entry*>(payload)); }
  void grow() {
    all_.push_back(std::make_unique<Entry>());
    Entry* entry = all_.back().get();
    entry->set_mm(this);
    entry->set_extension(&entry->note);
    entry->set_data_ptr(entry->data.data());
    entry->set_byte_enable_ptr(nullptr);
    entry->set_dmi_allowed(false);
    entry->set_streaming_width(static_cast<unsigned>(entry->data.size()));
    free_.push_back(entry);
  }

  std::vector<std::unique_ptr<Entry>> all_;
  std::vector<Request*> free_;
};

}  // namespace unibank
