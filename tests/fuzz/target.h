// A fuzz target is a file that includes this and says what is tried of a text: it returns when the text was taken or
// properly refused, and throws or dies for whatever is wrong. Included by that one file of the program.
// With UNIBANK_FUZZ_REPLAY the program replays a corpus and mutations of it, else it is linked with libFuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace unibank::fuzz {

void try_text(const std::string& text);

}  // namespace unibank::fuzz

#ifdef UNIBANK_FUZZ_REPLAY
#include "fuzz/mutate.h"

int main(int argc, char** argv) { return unibank::fuzz::replay_main(argc, argv, unibank::fuzz::try_text); }
#else
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  unibank::fuzz::try_text(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
#endif
