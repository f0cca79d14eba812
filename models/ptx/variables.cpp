#include "ptx/variables.h"

#include <algorithm>
#include <cstring>

#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

// What stands between the space and the names, and holds for all names of one declaration.
struct Header {
  Type type = Type::kNone;
  unsigned align = 0;
  unsigned vector = 1;
  Variable::Object object = Variable::Object::kData;
};

unsigned parse_align(Cursor& cursor) {
  const Token& token = cursor.look();
  const auto align = static_cast<unsigned>(cursor.expect_integer("an alignment", 1, kMaxAlign));
  if (align & (align - 1)) cursor.fail(token, "found the alignment " + quoted(token) + "; expected a power of two");
  return align;
}

void skip_parentheses(Cursor& cursor) {
  cursor.expect("(", "behind .attribute");
  cursor.skip_past(")");
}

// .ptr [.space] [.align n]: what the pointer that is passed points to; nothing here depends on it.
void skip_pointer_attributes(Cursor& cursor) {
  for (const char* space : {".global", ".shared", ".const", ".local"})
    if (cursor.accept(space)) break;
  if (cursor.accept(".align")) parse_align(cursor);
}

Header parse_header(Cursor& cursor) {
  Header header;
  while (cursor.is_directive()) {
    const Token& token = cursor.take();
    const std::string_view word = token.text.substr(1);
    const Type type = find_type(word);
    if (word == "align") {
      header.align = parse_align(cursor);
    } else if (word == "v2" || word == "v4") {
      header.vector = word == "v2" ? 2 : 4;
    } else if (word == "attribute") {
      skip_parentheses(cursor);
    } else if (word == "ptr") {
      skip_pointer_attributes(cursor);
    } else if (word == "texref" || word == "samplerref" || word == "surfref") {
      header.object = word == "texref"    ? Variable::Object::kTexture
                      : word == "surfref" ? Variable::Object::kSurface
                                          : Variable::Object::kSampler;
      header.type = Type::kB64;  // the handle
    } else if (type != Type::kNone && type != Type::kPred && header.type == Type::kNone) {
      header.type = type;
    } else {
      std::string known;
      for (const std::string& name : names_of(~type_bit(Type::kPred))) known += name + ", ";
      cursor.fail(token, "found " + quoted(token) + " in a declaration; expected one type of " + known +
                             "or .align, .v2, .v4");
    }
  }
  if (header.type == Type::kNone) cursor.fail_expected("a type, such as .b8 or .f32");
  return header;
}

// [4][8]; an empty first one gives 0.
std::vector<std::uint64_t> parse_dimensions(Cursor& cursor) {
  constexpr std::size_t kMost = 8;
  std::vector<std::uint64_t> dimensions;
  while (cursor.is("[")) {
    if (dimensions.size() == kMost) cursor.fail(cursor.look(), "an array of more than 8 dimensions");
    cursor.take();
    if (dimensions.empty() && cursor.accept("]")) {
      dimensions.push_back(0);
      continue;
    }
    dimensions.push_back(cursor.expect_integer("an array size", 1, kMaxVariableBytes));
    cursor.expect("]", "behind the array size");
  }
  return dimensions;
}

std::uint64_t product(Cursor& cursor, const Token& name, std::uint64_t bytes,
                      const std::vector<std::uint64_t>& dimensions) {
  for (const std::uint64_t size : dimensions) {
    if (size != 0 && bytes > kMaxVariableBytes / size)
      cursor.fail(name, quoted(name) + " is larger than 1 GB, the most this version takes");
    bytes *= size;
  }
  return bytes;
}

// The values of one initialiser, as bytes.
class Initialiser {
 public:
  Initialiser(Cursor& cursor, Type type, std::vector<std::uint64_t> dimensions)
      : cursor_(cursor), type_(type), dimensions_(std::move(dimensions)) {}

  std::vector<std::uint8_t> run() {
    if (dimensions_.empty()) {
      add_value(bytes_of(type_));
    } else {
      add_list(0);
    }
    return std::move(bytes_);
  }

 private:
  // The bytes of one element of the given dimension; recursion ends with the dimensions, at most nine deep.
  std::uint64_t stride(std::size_t dimension) const {
    std::uint64_t bytes = bytes_of(type_);
    for (std::size_t i = dimension + 1; i < dimensions_.size(); ++i) bytes *= dimensions_[i];
    return bytes;
  }

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
      if (!cursor_.is("}")) cursor_.expect(",", "or '}' behind an initial value");
    }
  }

  void add_value(std::uint64_t limit) {
    if (cursor_.is_word() && !cursor_.is_directive())
      cursor_.fail_expected("a number (the address of a variable as an initial value is not supported yet)");
    const Token token = cursor_.look();
    const std::uint64_t bits = parse_constant(cursor_, type_);
    if (bytes_.size() + bytes_of(type_) > limit) too_many(token);
    for (unsigned i = 0; i < bytes_of(type_); ++i) bytes_.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }

  [[noreturn]] void too_many(const Token& token) const {
    cursor_.fail(token, "found more initial values than the array has elements");
  }

  Cursor& cursor_;
  Type type_;
  std::vector<std::uint64_t> dimensions_;
  std::vector<std::uint8_t> bytes_;
};

