// Transactions as FTR (Fast Transaction Recording, of MINRES' LWTR4SC): each transaction has a beginning, an end,
// attributes and a stream. Surfer and SCViewer show them. A cycle is 1 ns, as in a waveform; the file counts
// picoseconds.
//
// The format: CBOR. An array of chunks, each with a tag and content of its own: 6 the time's unit, 8 a dictionary of
// all text, 10 streams (16) and their generators (17), 13 transactions of one stream, packed by LZ4, 14 relations.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "base/types.h"
#include "wave/cbor.h"
#include "wave/output_file.h"

namespace unibank::wave {

class FtrFile {
 public:
  using Text = unsigned;  // index of a text in the dictionary
  struct Stream {
    unsigned number;
  };
  struct Generator {
    unsigned number, stream;
  };
  struct Attribute {
    enum class When { kBegin = 7, kDuring = 8, kEnd = 9 } when;
    Text name;
    bool is_text;  // the value is a Text
    std::uint64_t value;
  };

  // Throws InputError when the file cannot be created. The file appears, complete, with finish().
  explicit FtrFile(const std::string& path);

  Text text(const std::string& text);
  Stream stream(const std::string& name, const std::string& kind);
  Generator generator(Stream of, const std::string& name);

  // Returns 1, 2, ... The transactions of a stream may be added in any order.
  std::uint64_t next_id() { return ++last_id_; }
  void transaction(std::uint64_t id, Generator of, Cycle begin, Cycle end, const std::vector<Attribute>& attributes);
  void relation(Text name, Stream from_stream, std::uint64_t from, Stream to_stream, std::uint64_t to);

  // Throws RunError when the disk is full.
  void finish();

 private:
  static constexpr std::size_t kChunkBytes = 1 << 16;
  struct Chunk {
    Cbor transactions;
    Cycle begin = kNever, end = 0;
  };

  void write_chunk(unsigned tag, const Cbor& content);
  void write_names();
  void write_transactions(unsigned stream);
  void write_relations();

  OutputFile file_;
  std::map<std::string, Text> texts_;
  std::vector<std::string> new_texts_;  // the latest of `texts_`, not in the file yet
  Cbor directory_, relations_;          // not in the file yet
  std::vector<Chunk> chunks_;           // [stream - 1]
  unsigned generators_ = 0;
  std::uint64_t last_id_ = 0;
};

}  // namespace unibank::wave
