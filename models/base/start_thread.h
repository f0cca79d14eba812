// Starts threads. A host may refuse one: their number is limited, and each needs a stack.
#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/input_error.h"

namespace unibank {

// Throws RunError "no thread <purpose>: <reason>" on failure.
template <typename Work>
std::thread start_thread(const char* purpose, Work work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    throw RunError("no thread " + std::string(purpose) + ": " + error.code().message());
  }
}

}  // namespace unibank
