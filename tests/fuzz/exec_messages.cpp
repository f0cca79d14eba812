// Whatever a program sends to its model, each call has an answer that can be read, and the model goes on. A text is a
// sequence of calls: 4 bytes of length, little-endian, and the call (testbenches/exec/protocol.h). The same bytes are
// also received through a socket, and unpacked as the result of a model's process.
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/input_error.h"
#include "exec/calls.h"
#include "exec/channel.h"
#include "exec/summary.h"
#include "fuzz/target.h"

// Wanted by SystemC's library, which a functional machine does not use.
extern "C" int sc_main(int, char**) { return 0; }

namespace {

using namespace unibank;

constexpr std::uint64_t kMemoryBytes = std::uint64_t{4} << 20;
constexpr unsigned kMostInstructions = 20000;  // of all launches of one text
constexpr std::size_t kMostOfSocket = 4096;    // fits into its buffer

// A changed grid may have billions of blocks.
class Limit : public ExecutionObserver {
 public:
  void launch_begins(const ExecutedLaunch&) override {}
  void executes(unsigned, const WarpInstruction&) override {
    if (++count_ > kMostInstructions) throw RunError("long enough");
  }
  void block_ends(std::uint64_t) override {}
  void launch_ends() override {}

 private:
  unsigned count_ = 0;
};

void check_answer(const std::string& bytes) {
  exec::Unpacked from(bytes);
  const auto answer = from.get<exec::Answer>();
  const std::string text = from.text(), printed = from.text(), values = from.text();
  if (answer.error != exec::CudaError::kSuccess && answer.sticky == 0 && text.empty() && !values.empty())
    throw std::logic_error("an answer with an error has values");
}

void try_calls(std::string_view text) {
  const int file = ::memfd_create("device memory", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, kMemoryBytes) != 0) throw std::runtime_error("no memory file");
  Limit limit;
  exec::MachineRequest request;
  request.functional = true;
  request.memory_bytes = kMemoryBytes;
  request.observer = &limit;
  {
    exec::Calls calls(request, file, nullptr);
    while (text.size() >= 4) {
      std::uint32_t length = 0;
      std::memcpy(&length, text.data(), sizeof length);
      text.remove_prefix(sizeof length);
      const std::string_view call = text.substr(0, length);
      text.remove_prefix(call.size());
      check_answer(calls.answer(call));
    }
  }
  ::close(file);
}

void try_socket(std::string_view text) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw std::runtime_error("no sockets");
  text = text.substr(0, kMostOfSocket);
  const bool sent = ::send(ends[0], text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  ::close(ends[0]);
  std::string message;
  while (sent && exec::receive_message(ends[1], message)) continue;
  ::close(ends[1]);
}

void try_result(const std::string& text) {
  try {
    exec::unpacked(text);
  } catch (const std::runtime_error&) {
    // what the program unibank reports
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  try_calls(text);
  try_socket(text);
  try_result(text);
}
