// The bytes of an L2 slice's lines, and their writers (run.check_data). The slice's core tracks which of them are
// valid.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "memory/l2_slice_core.h"
#include "memory/line_data.h"

namespace unibank {

class L2Data : public L2SliceCore::Data {
 public:
  L2Data(std::size_t lines, unsigned entries) : lines_(lines), fetched_(entries), overtaken_(entries) {}

  // A fetch has arrived; keeps its bytes until data_came().
  void fetched(unsigned entry, const Payload& payload);
  // Takes the next write-back and puts its bytes into `payload`.
  void put_write_back(Payload& payload);
  // Accesses the bytes `present` of a present line, independent of the order of stores.
  void debug(Payload& payload, std::size_t place, const L2SliceCore::ByteMask& present);

  void read(L2SliceCore::RequestHandle handle, std::size_t place, const L2SliceCore::ByteMask& bytes) override;
  void write(L2SliceCore::RequestHandle handle, std::size_t place, const L2SliceCore::ByteMask& present) override;
  void fill(unsigned entry, std::size_t place, const L2SliceCore::ByteMask& bytes) override;
  void evicted(std::size_t place, std::uint64_t address, const L2SliceCore::ByteMask& present, bool written_back,
               const std::vector<unsigned>& fetches) override;

 private:
  struct Part {
    L2SliceCore::ByteMask bytes{};
    LineData data;
    void take(const LineData& line, const L2SliceCore::ByteMask& present);
  };
  std::vector<LineData> lines_;     // [set][way]
  std::vector<LineData> fetched_;   // [entry], at the bytes' places in their line
  std::vector<Part> overtaken_;     // [entry]: bytes of its line that was evicted while it was fetched: newer than the
                                    // fetched bytes
  std::deque<LineData> write_backs_;  // in the order in which they are sent
  std::unordered_map<std::uint64_t, Part> left_;  // [line's address]: the bytes of lines that have left the slice
};

}  // namespace unibank
