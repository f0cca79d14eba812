// For any text, a trace and a list of kernels is read or refused with InputError.
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "trace/block_reader.h"
#include "trace/kernels_list.h"
#include "trace/record_header.h"

namespace {

using namespace unibank;

trace::LineSource lines_of(const std::string& text) {
  return trace::LineSource(std::make_unique<std::istringstream>(text), "fuzz.traceg");
}

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

// Properties that the SM relies on without checking them again.
void check(const WarpInstruction& shown, const trace::KernelHeader& header) {
  const StaticInstruction& what = *shown.decoded;
  require(what.sources.size() <= 32, "more sources than last uses have bits");
  for (const auto* numbers : {&what.sources, &what.results, &what.dead_after})
    for (const std::uint16_t number : *numbers) require(number < header.registers, "a register that is not there");
  require((what.unit == Unit::kMemory) == (what.space != Space::kNone), "a memory instruction without a memory");
  if (what.space != Space::kScratchpad) return;
  const std::uint64_t most = trace::scratchpad_bytes(header) + 15;
  for (LaneMask left = shown.active; left != 0; left &= left - 1) {
    const std::uint64_t address = shown.address[static_cast<unsigned>(__builtin_ctz(left))];
    require(address + what.bytes_per_lane <= most, "an access outside of the scratchpad");
  }
}

void read_trace(const std::string& text) {
  trace::LineSource lines = lines_of(text);
  const trace::KernelHeader header = trace::read_header(lines);
  trace::record_header(header);
  trace::Instructions instructions(header);
  // Some texts pass through the temporary file of long blocks.
  const std::size_t most_kept = text.size() % 4 == 0 ? 0 : trace::BlockReader::kMostKept;
  trace::BlockReader reader(lines, header, instructions, most_kept);
  while (const auto block = reader.next()) {
    for (const trace::TracedWarp& warp : block->warps) {
      warp.each_piece(*block->spool, [&header](const trace::PackedWarp& piece) {
        for (const trace::PackedInstruction& packed : piece.instructions) {
          WarpInstruction shown;
          piece.show(packed, shown);
          check(shown, header);
        }
      });
    }
  }
}

template <typename Read>
void try_to(Read&& read) {
  try {
    read();
  } catch (const InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  try_to([&] { read_trace(text); });
  try_to([&] {
    trace::LineSource lines = lines_of(text);
    trace::read_kernels_list(lines, "");
  });
}
