// A payload in which a block forwards a request: borrows parts of the original payload, and returns them.
#pragma once

#include "memory/atomic_note.h"

namespace unibank {

// `request` uses the data, the byte enables, the writers and, for an atomic, the note of `other`, which still owns
// them. `own_data` keeps the request's own data pointer.
template <typename Request>
void borrow_data(Request& request, const Payload& other) {
  request.own_data = request.get_data_ptr();
  request.set_data_ptr(other.get_data_ptr());
  request.set_byte_enable_ptr(other.get_byte_enable_ptr());
  request.set_byte_enable_length(other.get_byte_enable_length());
  PayloadPool<Request>::note_of(request).writers = writers_of(other);
  if (AtomicNote* const note = atomic_note_of(other)) request.set_extension(note);
}
template <typename Request>
void return_data(Request& request) {
  request.set_data_ptr(request.own_data);
  request.set_byte_enable_ptr(nullptr);
  PayloadPool<Request>::note_of(request).writers = nullptr;
  if (AtomicNote* const note = atomic_note_of(request)) request.clear_extension(note);
}

}  // namespace unibank
