#include "ptx/matrix_memory.h"

#include <map>

#include "ptx/instruction_table.h"
#include "ptx/matrix_forms.h"

namespace unibank::ptx {

namespace {

class Access {
 public:
  Access(KernelBuilder& builder, const Instruction& access)
      : builder_(builder),
        access_(access),
        form_(matrix_form(access)),
        type_(type_of(form_, form_.part)),
        address_(access.operands[form_.store ? 0 : 1]),
        fragment_(access.operands[form_.store ? 1 : 0]) {
    const MatrixShape shape = shape_of(form_, form_.part);
    const bool strided = access.operands.size() == 3;
    stride_ = strided ? access.operands[2] : immediate_operand(form_.by_rows ? shape.columns : shape.rows);
  }

  void add() {
    find_lane();
    const unsigned distinct = distinct_registers(form_, form_.part);
    for (unsigned reg = 0; reg < distinct; ++reg) form_.store ? store(reg) : load(reg);
    if (form_.store) return;
    for (auto reg = distinct; reg < fragment_.elements.size(); ++reg)
      add(Op::kMov, Type::kB32, {fragment_.elements[reg], fragment_.elements[reg % distinct]});
  }

 private:
  // Lines are `stride` elements apart, the elements of a line adjacent.
  struct Line {
    unsigned line, at;
  };
  Line line_of(unsigned lane, unsigned reg, unsigned element) const {
    const MatrixPlace place = place_of(form_, form_.part, lane, reg, element);
    return form_.by_rows ? Line{place.row, place.column} : Line{place.column, place.row};
  }

  Operand temporary(Type type) {
    Operand made;
    made.kind = Operand::Kind::kRegister;
    made.index = builder_.add_temporary(type);
    return made;
  }

  void add(Op op, Type type, std::vector<Operand> operands, std::uint32_t modifiers = 0, Type from = Type::kNone) {
    Instruction made;
    made.opcode = static_cast<Opcode>(op);
    made.type = type;
    made.type2 = from;
    made.modifiers = modifiers;
    made.guard = access_.guard;
    made.location = access_.location;
    made.text = access_.text;
    made.destinations = op == Op::kSt ? 0 : 1;
    made.operands = std::move(operands);
    if (op == Op::kLd || op == Op::kSt) made.space = access_.space;
    builder_.add(std::move(made));
  }
  Operand computed(Op op, Type type, std::vector<Operand> sources, std::uint32_t modifiers = 0,
                   Type from = Type::kNone) {
    const Operand result = temporary((modifiers & kWide) != 0 ? Type::kU64 : type);
    sources.insert(sources.begin(), result);
    add(op, type, std::move(sources), modifiers, from);
    return result;
  }

  // Element 0 of register 0 of a lane: each bit of the lane's number adds its part to the line and to the position in
  // it. This holds for all layouts: they are products of powers of two.
  void find_lane() {
    Operand special;
    special.kind = Operand::Kind::kSpecial;
    special.index = static_cast<std::int32_t>(Special::kLaneid);
    const Operand lane = computed(Op::kMov, Type::kU32, {special});
    const Operand first = computed(Op::kShr, Type::kU32, {lane, immediate_operand(2)});
    const Operand second = computed(Op::kAnd, Type::kB32, {lane, immediate_operand(3)});
    const Line by_first = line_of(4, 0, 0), by_second = line_of(1, 0, 0);
    const auto sum = [&](unsigned of_first, unsigned of_second) {
      const Operand& one = of_first != 0 ? first : second;
      const unsigned factor = of_first + of_second;  // one of the two is 0
      return factor == 1 ? one : computed(Op::kMul, Type::kU32, {one, immediate_operand(factor)}, kLo);
    };
    const Operand line = sum(by_first.line, by_second.line), at = sum(by_first.at, by_second.at);
    base_ = line_address(computed(Op::kMad, Type::kU32, {line, stride_, at}, kLo));
  }

  // The address of an element, by its number from the beginning.
  Operand line_address(const Operand& element) {
    const unsigned bits = bits_of(type_);
    Operand bytes = element;
    if (bits > 8) bytes = computed(Op::kMul, Type::kU32, {element, immediate_operand(bits / 8)}, kLo);
    if (bits < 8) bytes = computed(Op::kShr, Type::kU32, {element, immediate_operand(bits == 4 ? 1 : 3)});
    return sum_of_address(bytes);
  }

