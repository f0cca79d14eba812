// The instructions of one warp of a traced block, in pieces: in memory, or, of a long block, in the spool.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/instructions.h"
#include "trace/packed_warp.h"
#include "trace/spool.h"

namespace unibank::trace {

class TracedWarp {
 public:
  static constexpr std::size_t kPiece = 1024;  // instructions of every piece but the last

  // The origin of an instruction in the trace; kept until its last uses are known.
  struct Note {
    unsigned id;  // Instructions::Known::id
    Shown shown;
  };

  std::uint64_t size() const { return size_; }  // instructions
  std::size_t bytes() const;                    // bytes of all pieces, in memory and in the spool

  // Construction: the last piece takes instructions until it is full; then another piece must be begun.
  bool needs_piece() const { return size_ % kPiece == 0; }
  void begin_piece() { pieces_.emplace_back(); }
  PackedWarp& last() { return pieces_.back().packed; }
  void noted(const Note& note) {
    pieces_.back().notes.push_back(note);
    ++size_;
  }
  // The size of the last piece; 0 if there is none.
  std::size_t last_bytes() const;
  // Moves the last piece to the spool.
  void store_last(Spool& spool);
  // Calls use(piece, notes) for every piece from the last to the first; the instructions of `piece` may change. The
  // notes are deleted afterwards.
  template <typename Use>
  void finish(Spool& spool, const Use& use) {
    for (std::size_t number = pieces_.size(); number-- > 0;) {
      load(number, spool);
      use(pieces_[number].packed, pieces_[number].notes);
      unload(number, spool);
    }
  }

  // A piece of the finished warp, which begins with instruction kPiece x number. `room` holds the piece if it is read
  // from the spool.
  const PackedWarp& piece(std::size_t number, const Spool& spool, PackedWarp& room) const;
  // Calls use(piece) for each piece, in order.
  template <typename Use>
  void each_piece(const Spool& spool, const Use& use) const {
    PackedWarp room;
    for (std::size_t number = 0; number < pieces_.size(); ++number) use(piece(number, spool, room));
  }
  std::size_t pieces_in_memory() const;

 private:
  struct Piece {
    PackedWarp packed;  // empty while it is in the spool
    std::vector<Note> notes;
    bool stored = false;
    std::uint64_t place = 0;  // place in the spool of the instructions, addresses and notes
    std::size_t instructions = 0, addresses = 0;
  };
  static void read(const Piece& piece, const Spool& spool, PackedWarp& packed);
  void load(std::size_t number, const Spool& spool);
  void unload(std::size_t number, Spool& spool);

  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0;
};

}  // namespace unibank::trace
