// The program's side of the channel: one connection a process, made by the first call that needs the device.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "exec/message.h"
#include "exec/protocol.h"

namespace unibank::exec {

// The thread's last error, as cudaGetLastError() knows it; returns what it is given.
CudaError remember(CudaError error);
CudaError last_error(bool forget);

// One line on standard error.
void complain(const std::string& what);

class Connection {
 public:
  static Connection& get();

  // The answer's own values are in `values`, if it is not null; what kernels have printed is on standard output.
  CudaError call(const Packed& request, std::string* values = nullptr);
  // kSuccess when there is a device.
  CudaError ready();
  const DeviceFacts& facts() const { return facts_; }
  bool connected() const { return socket_ >= 0; }
  // Of the model, as of the last answer.
  double microseconds() const { return microseconds_; }
  // The device memory that is seen by host and device at the same addresses.
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
  CudaError broken_ = CudaError::kSuccess;  // every call has it
  DeviceFacts facts_;
  double microseconds_ = 0;
};

// Calls without values of their own.
template <typename... Values>
CudaError call(Call which, const Values&... values) {
  Packed request;
  request.put(which);
  (request.put(values), ...);
  return Connection::get().call(request);
}

}  // namespace unibank::exec
