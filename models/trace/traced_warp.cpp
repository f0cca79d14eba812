#include "trace/traced_warp.h"

#include <type_traits>

namespace unibank::trace {

static_assert(std::is_trivially_copyable_v<PackedInstruction> && std::is_trivially_copyable_v<TracedWarp::Note>);

std::size_t TracedWarp::bytes() const {
  std::size_t sum = 0;
  for (const Piece& piece : pieces_)
    sum += piece.stored ? piece.instructions * sizeof(PackedInstruction) + piece.addresses : piece.packed.bytes();
  return sum;
}

std::size_t TracedWarp::pieces_in_memory() const {
  std::size_t count = 0;
  for (const Piece& piece : pieces_) count += !piece.stored;
  return count;
}

std::size_t TracedWarp::last_bytes() const {
  return pieces_.empty() ? 0 : pieces_.back().packed.bytes() + pieces_.back().notes.size() * sizeof(Note);
}

void TracedWarp::store_last(Spool& spool) {
  Piece& piece = pieces_.back();
  const std::vector<PackedInstruction>& instructions = piece.packed.instructions;
  const std::vector<std::uint8_t>& addresses = piece.packed.addresses();
  piece.instructions = instructions.size();
  piece.addresses = addresses.size();
  piece.place = spool.put(instructions.data(), instructions.size() * sizeof(PackedInstruction));
  spool.put(addresses.data(), addresses.size());
  spool.put(piece.notes.data(), piece.notes.size() * sizeof(Note));
  piece.stored = true;
  piece.packed = PackedWarp();
  std::vector<Note>().swap(piece.notes);  // frees its memory, too
}

void TracedWarp::read(const Piece& piece, const Spool& spool, PackedWarp& packed) {
  const std::size_t bytes = piece.instructions * sizeof(PackedInstruction);
  packed.instructions.resize(piece.instructions);
  packed.addresses().resize(piece.addresses);
  spool.read(piece.place, packed.instructions.data(), bytes);
  spool.read(piece.place + bytes, packed.addresses().data(), piece.addresses);
}

void TracedWarp::load(std::size_t number, const Spool& spool) {
  Piece& piece = pieces_[number];
  if (!piece.stored) return;
  read(piece, spool, piece.packed);
  piece.notes.resize(piece.instructions);
  spool.read(piece.place + piece.instructions * sizeof(PackedInstruction) + piece.addresses, piece.notes.data(),
             piece.notes.size() * sizeof(Note));
}

void TracedWarp::unload(std::size_t number, Spool& spool) {
  Piece& piece = pieces_[number];
  std::vector<Note>().swap(piece.notes);  // frees its memory, too
  if (!piece.stored) return;
  spool.write(piece.place, piece.packed.instructions.data(), piece.instructions * sizeof(PackedInstruction));
  piece.packed = PackedWarp();
}

const PackedWarp& TracedWarp::piece(std::size_t number, const Spool& spool, PackedWarp& room) const {
  const Piece& piece = pieces_[number];
  if (!piece.stored) return piece.packed;
  read(piece, spool, room);
  return room;
}

}  // namespace unibank::trace
