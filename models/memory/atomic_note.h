// What makes a WRITE an atomic: it rides beside the payload as far as the atomic unit (atomic_unit.h). The data and byte
// enables of the write are what the atomic leaves; what it has found comes back in the note.
#pragma once

#include "memory/line_data.h"

namespace unibank {

struct AtomicNote : tlm::tlm_extension<AtomicNote> {
  unsigned turns = 1;         // operations one behind the other: lanes on the address that most of them share
  bool returns = false;       // somebody waits for what was found: the answer carries the bytes
  LineData* found = nullptr;  // where values are followed and somebody waits: byte i of the request's
  tlm::tlm_extension_base* clone() const override { return new AtomicNote(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const AtomicNote&>(other); }
  void free() override {}  // a part of the initiator's request, which the payload does not delete
};

inline AtomicNote* atomic_note_of(const Payload& payload) { return payload.get_extension<AtomicNote>(); }

}  // namespace unibank
