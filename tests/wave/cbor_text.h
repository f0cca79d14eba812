// A file of transactions as text, one line for each item. It is read by the rules of the format alone (RFC 8949 and the
// tags of ftr_file.h), so that the writer is tested against an independent reader.
#pragma once

#include <lz4.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace unibank {

class CborReader {
 public:
  explicit CborReader(std::string bytes) : bytes_(std::move(bytes)) {}

  bool at_end() const { return at_ == bytes_.size(); }
  // Consumes the end mark of an array of indefinite length, if it is next.
  bool at_break() {
    if (static_cast<unsigned char>(bytes_.at(at_)) != 0xff) return false;
    ++at_;
    return true;
  }
  std::uint64_t number() { return head(0); }
  std::int64_t negative() { return -1 - static_cast<std::int64_t>(head(1)); }
  std::string raw() { return take(head(2)); }
  std::string text() { return take(head(3)); }
  std::uint64_t array() { return head(4); }
  std::uint64_t map() { return head(5); }
  std::uint64_t tag() { return head(6); }
  void begin_array() {
    if (static_cast<unsigned char>(bytes_.at(at_++)) != 0x9f) throw std::runtime_error("no array without a length");
  }

 private:
  std::uint64_t head(unsigned type) {
    const auto first = static_cast<unsigned char>(bytes_.at(at_++));
    if (first >> 5 != type) throw std::runtime_error("type " + std::to_string(first >> 5) + " where " +
                                                     std::to_string(type) + " is expected");
    const unsigned low = first & 31;
    if (low < 24) return low;
    if (low > 27) throw std::runtime_error("no number");
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 1u << (low - 24); ++i) value = value << 8 | static_cast<unsigned char>(bytes_.at(at_++));
    return value;
  }
  std::string take(std::uint64_t length) {
    if (length > bytes_.size() - at_) throw std::runtime_error("it ends in a string");
    at_ += length;
    return bytes_.substr(at_ - length, length);
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

class FtrText {
 public:
  // The text of a whole file. Throws std::exception if it is not a file of transactions.
  static std::string of(const std::string& bytes) {
    FtrText text;
    CborReader in(bytes);
    if (in.tag() != 55799) throw std::runtime_error("no CBOR");
    in.begin_array();
    while (!in.at_break()) text.chunk(in);
    if (!in.at_end()) throw std::runtime_error("there is more behind the file's end");
    return text.out_;
  }

 private:
  void chunk(CborReader& in) {
    const std::uint64_t tag = in.tag();
    if (tag == 6) return info(CborReader(in.raw()));
    if (tag == 8) return dictionary(CborReader(in.raw()));
    if (tag == 10) return directory(CborReader(in.raw()));
    if (tag == 14) return relations(CborReader(in.raw()));
    if (tag != 13 || in.array() != 5) throw std::runtime_error("chunk " + std::to_string(tag));
    const std::uint64_t stream = in.number(), begin = in.number(), end = in.number(), size = in.number();
    const std::string packed = in.raw();
    std::string bytes(size, '\0');
    if (LZ4_decompress_safe(packed.data(), bytes.data(), static_cast<int>(packed.size()), static_cast<int>(size)) !=
        static_cast<int>(size))
      throw std::runtime_error("it does not unpack");
    out_ += "block of " + streams_.at(stream) + " " + time(begin) + " to " + time(end) + "\n";
    transactions(CborReader(bytes), stream, begin, end);
  }
  void info(CborReader in) {
    if (in.array() != 2 || in.negative() != -12 || in.tag() != 1 || in.number() != 0) throw std::runtime_error("info");
  }
  void dictionary(CborReader in) {
    for (std::uint64_t left = in.map(); left != 0; --left) {
      const std::uint64_t number = in.number();
      if (!texts_.emplace(number, in.text()).second) throw std::runtime_error("a text is there twice");
    }
  }
  void directory(CborReader in) {
    in.begin_array();
    while (!in.at_break()) {
      const bool stream = in.tag() == 16;
      if (in.array() != 3) throw std::runtime_error("directory");
      const std::uint64_t number = in.number();
      const std::string name = texts_.at(in.number());
      const std::uint64_t other = in.number();
      if (stream) {
        streams_[number] = name;
        out_ += "stream " + name + " of kind " + texts_.at(other) + "\n";
      } else {
        generators_[number] = {streams_.at(other) + " " + name, other};
      }
    }
  }
  void transactions(CborReader in, std::uint64_t stream, std::uint64_t begin, std::uint64_t end) {
    in.begin_array();
    while (!in.at_break()) {
      std::uint64_t attributes = in.array() - 1;
      if (in.tag() != 6 || in.array() != 4) throw std::runtime_error("event");
      const std::uint64_t id = in.number();
      const auto& generator = generators_.at(in.number());
      const std::uint64_t from = in.number(), to = in.number();
      if (generator.second != stream || from < begin || to > end || from > to) throw std::runtime_error("block");
      out_ += std::to_string(id) + ": " + generator.first + " " + time(from) + " to " + time(to);
      for (; attributes != 0; --attributes) attribute(in);
      out_ += "\n";
    }
  }
  void attribute(CborReader& in) {
    static const char* const when[] = {" (", " +(", " -("};  // at its beginning, during it, or at its end
    const std::uint64_t tag = in.tag();
    if (in.array() != 3) throw std::runtime_error("attribute");
    out_ += when[tag - 7] + texts_.at(in.number()) + " ";
    const std::uint64_t type = in.number(), value = in.number();
    if (type != 3 && type != 10) throw std::runtime_error("type of an attribute");
    out_ += (type == 3 ? std::to_string(value) : texts_.at(value)) + ")";
  }
  void relations(CborReader in) {
    in.begin_array();
    while (!in.at_break()) {
      if (in.array() != 5) throw std::runtime_error("relation");
      const std::string name = texts_.at(in.number());
      const std::uint64_t from = in.number(), to = in.number();
      const std::string from_stream = streams_.at(in.number()), to_stream = streams_.at(in.number());
      out_ += std::to_string(from) + " of " + from_stream + " " + name + " " + std::to_string(to) + " of " + to_stream +
              "\n";
    }
  }
  static std::string time(std::uint64_t picoseconds) {
    return picoseconds % 1000 == 0 ? std::to_string(picoseconds / 1000) : std::to_string(picoseconds) + " ps";
  }

  std::map<std::uint64_t, std::string> texts_, streams_;
  std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> generators_;
  std::string out_;
};

}  // namespace unibank
