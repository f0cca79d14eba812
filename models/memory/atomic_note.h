// Marks a WRITE as an atomic: a note of the payload up to the atomic unit (atomic_unit.h). The data and byte
// enables of the write are the new values; the old ones are returned in the note.
#pragma once

#include "memory/line_data.h"

namespace unibank {

struct AtomicNote : tlm::tlm_extension<AtomicNote> {
  unsigned turns = 1;         // serialised operations: the lanes on the address that most lanes share
  bool returns = false;       // whether the response must carry the old values
  LineData* found = nullptr;  // the old values, if they are wanted and values are followed: byte i of the request
  tlm::tlm_extension_base* clone() const override { return new AtomicNote(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const AtomicNote&>(other); }
  void free() override {}  // a part of the initiator's request, which the payload does not delete
};

inline AtomicNote* atomic_note_of(const Payload& payload) { return payload.get_extension<AtomicNote>(); }

}  // namespace unibank
