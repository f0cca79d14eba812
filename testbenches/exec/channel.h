// A Unix socket between a program and its model. A message is its length and its bytes; device memory is a file that
// both map.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace unibank::exec {

// The environment variable that names the socket of `unibank exec`, in the abstract namespace.
constexpr char kSocketVariable[] = "UNIBANK_EXEC_SOCKET";

// How the last message of a model begins that is in the program's process: the rest is its result, or an error.
constexpr char kModelResult = 'R', kModelError = 'E';

// Where device memory begins, in the model and in the program: an address below PTX's windows of shared and local
// memory that programs leave free.
constexpr std::uint64_t kDeviceMemoryBegin = std::uint64_t{64} << 30;

// A socket that listens for processes of this user; `name` gets its name. On failure -1 and errno.
int listen_at(const std::string& name);
// Accepts the next program; -1 if there is none or it belongs to another user.
int accept_from(int listening);
// Returns -1 and sets errno if no process listens at that name.
int connect_to(const std::string& name);

// False: the other side has gone. `file`: is sent along, -1: none.
bool send_message(int socket, std::string_view bytes, int file = -1);
// `file`, if it is not null: takes the file that comes along, -1: none did.
bool receive_message(int socket, std::string& bytes, int* file = nullptr);

}  // namespace unibank::exec
