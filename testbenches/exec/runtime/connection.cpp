#include "exec/runtime/connection.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "exec/channel.h"
#include "exec/runtime/ask_model.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace unibank::exec {
namespace {

thread_local CudaError thread_error = CudaError::kSuccess;

}  // namespace

CudaError remember(CudaError error) {
  if (error != CudaError::kSuccess && error != CudaError::kNotReady) thread_error = error;
  return error;
}

CudaError last_error(bool forget) {
  const CudaError fault = Connection::get().fault();
  if (fault != CudaError::kSuccess) return fault;
  const CudaError error = thread_error;
  if (forget) thread_error = CudaError::kSuccess;
  return error;
}

void complain(const std::string& what) {
  std::fflush(stdout);
  std::fprintf(stderr, "unibank: error: %s\n", what.c_str());
}

// Never destroyed, because a program's own objects may still use it while the program ends.
Connection& Connection::get() {
  static Connection& one = *new Connection;
  return one;
}

Connection::Connection() { ::pthread_atfork(nullptr, nullptr, forked); }

// As with CUDA, a child has no device if its parent has used the device. If the parent has not, the child can use it.
void Connection::forked() {
  Connection& one = get();
  if (one.socket_ < 0) return;
  ::close(one.socket_);
  one.socket_ = -1;
  one.broken_ = CudaError::kInitializationError;
}

CudaError Connection::give_up(CudaError error, const std::string& why) {
  if (broken_ == CudaError::kSuccess && !why.empty()) complain(why);
  return broken_ = error;
}

CudaError Connection::ready() {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (broken_ != CudaError::kSuccess) return broken_;
  return socket_ >= 0 ? CudaError::kSuccess : connect();
}

CudaError Connection::connect() {
  const char* const name = std::getenv(kSocketVariable);
  if (!name)
    return give_up(CudaError::kNoDevice,
                   "there is no model to run kernels on; expected the program to be started by 'unibank exec -- "
                   "PROGRAM'");
  socket_ = connect_to(name);
  if (socket_ < 0)
    return give_up(CudaError::kNoDevice, "'unibank exec' has ended; expected it to wait for the program");
  return connect_now();
}

CudaError Connection::connect_now() {
  std::string values;
  int file = -1;
  Packed hello;
  hello.put(Call::kHello).text(program_invocation_short_name);
  const CudaError error = exchange(hello, &values, &file);
  if (error != CudaError::kSuccess) return broken_ = error;
  facts_ = Unpacked(values).get<DeviceFacts>();
  return map_memory(file);
}

CudaError Connection::map_memory(int file) {
  void* const wanted = reinterpret_cast<void*>(facts_.memory_begin);
  constexpr int kFlags = MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE;
  void* const mapped = ::mmap(wanted, facts_.memory_bytes, PROT_READ | PROT_WRITE, kFlags, file, 0);
  ::close(file);
  if (mapped == wanted) return CudaError::kSuccess;
  return give_up(CudaError::kNoDevice, "the program uses the addresses of device memory itself (from 64 GB on, as "
                                       "address sanitizers do); expected them free");
}

CudaError Connection::exchange(const Packed& request, std::string* values, int* file) {
  std::string bytes;
  if (!ask_model(socket_, request.bytes(), bytes, file))
    return give_up(CudaError::kUnknown, "the model's process has ended");
  Unpacked from(bytes);
  const auto answer = from.get<Answer>();
  const std::string text = from.text(), printed = from.text(), own = from.text();
  microseconds_ = answer.microseconds;
  std::fwrite(printed.data(), 1, printed.size(), stdout);
  if (!text.empty()) complain(text);
  if (values) *values = own;
  if (answer.sticky != 0) broken_ = answer.error;
  if (answer.sticky != 0 && answer.error != CudaError::kNoDevice) fault_ = answer.error;
  return answer.error;
}

CudaError Connection::call(const Packed& request, std::string* values) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  const CudaError error = ready();
  return error == CudaError::kSuccess ? exchange(request, values, nullptr) : error;
}

}  // namespace unibank::exec
