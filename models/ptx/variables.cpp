#include "ptx/variables.h"

#include <algorithm>

#include "ptx/initialiser.h"
#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

// The part between the space and the names, common to all names of one declaration.
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
  cursor.expect("(", "after .attribute");
  cursor.skip_past(")");
}

// .ptr [.space] [.align n]: the target of the passed pointer; unused here.
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
    } else if (type != Type::kNone && type != Type::kPred && header.type == Type::kNone) {
      header.type = type;
    } else {
      std::string known;
      for (const std::string& name : names_of(~type_bit(Type::kPred))) known += name + ", ";
      cursor.fail(token, "found " + quoted(token) + " in a declaration; expected one type of " + known +
                             "or .align, .v2, .v4");
    }
  }
  if (header.type == Type::kNone && header.object == Variable::Object::kData)
    cursor.fail_expected("a type, such as .b8 or .f32");
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
    cursor.expect("]", "after the array size");
  }
  return dimensions;
}

std::uint64_t product(Cursor& cursor, const Token& name, std::uint64_t bytes,
                      const std::vector<std::uint64_t>& dimensions) {
  for (const std::uint64_t size : dimensions) {
    if (size != 0 && bytes > kMaxVariableBytes / size)
      cursor.fail(name, quoted(name) + " is larger than 1 GB, the most that this version supports");
    bytes *= size;
  }
  return bytes;
}

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
  parse_values(cursor, header.type, std::move(dimensions), declared);
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
  variable.align = std::max({header.align, element, 1u});
  std::vector<std::uint64_t> dimensions = parse_dimensions(cursor);
  variable.bytes = product(cursor, declared.name, element, dimensions);
  variable.array = !dimensions.empty();
  if (header.object != Variable::Object::kData) {
    make_object(variable, header.object);
    if (cursor.accept("=")) cursor.skip_braces();  // properties that the host sets
    return declared;
  }
  if (cursor.is("=")) parse_initial(cursor, header, std::move(dimensions), declared);
  if (variable.bytes == 0 && !external)
    cursor.fail(declared.name, "the array " + quoted(declared.name) + " has no size; expected one, or .extern");
  return declared;
}

}  // namespace

void make_object(Variable& variable, Variable::Object object) {
  constexpr unsigned kHandleBytes = 8;
  variable.object = object;
  variable.type = Type::kNone;
  variable.bytes = variable.align = kHandleBytes;
}

std::vector<Declaration> parse_variables(Cursor& cursor, StateSpace space, bool external) {
  const Header header = parse_header(cursor);
  std::vector<Declaration> all;
  do {
    all.push_back(parse_one(cursor, header, space, external));
  } while (cursor.accept(","));
  cursor.expect(";", "or ',' after the variable");
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
