// A user's program and its model processes: one for each process of the program that uses CUDA.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace unibank::exec {

// Serves one process of the program; runs in a separate process. `socket`: the connection to the program's process;
// `first`: no other process of the program has connected before. The returned text becomes a result of the session; an
// InputError or a RunError becomes one of its errors.
using ServeProgram = std::function<std::string(int socket, bool first)>;

struct SessionEnd {
  int status = 0;                     // exit status of the program; 128 + n if signal n ended it
  std::vector<std::string> results;   // in the order in which the models ended
  std::vector<std::string> errors;    // errors of the processes without a result
};

// The folder with the libraries that replace CUDA's; with_model: the libraries that contain the model. Throws
// InputError if there is none (files/own_library.h).
std::string library_folder(bool with_model);

// Runs the program, which is searched for as by a shell, with the libraries of `folder` in place of CUDA's. Throws
// InputError if the program cannot be started, or has device code without PTX.
SessionEnd run_session(const std::vector<std::string>& program, const std::string& folder, const ServeProgram& serve);

}  // namespace unibank::exec
