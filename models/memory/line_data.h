// Bytes of a read on their way to those that wait for it, and who wrote them (run.check_data).
#pragma once

#include <algorithm>
#include <array>

#include "base/types.h"
#include "tlm/pool.h"

namespace unibank {

struct LineData {
  std::array<unsigned char, kLineBytes> bytes{};
  std::array<Writer, kLineBytes> writers{};

  // Of a payload that has writers.
  void take(const Payload& from) {
    std::copy_n(from.get_data_ptr(), from.get_data_length(), bytes.begin());
    std::copy_n(writers_of(from), from.get_data_length(), writers.begin());
  }
  void put(Payload& to) const {
    std::copy_n(bytes.begin(), to.get_data_length(), to.get_data_ptr());
    std::copy_n(writers.begin(), to.get_data_length(), writers_of(to));
  }
};

// A payload that goes on with the data, the byte enables and the writers of another; and what it had before.
template <typename Request>
void borrow_data(Request& request, const Payload& other) {
  request.own_data = request.get_data_ptr();
  request.set_data_ptr(other.get_data_ptr());
  request.set_byte_enable_ptr(other.get_byte_enable_ptr());
  request.set_byte_enable_length(other.get_byte_enable_length());
  PayloadPool<Request>::note_of(request).writers = writers_of(other);
}
template <typename Request>
void return_data(Request& request) {
  request.set_data_ptr(request.own_data);
  request.set_byte_enable_ptr(nullptr);
  PayloadPool<Request>::note_of(request).writers = nullptr;
}

}  // namespace unibank
