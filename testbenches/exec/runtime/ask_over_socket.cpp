#include "exec/channel.h"
#include "exec/runtime/ask_model.h"

namespace unibank::exec {

bool ask_model(int socket, std::string_view call, std::string& answer, int* file) {
  return send_message(socket, call) && receive_message(socket, answer, file);
}

}  // namespace unibank::exec
