// A user's program and its model processes: one for each process of the program that uses CUDA.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace unibank::exec {

// Works for one process of the program, in a process of its own; `socket` is its. What it returns comes back.
// InputError and RunError come back as errors.
using ServeProgram = std::function<std::string(int socket)>;

struct SessionEnd {
  int status = 0;                     // of the program; 128 + n when signal n ended it
  std::vector<std::string> results;   // in the order in which processes came
  std::vector<std::string> errors;    // of those without one
};

// The folder with the libraries that replace CUDA's; with_model: those that have the model in them. Throws InputError
// if it is not beside this program.
std::string library_folder(bool with_model);

// Runs the program, found as a shell finds it, with the libraries of `folder` in place of CUDA's. Throws InputError if
// it cannot be started, or has device code without PTX.
SessionEnd run_session(const std::vector<std::string>& program, const std::string& folder, const ServeProgram& serve);

}  // namespace unibank::exec
