// Passes a call to the model and returns its answer. The runtime is built twice: with ask_over_socket.cpp, where the
// model is a separate process, and with in_process/ask_here.cpp, where the model runs in this process.
#pragma once

#include <string>
#include <string_view>

namespace unibank::exec {

// `socket`: connected to `unibank exec`. `file`, if it is not null, gets the descriptor of the file with device memory
// that the answer contains, or -1. Returns false if the model has ended.
bool ask_model(int socket, std::string_view call, std::string& answer, int* file);

}  // namespace unibank::exec
