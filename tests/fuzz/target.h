// A fuzz target is one file that includes this header and defines try_text(): it returns when the text is accepted or
// properly refused, and throws or crashes for anything wrong. With UNIBANK_FUZZ_REPLAY the program replays a corpus and
// mutations of it; otherwise it is linked with libFuzzer.
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
