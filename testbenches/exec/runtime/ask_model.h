// The way of a call to the model and of its answer back. The runtime is built twice: with ask_over_socket.cpp, where
// the model is a process of its own, and with in_process/ask_here.cpp, where it is in this process.
#pragma once

#include <string>
#include <string_view>

namespace unibank::exec {

// `socket`: connected to `unibank exec`. `file`, if it is not null: gets the file with device memory that comes along,
// -1: none did. False: the model has ended.
bool ask_model(int socket, std::string_view call, std::string& answer, int* file);

}  // namespace unibank::exec