void parse_initial(Cursor& cursor, const Header& header, std::vector<std::uint64_t> dimensions,
                   Declaration& declared) {
  const StateSpace space = declared.variable.space;
  if (space != StateSpace::kGlobal && space != StateSpace::kConst)
    cursor.fail(cursor.look(), std::string("a .") + name_of(space) + " variable takes no initial value");
  if (declared.external) cursor.fail(cursor.look(), "an external variable takes no initial value");
  cursor.take();
  const bool open_ended = !dimensions.empty() && dimensions[0] == 0;
  if (header.vector > 1) dimensions.push_back(header.vector);
  const std::uint64_t element = product(cursor, declared.name, bytes_of(header.type), [&] {
    return open_ended ? std::vector<std::uint64_t>(dimensions.begin() + 1, dimensions.end()) : dimensions;
  }());
  if (element > kMaxInitialisedBytes)
    cursor.fail(declared.name, "the initialised variable " + quoted(declared.name) + " is larger than 64 MB");
  declared.variable.initial = Initialiser(cursor, header.type, std::move(dimensions)).run();
  if (open_ended) declared.variable.bytes = round_up(declared.variable.initial.size(), element);
}

Declaration parse_one(Cursor& cursor, const Header& header, StateSpace space, bool external) {
  Declaration declared;
  declared.name = cursor.expect_name("the name of a variable");
  declared.external = external;
  Variable& variable = declared.variable;
  variable.name = std::string(declared.name.text);
  variable.space = space;
  variable.type = header.type;
  const unsigned element = bytes_of(header.type) * header.vector;
  variable.align = std::max(header.align, element);
  std::vector<std::uint64_t> dimensions = parse_dimensions(cursor);
  variable.bytes = product(cursor, declared.name, element, dimensions);
  variable.array = !dimensions.empty();
  variable.object = header.object;
  if (header.object != Variable::Object::kData) {
    variable.type = Type::kNone;
    if (cursor.accept("=")) cursor.skip_braces();  // properties that the host decides
    return declared;
  }
  if (cursor.is("=")) parse_initial(cursor, header, std::move(dimensions), declared);
  if (variable.bytes == 0 && !external)
    cursor.fail(declared.name, "the array " + quoted(declared.name) + " has no size; expected one, or .extern");
  return declared;
}

std::uint64_t float_bits(Cursor& cursor, const Token& token, Type type) {
  double value = 0;
  if (token.kind == Token::Kind::kFloat32) {
    if (type == Type::kF32 || type == Type::kB32) return token.value;
    float narrow = 0;
    const auto low = static_cast<std::uint32_t>(token.value);
    std::memcpy(&narrow, &low, sizeof narrow);
    value = narrow;
  } else {
    if (type == Type::kF64 || type == Type::kB64) return token.value;
    std::memcpy(&value, &token.value, sizeof value);
  }
  std::uint64_t bits = 0;
  if (type == Type::kF64) {
    std::memcpy(&bits, &value, sizeof value);
  } else if (type == Type::kF32) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(&bits, &narrow, sizeof narrow);
  } else {
    cursor.fail(token, "found the float " + quoted(token) + " where the type is ." + name_of(type) +
                           "; expected an integer, or 0f for 32 and 0d for 64 bits");
  }
  return bits;
}

}  // namespace

std::uint64_t parse_constant(Cursor& cursor, Type type) {
  bool minus = false;
  while (cursor.is("-") || cursor.is("+")) minus ^= cursor.take().text == "-";
  const Token& token = cursor.look();
  if (token.kind == Token::Kind::kFloat32 || token.kind == Token::Kind::kFloat64) {
    cursor.take();
    const std::uint64_t bits = float_bits(cursor, token, type);
    return minus ? bits ^ std::uint64_t{1} << (8 * bytes_of(type) - 1) : bits;
  }
  if (token.kind != Token::Kind::kInteger) cursor.fail_expected("a number");
  if (type == Type::kF32 || type == Type::kF64)
    cursor.fail_expected(std::string("a float for .") + name_of(type) + ", such as " +
                         (type == Type::kF32 ? "0f3F800000" : "0d3FF0000000000000"));
  cursor.take();
  if (minus && token.value > std::uint64_t{1} << 63)
    cursor.fail(token, "the number -" + std::string(token.text) + " does not fit 64 bits");
  return minus ? ~token.value + 1 : token.value;
}

std::vector<Declaration> parse_variables(Cursor& cursor, StateSpace space, bool external) {
  const Header header = parse_header(cursor);
  std::vector<Declaration> all;
  do {
    all.push_back(parse_one(cursor, header, space, external));
  } while (cursor.accept(","));
  cursor.expect(";", "or ',' behind the variable");
  return all;
}

Declaration parse_parameter(Cursor& cursor) {
  cursor.expect(".param", "before a parameter");
  const Header header = parse_header(cursor);
  return parse_one(cursor, header, StateSpace::kParam, false);
}

void place(Cursor& cursor, const Token& name, Variable& variable, std::uint64_t& used, std::uint64_t limit) {
  variable.offset = round_up(used, variable.align);
  if (variable.bytes > limit || variable.offset > limit - variable.bytes)
    cursor.fail(name, "with " + quoted(name) + " the ." + name_of(variable.space) + " variables take " +
                          std::to_string(variable.offset + variable.bytes) + " bytes; at most " +
                          std::to_string(limit) + " are possible");
  used = variable.offset + variable.bytes;
}

}  // namespace unibank::ptx
