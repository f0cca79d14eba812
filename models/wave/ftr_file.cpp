#include "wave/ftr_file.h"

#include <lz4.h>

#include <algorithm>

namespace unibank::wave {

namespace {

enum Tag : unsigned {
  kCreated = 1, kInfo = 6, kDictionary = 8, kDirectory = 10, kPackedTransactions = 13, kRelations = 14, kStream = 16,
  kGenerator = 17, kSelfDescribed = 55799
};
constexpr unsigned kEvent = 6;                // in a transaction
constexpr unsigned kUnsigned = 3, kText = 10;  // types of attributes
constexpr std::uint64_t kUnitsPerCycle = 1000;
constexpr unsigned kUnit = 12;  // 10^-12 s

}  // namespace

// The time of creation is 0, so that the same inputs give the same bytes.
FtrFile::FtrFile(const std::string& path) : file_(path) {
  Cbor start;
  start.tag(kSelfDescribed);
  start.begin_array();
  file_.write(start.bytes());
  Cbor info;
  info.array(2);
  info.negative(kUnit);
  info.tag(kCreated);
  info.number(0);
  write_chunk(kInfo, info);
  text("");
}

FtrFile::Text FtrFile::text(const std::string& text) {
  const auto [found, added] = texts_.emplace(text, static_cast<Text>(texts_.size()));
  if (added) new_texts_.push_back(text);
  return found->second;
}

FtrFile::Stream FtrFile::stream(const std::string& name, const std::string& kind) {
  chunks_.emplace_back();
  const Stream made{static_cast<unsigned>(chunks_.size())};
  directory_.tag(kStream);
  directory_.array(3);
  directory_.number(made.number);
  directory_.number(text(name));
  directory_.number(text(kind));
  return made;
}

FtrFile::Generator FtrFile::generator(Stream of, const std::string& name) {
  const Generator made{++generators_, of.number};
  directory_.tag(kGenerator);
  directory_.array(3);
  directory_.number(made.number);
  directory_.number(text(name));
  directory_.number(of.number);
  return made;
}

void FtrFile::transaction(std::uint64_t id, Generator of, Cycle begin, Cycle end,
                          const std::vector<Attribute>& attributes) {
  Chunk& chunk = chunks_[of.stream - 1];
  Cbor& out = chunk.transactions;
  if (out.size() == 0) out.begin_array();
  out.array(1 + attributes.size());
  out.tag(kEvent);
  out.array(4);
  out.number(id);
  out.number(of.number);
  out.number(begin * kUnitsPerCycle);
  out.number(end * kUnitsPerCycle);
  for (const Attribute& attribute : attributes) {
    out.tag(static_cast<unsigned>(attribute.when));
    out.array(3);
    out.number(attribute.name);
    out.number(attribute.is_text ? kText : kUnsigned);
    out.number(attribute.value);
  }
  chunk.begin = std::min(chunk.begin, begin);
  chunk.end = std::max(chunk.end, end);
  if (out.size() >= kChunkBytes) write_transactions(of.stream);
}

void FtrFile::relation(Text name, Stream from_stream, std::uint64_t from, Stream to_stream, std::uint64_t to) {
  if (relations_.size() == 0) relations_.begin_array();
  relations_.array(5);
  for (const std::uint64_t number : {std::uint64_t{name}, from, to, std::uint64_t{from_stream.number},
                                     std::uint64_t{to_stream.number}})
    relations_.number(number);
  if (relations_.size() >= kChunkBytes) write_relations();
}

void FtrFile::write_chunk(unsigned tag, const Cbor& content) {
  Cbor chunk;
  chunk.tag(tag);
  chunk.raw(content.bytes());
  file_.write(chunk.bytes());
}

// A reader must know names and streams before the transactions that use them.
void FtrFile::write_names() {
  if (!new_texts_.empty()) {
    Cbor dictionary;
    dictionary.map(new_texts_.size());
    std::uint64_t number = texts_.size() - new_texts_.size();
    for (const std::string& text : new_texts_) {
      dictionary.number(number++);
      dictionary.text(text);
    }
    write_chunk(kDictionary, dictionary);
    new_texts_.clear();
  }
  if (directory_.size() == 0) return;
  Cbor directory;
  directory.begin_array();
  Cbor end;
  end.end_array();
  Cbor chunk;
  chunk.tag(kDirectory);
  chunk.raw(directory.bytes() + directory_.bytes() + end.bytes());
  file_.write(chunk.bytes());
  directory_.clear();
}

void FtrFile::write_transactions(unsigned stream) {
  Chunk& chunk = chunks_[stream - 1];
  if (chunk.transactions.size() == 0) return;
  write_names();
  chunk.transactions.end_array();
  const std::string& bytes = chunk.transactions.bytes();
  std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(bytes.size()))), '\0');
  packed.resize(static_cast<std::size_t>(LZ4_compress_default(
      bytes.data(), packed.data(), static_cast<int>(bytes.size()), static_cast<int>(packed.size()))));
  Cbor out;
  out.tag(kPackedTransactions);
  out.array(5);
  out.number(stream);
  out.number(chunk.begin * kUnitsPerCycle);
  out.number(chunk.end * kUnitsPerCycle);
  out.number(bytes.size());
  out.raw(packed);
  file_.write(out.bytes());
  chunk = {};
}

void FtrFile::write_relations() {
  if (relations_.size() == 0) return;
  write_names();
  relations_.end_array();
  write_chunk(kRelations, relations_);
  relations_.clear();
}

void FtrFile::finish() {
  write_names();
  for (unsigned stream = 1; stream <= chunks_.size(); ++stream) write_transactions(stream);
  write_relations();
  Cbor end;
  end.end_array();
  file_.write(end.bytes());
  file_.publish();
}

}  // namespace unibank::wave
