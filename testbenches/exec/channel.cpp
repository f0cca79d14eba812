#include "exec/channel.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace unibank::exec {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 31;  // of a message; arguments and fat binaries are smaller
constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 20;

struct Address {
  sockaddr_un socket{};
  socklen_t length = 0;
  explicit Address(const std::string& name) {
    socket.sun_family = AF_UNIX;
    const std::size_t count = std::min(name.size(), sizeof socket.sun_path - 1);
    std::memcpy(socket.sun_path + 1, name.data(), count);  // a name after a zero byte is in the abstract namespace
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + count);
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&socket); }
};

int new_socket() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

int closed(int socket) {
  const int reason = errno;
  ::close(socket);
  errno = reason;
  return -1;
}

// The room for one file in a message's control part.
union Control {
  char bytes[CMSG_SPACE(sizeof(int))];
  cmsghdr align;
};

// Sends the bytes, and with the first of them the descriptor `file` (-1: none).
bool send_all(int socket, const char* bytes, std::size_t left, int file) {
  while (left != 0) {
    iovec piece{const_cast<char*>(bytes), left};
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    Control control{};
    if (file >= 0) {
      message.msg_control = control.bytes;
      message.msg_controllen = sizeof control.bytes;
      cmsghdr* const header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof file);
      std::memcpy(CMSG_DATA(header), &file, sizeof file);
    }
    const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    file = -1;
    bytes += sent;
    left -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, char* bytes, std::size_t left, int* file) {
  while (left != 0) {
    iovec piece{bytes, left};
    msghdr message{};
    Control control{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    const ssize_t count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    const cmsghdr* const header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS && file) std::memcpy(file, CMSG_DATA(header), sizeof *file);
    bytes += count;
    left -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

int listen_at(const std::string& name) {
  const int socket = new_socket();
  const Address address(name);
  if (socket < 0) return -1;
  if (::bind(socket, address.get(), address.length) != 0 || ::listen(socket, 16) != 0) return closed(socket);
  return socket;
}

int accept_from(int listening) {
  const int socket = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0) return -1;
  ucred other{};
  socklen_t length = sizeof other;
  const bool own = ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &length) == 0 && other.uid == ::getuid();
  return own ? socket : closed(socket);
}

int connect_to(const std::string& name) {
  const int socket = new_socket();
  const Address address(name);
  if (socket < 0) return -1;
  return ::connect(socket, address.get(), address.length) == 0 ? socket : closed(socket);
}

bool send_message(int socket, std::string_view bytes, int file) {
  const std::uint64_t length = bytes.size();
  return send_all(socket, reinterpret_cast<const char*>(&length), sizeof length, file) &&
         send_all(socket, bytes.data(), bytes.size(), -1);
}

bool receive_message(int socket, std::string& bytes, int* file) {
  if (file) *file = -1;
  std::uint64_t length = 0;
  if (!receive_all(socket, reinterpret_cast<char*>(&length), sizeof length, file) || length > kMostBytes) return false;
  bytes.clear();
  while (bytes.size() < length) {  // memory grows with the received bytes, because the announced length may be wrong
    const std::size_t before = bytes.size();
    bytes.resize(std::min(length, before + kMostAtOnce));
    if (!receive_all(socket, bytes.data() + before, bytes.size() - before, nullptr)) return false;
  }
  return true;
}

}  // namespace unibank::exec
