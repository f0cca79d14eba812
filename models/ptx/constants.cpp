#include "ptx/constants.h"

#include <cstring>
#include <string_view>

#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

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
    const char* or_float = type == Type::kB32 ? " or a float 0f..." : type == Type::kB64 ? " or a float 0d..." : "";
    cursor.fail(token, "found the float " + quoted(token) + " where the type is ." + name_of(type) +
                           "; expected an integer" + or_float);
  }
  return bits;
}

struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
};

struct Operator {
  std::string_view text;  // one or two tokens
  int level;              // higher binds tighter
};
// Longer ones first, so that "<" is not found in "<<".
constexpr Operator kOperators[] = {{"<<", 8}, {">>", 8}, {"<=", 7}, {">=", 7}, {"==", 6}, {"!=", 6},
                                   {"&&", 2}, {"||", 1}, {"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},
                                   {"-", 9},  {"<", 7},  {">", 7},  {"&", 5},  {"^", 4},  {"|", 3}};
constexpr int kUnaryLevel = 11;

// Expressions over integers as in C, in 64 bits; the result is unsigned if one side is.
class Expression {
 public:
  explicit Expression(Cursor& cursor) : cursor_(cursor) {}

  std::uint64_t run() { return conditional().bits; }
  // The offset after an address.
  std::uint64_t run_offset() { return continued({}, 0).bits; }

 private:
  class Depth {
   public:
    explicit Depth(Expression& expression) : depth_(expression.depth_) {
      if (++depth_ > kDeepest) expression.cursor_.fail(expression.cursor_.look(), "the expression is nested too deep");
    }
    ~Depth() { --depth_; }

   private:
    unsigned& depth_;
  };

  Value conditional() {
    const Depth depth(*this);
    const Value value = continued(unary(), 0);
    if (!cursor_.accept("?")) return value;
    const Value yes = conditional();
    cursor_.expect(":", "between the values of '?'");
    const Value no = conditional();
    return value.bits != 0 ? yes : no;
  }

  const Operator* operator_here() const {
    const std::string_view first = cursor_.look().text, second = cursor_.look(1).text;
    if (cursor_.look().kind != Token::Kind::kPunctuation && first != "%") return nullptr;
    for (const Operator& candidate : kOperators) {
      if (candidate.text.substr(0, 1) != first) continue;
      if (candidate.text.size() == 1 || candidate.text.substr(1) == second) return &candidate;
    }
    return nullptr;
  }

  // Operators of at least `level` after `left`.
  Value continued(Value left, int level) {
    const Depth depth(*this);
    for (;;) {
      const Operator* found = operator_here();
      if (!found || found->level < level || found->level == 0) return left;
      const Token at = cursor_.take();
      if (found->text.size() == 2) cursor_.take();
      Value right = unary();
      for (const Operator* next = operator_here(); next && next->level > found->level; next = operator_here())
        right = continued(right, next->level);
      left = combined(at, found->text, left, right);
    }
  }

  Value unary() {
    const Depth depth(*this);
    const Token token = cursor_.look();
    if (cursor_.accept("-")) {
      const Token& number = cursor_.look();
      const Value value = unary();
      if (number.kind == Token::Kind::kInteger && number.value > std::uint64_t{1} << 63)
        cursor_.fail(number, "the number -" + std::string(number.text) + " does not fit 64 bits");
      return {~value.bits + 1, value.is_unsigned};
    }
    if (cursor_.accept("+")) return unary();
    if (cursor_.accept("~")) {
      const Value value = unary();
      return {~value.bits, value.is_unsigned};
    }
    if (cursor_.accept("!")) return {unary().bits == 0 ? std::uint64_t{1} : 0, false};
    if (cursor_.accept("(")) return parenthesised();
    if (token.kind != Token::Kind::kInteger) cursor_.fail_expected("a number");
    cursor_.take();
    const bool marked = token.text.back() == 'U' || token.text.back() == 'u';
    return {token.value, marked || token.value >> 63 != 0};
  }

  // (expression), or a cast: (.s64) value, (.u64) value
  Value parenthesised() {
    if (cursor_.is(".s64") || cursor_.is(".u64")) {
      const bool is_unsigned = cursor_.take().text == ".u64";
      cursor_.expect(")", "after the type of a cast");
      return {unary().bits, is_unsigned};
    }
    const Value value = conditional();
    cursor_.expect(")", "after the expression");
    return value;
  }

  Value combined(const Token& at, std::string_view name, Value a, Value b) const {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const auto truth = [](bool value) { return Value{value ? std::uint64_t{1} : 0, false}; };
    const bool less = is_unsigned ? a.bits < b.bits : signed_of(a) < signed_of(b);
    if (name == "+") return {a.bits + b.bits, is_unsigned};
    if (name == "-") return {a.bits - b.bits, is_unsigned};
    if (name == "*") return {a.bits * b.bits, is_unsigned};
    if (name == "/" || name == "%") return {divided(at, a, b, is_unsigned, name == "/"), is_unsigned};
    if (name == "<<") return {b.bits > 63 ? 0 : a.bits << b.bits, a.is_unsigned};
    if (name == ">>") return {shifted_right(a, b.bits), a.is_unsigned};
    if (name == "&") return {a.bits & b.bits, is_unsigned};
    if (name == "^") return {a.bits ^ b.bits, is_unsigned};
    if (name == "|") return {a.bits | b.bits, is_unsigned};
    if (name == "<") return truth(less);
    if (name == ">=") return truth(!less);
    if (name == ">") return truth(!less && a.bits != b.bits);
    if (name == "<=") return truth(less || a.bits == b.bits);
    if (name == "==") return truth(a.bits == b.bits);
    if (name == "!=") return truth(a.bits != b.bits);
    if (name == "&&") return truth(a.bits != 0 && b.bits != 0);
    return truth(a.bits != 0 || b.bits != 0);
  }

  static std::int64_t signed_of(Value value) { return static_cast<std::int64_t>(value.bits); }

  static std::uint64_t shifted_right(Value value, std::uint64_t count) {
    const bool negative = !value.is_unsigned && value.bits >> 63 != 0;
    if (count > 63) return negative ? ~std::uint64_t{0} : 0;
    return negative ? ~(~value.bits >> count) : value.bits >> count;
  }

  std::uint64_t divided(const Token& at, Value a, Value b, bool is_unsigned, bool quotient) const {
    if (b.bits == 0) cursor_.fail(at, "found a division by zero in an expression; expected another divisor");
    if (is_unsigned) return quotient ? a.bits / b.bits : a.bits % b.bits;
    if (b.bits == ~std::uint64_t{0}) return quotient ? ~a.bits + 1 : 0;  // correct for the smallest number, too
    return static_cast<std::uint64_t>(quotient ? signed_of(a) / signed_of(b) : signed_of(a) % signed_of(b));
  }

  static constexpr unsigned kDeepest = 200;
  Cursor& cursor_;
  unsigned depth_ = 0;
};

}  // namespace

std::uint64_t parse_constant(Cursor& cursor, Type type) {
  std::size_t signs = 0;
  while (cursor.look(signs).text == "-" || cursor.look(signs).text == "+") ++signs;
  const Token token = cursor.look(signs);
  const bool is_float_literal = token.kind == Token::Kind::kFloat32 || token.kind == Token::Kind::kFloat64;
  if (!is_float_literal) {
    if (token.kind == Token::Kind::kInteger && (type == Type::kF32 || type == Type::kF64))
      cursor.fail(token, "found " + quoted(token) + "; expected a float for ." + name_of(type) + ", such as " +
                             (type == Type::kF32 ? "0f3F800000" : "0d3FF0000000000000"));
    return Expression(cursor).run();
  }
  bool minus = false;
  for (; signs > 0; --signs) minus ^= cursor.take().text == "-";
  cursor.take();
  const std::uint64_t bits = float_bits(cursor, token, type);
  return minus ? bits ^ std::uint64_t{1} << (8 * bytes_of(type) - 1) : bits;
}

std::uint64_t parse_offset(Cursor& cursor) {
  if (!cursor.is("+") && !cursor.is("-")) return 0;
  return Expression(cursor).run_offset();
}

}  // namespace unibank::ptx
