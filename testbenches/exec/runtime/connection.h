// The program's side of the channel: one connection per process, opened by the first call that needs the device.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "exec/message.h"
#include "exec/protocol.h"

namespace unibank::exec {

// Sets the thread's last error, which cudaGetLastError() returns; returns `error`.
CudaError remember(CudaError error);
// An error that has made the device unusable is the last error of every thread and is not forgotten.
CudaError last_error(bool forget);

// Prints one line on standard error.
void complain(const std::string& what);

class Connection {
 public:
  static Connection& get();

  // Makes a call. `values`, if it is not null, gets the call's own values from the answer. The text that kernels have
  // printed is written to standard output.
  CudaError call(const Packed& request, std::string* values = nullptr);
  // Connects if necessary. Returns kSuccess if there is a device.
  CudaError ready();
  const DeviceFacts& facts() const { return facts_; }
  // The error of a kernel that has made the device unusable; kSuccess: there is none.
  CudaError fault() const { return fault_; }
  bool connected() const { return socket_ >= 0; }
  // The model's time at the last answer.
  double microseconds() const { return microseconds_; }
  // Whether `pointer` lies in device memory, which has the same addresses on the host and on the device.
  bool holds(const void* pointer) const {
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    return address >= facts_.memory_begin && address - facts_.memory_begin < facts_.memory_bytes;
  }

 private:
  Connection();
  CudaError connect();
  CudaError connect_now();
  CudaError map_memory(int file);
  CudaError exchange(const Packed& request, std::string* values, int* file);
  CudaError give_up(CudaError error, const std::string& why);
  static void forked();

  std::recursive_mutex mutex_;
  int socket_ = -1;
  CudaError broken_ = CudaError::kSuccess;  // not kSuccess: every call returns this error
  std::atomic<CudaError> fault_{CudaError::kSuccess};
  DeviceFacts facts_;
  double microseconds_ = 0;
};

// Makes a call whose answer has no values of its own.
template <typename... Values>
CudaError call(Call which, const Values&... values) {
  Packed request;
  request.put(which);
  (request.put(values), ...);
  return Connection::get().call(request);
}

}  // namespace unibank::exec
