#include "exec/server.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

#include "exec/message.h"
#include "exec/protocol.h"

namespace unibank::exec {

Server::File::File(std::uint64_t bytes) : descriptor_(::memfd_create("unibank device memory", MFD_CLOEXEC)) {
  if (descriptor_ >= 0 && ::ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0) return;
  ::close(descriptor_);
  throw std::bad_alloc();
}

Server::File::~File() { ::close(descriptor_); }

Server::Server(const MachineRequest& request, wave::Writer* waves)
    : file_(request.memory_bytes), calls_(request, file_.descriptor(), waves) {}

Served Server::end() {
  Served served;
  served.program = calls_.program();
  calls_.machine().finish(served.result);
  served.rows = calls_.machine().rows();
  served.failure = calls_.failure();
  return served;
}

std::string refusal() {
  Answer answer;
  answer.error = CudaError::kNoDevice;
  answer.sticky = 1;
  Packed all;
  all.put(answer).text("").text("").text("");
  return all.bytes();
}

}  // namespace unibank::exec
