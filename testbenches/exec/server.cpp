#include "exec/server.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <optional>

#include "base/input_error.h"
#include "exec/calls.h"
#include "exec/channel.h"
#include "exec/message.h"
#include "exec/protocol.h"

namespace unibank::exec {
namespace {

class File {
 public:
  explicit File(std::uint64_t bytes) : descriptor_(::memfd_create("unibank device memory", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || ::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) throw std::bad_alloc();
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// So that the program has a reason, and not only an end.
void refuse(int socket, const std::string& why) {
  std::string call;
  if (!receive_message(socket, call)) return;
  Answer answer;
  answer.error = CudaError::kNoDevice;
  answer.sticky = 1;
  Packed all;
  all.put(answer).text(why).text("").text("");
  send_message(socket, all.bytes());
}

}  // namespace

Served serve(const MachineRequest& request, int socket, wave::Writer* waves) {
  const File file(request.memory_bytes);
  std::optional<Calls> calls;
  try {
    calls.emplace(request, file.descriptor(), waves);
  } catch (const InputError& error) {
    refuse(socket, error.what());
    throw;
  }
  std::string call;
  while (receive_message(socket, call)) {
    const std::string answer = calls->answer(call);
    if (!send_message(socket, answer, calls->sends_memory() ? file.descriptor() : -1)) break;
  }
  Served served;
  served.program = calls->program();
  calls->machine().finish(served.result);
  served.rows = calls->machine().rows();
  served.failure = calls->failure();
  return served;
}

}  // namespace unibank::exec
