#include "ptx/initialiser.h"

#include <utility>

#include "ptx/constants.h"

namespace unibank::ptx {
namespace {

class Initialiser {
 public:
  Initialiser(Cursor& cursor, Type type, std::vector<std::uint64_t> dimensions, Declaration& declared)
      : cursor_(cursor), type_(type), dimensions_(std::move(dimensions)), declared_(declared),
        bytes_(declared.variable.initial) {}

  void run() {
    if (dimensions_.empty()) {
      const bool braces = cursor_.accept("{");
      add_value(bytes_of(type_));
      if (braces) cursor_.expect("}", "after the initial value");
    } else {
      add_list(0);
    }
    finish_masks(cursor_.look());
  }

 private:
  // The bytes of one element of the given dimension.
  std::uint64_t stride(std::size_t dimension) const {
    std::uint64_t bytes = bytes_of(type_);
    for (std::size_t i = dimension + 1; i < dimensions_.size(); ++i) bytes *= dimensions_[i];
    return bytes;
  }

  // The recursion ends with the dimensions, at most nine deep.
  void add_list(std::size_t dimension) {
    const std::uint64_t start = bytes_.size();
    const bool open_ended = dimensions_[dimension] == 0;
    const std::uint64_t limit = open_ended ? kMaxInitialisedBytes : start + stride(dimension) * dimensions_[dimension];
    const Token opening = cursor_.expect("{", "and the initial values of the array");
    while (!cursor_.accept("}")) {
      if (cursor_.is("{") && dimension + 1 < dimensions_.size()) {
        const std::uint64_t row = bytes_.size();
        if (row + stride(dimension) > limit) too_many(opening);
        add_list(dimension + 1);
        bytes_.resize(row + stride(dimension));
      } else {
        add_value(limit);
      }
      if (!cursor_.is("}")) cursor_.expect(",", "or '}' after an initial value");
    }
  }

  void add_value(std::uint64_t limit) {
    const Token token = cursor_.look();
    if (bytes_.size() + bytes_of(type_) > limit) too_many(token);
    if (cursor_.is_word() && !cursor_.is_directive()) return add_address(token);
    if (token.kind == Token::Kind::kInteger && cursor_.look(1).text == "(") return add_masked(token);
    finish_masks(token);
    const std::uint64_t bits = parse_constant(cursor_, type_);
    for (unsigned i = 0; i < bytes_of(type_); ++i) bytes_.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }

  struct Address {
    Token symbol;
    std::int64_t addend = 0;
  };

  // name, name+8, generic(name), generic(name)+8
  Address address() {
    Address result;
    const bool generic = cursor_.is("generic") && cursor_.look(1).text == "(";
    if (generic) {
      cursor_.take();
      cursor_.take();
    }
    result.symbol = cursor_.expect_name("the name of a variable or a function");
    result.addend = static_cast<std::int64_t>(parse_offset(cursor_));
    if (generic) {
      cursor_.expect(")", "after the name");
      result.addend += static_cast<std::int64_t>(parse_offset(cursor_));
    }
    return result;
  }

  void add_relocation(const Address& of, unsigned bytes) {
    declared_.variable.relocations.push_back({bytes_.size(), std::string(of.symbol.text), of.addend, bytes});
    declared_.mentions.push_back(of.symbol);
  }

  void add_address(const Token& token) {
    finish_masks(token);
    const unsigned bytes = bytes_of(type_);
    const bool fits = type_ == Type::kU64 || type_ == Type::kS64 || type_ == Type::kB64 || type_ == Type::kU32 ||
                      type_ == Type::kS32 || type_ == Type::kB32;
    if (!fits)
      cursor_.fail(token, "found " + quoted(token) + " as an initial value; expected a number, or a type of the width "
                          "of an address such as .u64");
    add_relocation(address(), bytes);
    bytes_.resize(bytes_.size() + bytes);
  }

  // An address in bytes: 0xFF(name), 0xFF00(name), 0xFF0000(name), ... to the eighth.
  void add_masked(const Token& mask) {
    const unsigned byte = masked_;
    if (bytes_of(type_) != 1 || mask.value != std::uint64_t{0xFF} << (8 * byte))
      cursor_.fail(mask, "found the mask " + quoted(mask) + "; expected 0xFF, 0xFF00, ... in order, in an array of "
                             ".b8");
    cursor_.take();
    cursor_.take();
    const Address of = address();
    cursor_.expect(")", "after what is masked");
    if (byte == 0) {
      add_relocation(of, kAddressBytes);
    } else {
      const Relocation& begun = declared_.variable.relocations.back();
      if (begun.symbol != of.symbol.text || begun.addend != of.addend)
        cursor_.fail(of.symbol, "found " + quoted(of.symbol) + "; expected the rest of the address of '" +
                                    begun.symbol.substr(0, 60) + "'");
    }
    bytes_.push_back(0);
    masked_ = (byte + 1) % kAddressBytes;
  }

  void finish_masks(const Token& at) const {
    if (masked_ != 0)
      cursor_.fail(at, "found " + quoted(at) + " after " + std::to_string(masked_) +
                           " bytes of an address; expected all eight");
  }

  [[noreturn]] void too_many(const Token& token) const {
    cursor_.fail(token, "found more initial values than the array has elements");
  }

  static constexpr unsigned kAddressBytes = 8;
  Cursor& cursor_;
  Type type_;
  std::vector<std::uint64_t> dimensions_;
  Declaration& declared_;
  std::vector<std::uint8_t>& bytes_;
  unsigned masked_ = 0;  // bytes so far of an address that is given byte by byte
};

}  // namespace

void parse_values(Cursor& cursor, Type type, std::vector<std::uint64_t> dimensions, Declaration& declared) {
  Initialiser(cursor, type, std::move(dimensions), declared).run();
}

}  // namespace unibank::ptx