  Operand sum_of_address(const Operand& bytes) {
    if (address_.index < 0) return with_symbol(bytes);
    Operand base;
    base.kind = Operand::Kind::kRegister;
    base.index = address_.index;
    if (bytes_of(builder_.reg(base.index).type) == 4) return computed(Op::kAdd, Type::kU32, {base, bytes});
    return computed(Op::kAdd, Type::kU64, {base, computed(Op::kCvt, Type::kU64, {bytes}, 0, Type::kU32)});
  }
  Operand with_symbol(const Operand& bytes) {
    Operand wide = computed(Op::kCvt, Type::kU64, {bytes}, 0, Type::kU32);
    if (address_.symbol < 0) return wide;
    Operand symbol;
    symbol.kind = Operand::Kind::kSymbol;
    symbol.symbol = address_.symbol;
    return computed(Op::kAdd, Type::kU64, {computed(Op::kMov, Type::kU64, {symbol}), wide});
  }

  // [address of element] for a register's element, at the same distance from the first one in all lanes.
  Operand place(unsigned reg, unsigned element) {
    const Line first = line_of(0, 0, 0), here = line_of(0, reg, element);
    const unsigned lines = here.line - first.line;
    Operand result;
    result.kind = Operand::Kind::kAddress;
    result.index = line_base(lines).index;
    result.bits = address_.bits + std::uint64_t{here.at - first.at} * bits_of(type_) / 8;
    return result;
  }
  Operand line_base(unsigned lines) {
    const auto known = lines_.find(lines);
    if (lines == 0) return base_;
    if (known != lines_.end()) return known->second;
    const unsigned bits = bits_of(type_);
    Operand elements = computed(Op::kMul, Type::kU32, {stride_, immediate_operand(lines)}, kLo);
    if (bits > 8) elements = computed(Op::kMul, Type::kU32, {elements, immediate_operand(bits / 8)}, kLo);
    if (bits < 8) elements = computed(Op::kShr, Type::kU32, {elements, immediate_operand(bits == 4 ? 1 : 3)});
    const bool narrow = bytes_of(builder_.reg(base_.index).type) == 4;
    const Operand moved =
        narrow ? computed(Op::kAdd, Type::kU32, {base_, elements})
               : computed(Op::kAdd, Type::kU64, {base_, computed(Op::kCvt, Type::kU64, {elements}, 0, Type::kU32)});
    return lines_[lines] = moved;
  }

  unsigned elements_a_register() const { return bits_of(type_) >= 32 ? 1 : 32 / bits_of(type_); }
  bool side_by_side() const {
    return elements_a_register() == 1 || line_of(0, 0, 1).line == line_of(0, 0, 0).line;
  }
  Type whole() const { return bits_of(type_) == 64 ? Type::kB64 : Type::kB32; }

  void load(unsigned reg) {
    const Operand& to = fragment_.elements[reg];
    if (to.kind == Operand::Kind::kSink) return;
    if (side_by_side()) return add(Op::kLd, whole(), {to, place(reg, 0)});
    const bool halves = bits_of(type_) == 16;
    const Type type = halves ? Type::kB16 : Type::kU8;
    Operand packed;
    packed.kind = Operand::Kind::kVector;
    for (unsigned element = 0; element < elements_a_register(); ++element) {
      packed.elements.push_back(temporary(halves ? Type::kB16 : Type::kB32));
      add(Op::kLd, type, {packed.elements.back(), place(reg, element)});
    }
    if (halves) return add(Op::kMov, Type::kB32, {to, packed});
    Operand all = packed.elements[0];
    for (unsigned element = 1; element < 4; ++element) {
      const Operand result = element == 3 ? to : temporary(Type::kB32);
      add(Op::kBfi, Type::kB32, {result, packed.elements[element], all, immediate_operand(8 * element),
                                 immediate_operand(8)});
      all = result;
    }
  }

  // Stores a register. Only sums are stored, which have 16 bits or more.
  void store(unsigned reg) {
    const Operand& from = fragment_.elements[reg];
    if (side_by_side()) return add(Op::kSt, whole(), {place(reg, 0), from});
    Operand parts;
    parts.kind = Operand::Kind::kVector;
    for (unsigned element = 0; element < 2; ++element) parts.elements.push_back(temporary(Type::kB16));
    add(Op::kMov, Type::kB32, {parts, from});
    for (unsigned element = 0; element < 2; ++element)
      add(Op::kSt, Type::kB16, {place(reg, element), parts.elements[element]});
  }

  KernelBuilder& builder_;
  const Instruction& access_;
  const MatrixForm& form_;
  const Type type_;
  const Operand& address_;
  const Operand& fragment_;
  Operand stride_, base_;
  std::map<unsigned, Operand> lines_;  // [lines]: address of the lane's first element plus that many lines
};

}  // namespace

void add_matrix_access(KernelBuilder& builder, const Instruction& access) { Access(builder, access).add(); }

}  // namespace unibank::ptx
