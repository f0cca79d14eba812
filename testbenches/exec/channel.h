// A Unix socket between a program and its model. A message is its length and its bytes; device memory is a file that
// both map.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unibank::exec {

// The environment variable that names the socket of `unibank exec`, in the abstract namespace.
constexpr char kSocketVariable[] = "UNIBANK_EXEC_SOCKET";

// The first byte of the last message of a model that runs in the program's process: the rest of the message is a result
// or an error.
constexpr char kModelResult = 'R', kModelError = 'E';

// The address at which device memory begins, in the model and in the program. It lies below PTX's windows of shared and
// local memory, in a range that programs do not use.
constexpr std::uint64_t kDeviceMemoryBegin = std::uint64_t{64} << 30;

// Creates a socket with this name that listens for processes of this user. Returns -1 and sets errno on failure.
int listen_at(const std::string& name);
// Accepts the next connection; -1 if there is none or its process belongs to another user.
int accept_from(int listening);
// Returns -1 and sets errno if no process listens at that name.
int connect_to(const std::string& name);

// Sends a message, and the file descriptor `file` with it (-1: no file). Returns false if the other side has closed the
// connection.
bool send_message(int socket, std::string_view bytes, int file = -1);
// Receives a message; false if the other side has closed the connection. `file`, if it is not null, gets the file
// descriptor sent with the message, or -1.
bool receive_message(int socket, std::string& bytes, int* file = nullptr);

}  // namespace unibank::exec
