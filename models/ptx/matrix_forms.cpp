#include "ptx/matrix_forms.h"

#include <initializer_list>
#include <unordered_map>

#include "ptx/suffix_table.h"
#include "ptx/whole_opcode.h"

namespace unibank::ptx {

namespace {

using T = Type;
struct Shape {
  unsigned m, n, k;
};

std::string text(Shape shape) {
  return ".m" + std::to_string(shape.m) + "n" + std::to_string(shape.n) + "k" + std::to_string(shape.k);
}
std::string text(Type type) { return std::string(".") + name_of(type); }
std::string layout(bool rows) { return rows ? ".row" : ".col"; }

struct SpaceName {
  const char* name;
  StateSpace space;
};
constexpr SpaceName kScratchpads[] = {
    {"", StateSpace::kGeneric}, {".shared", StateSpace::kShared}, {".shared::cta", StateSpace::kShared}};

class MatrixForms {
 public:
  MatrixForms() {
    move();
    mma_floats();
    mma_integers();
    wmma_memory();
    wmma_products();
  }
  std::vector<MatrixForm> all;

 private:
  static MatrixForm form(Shape shape, T d, T a, T b, T c) {
    MatrixForm made;
    made.m = shape.m, made.n = shape.n, made.k = shape.k;
    made.d = d, made.a = a, made.b = b, made.c = c;
    return made;
  }
  void add(MatrixForm form, std::string opcode) {
    form.opcode = std::move(opcode);
    all.push_back(std::move(form));
  }

  void move() {
    MatrixForm form;
    for (form.transposed = false;; form.transposed = true) {
      const std::string how = form.transposed ? ".trans" : "";
      for (form.matrices = 1; form.matrices <= 4; form.matrices *= 2) {
        for (const SpaceName& space : kScratchpads) {
          const std::string rest = ".sync.aligned.m8n8.x" + std::to_string(form.matrices) + how + space.name + ".b16";
          form.space = space.space;
          form.op = Op::kLdmatrix;
          add(form, "ldmatrix" + rest);
          form.op = Op::kStmatrix;
          add(form, "stmatrix" + rest);
        }
      }
      if (form.transposed) break;
    }
    form.op = Op::kMovmatrix;
    form.matrices = 1;
    form.space = StateSpace::kGeneric;
    add(form, "movmatrix.sync.aligned.m8n8.trans.b16");
  }

  static std::string mma(const MatrixForm& form, const std::string& between = "") {
    return "mma.sync.aligned" + text(Shape{form.m, form.n, form.k}) + layout(form.a_by_rows) +
           layout(!form.b_by_columns) + between + text(form.d) + text(form.a) + text(form.b) + text(form.c);
  }

  void mma_floats() {
    const auto plain = [&](Shape shape, T d, T a, T b) {
      const MatrixForm made = form(shape, d, a, b, d);
      add(made, mma(made));
    };
    for (const auto& [d, c] : {std::pair(T::kF16, T::kF16), std::pair(T::kF32, T::kF16), std::pair(T::kF32, T::kF32)}) {
      for (const bool rows : {true, false}) {
        for (const bool columns : {true, false}) {
          MatrixForm made = form({8, 8, 4}, d, T::kF16, T::kF16, c);
          made.quad_pairs = true;
          made.a_by_rows = rows, made.b_by_columns = columns;
          add(made, mma(made));
        }
      }
    }
    for (const unsigned k : {8u, 16u}) {
      plain({16, 8, k}, T::kF16, T::kF16, T::kF16);
      plain({16, 8, k}, T::kF32, T::kF16, T::kF16);
      plain({16, 8, k}, T::kF32, T::kBf16, T::kBf16);
      plain({16, 8, k / 2}, T::kF32, T::kTf32, T::kTf32);
    }
    for (const T a : {T::kE4m3, T::kE5m2}) {
      for (const T b : {T::kE4m3, T::kE5m2}) {
        for (const unsigned k : {16u, 32u}) {
          plain({16, 8, k}, T::kF32, a, b);
          plain({16, 8, k}, T::kF16, a, b);
        }
      }
    }
    plain({8, 8, 4}, T::kF64, T::kF64, T::kF64);
    for (const unsigned k : {4u, 8u, 16u}) plain({16, 8, k}, T::kF64, T::kF64, T::kF64);
  }

  void mma_integers() {
    const auto both = [&](std::initializer_list<Shape> shapes, std::initializer_list<T> types) {
      for (const Shape shape : shapes) {
        for (const T a : types) {
          for (const T b : types) {
            MatrixForm made = form(shape, T::kS32, a, b, T::kS32);
            add(made, mma(made));
            made.saturates = true;
            add(made, mma(made, ".satfinite"));
          }
        }
      }
    };
    both({{8, 8, 16}, {16, 8, 16}, {16, 8, 32}}, {T::kU8, T::kS8});
    both({{8, 8, 32}, {16, 8, 32}, {16, 8, 64}}, {T::kU4, T::kS4});
    for (const Shape shape : {Shape{8, 8, 128}, Shape{16, 8, 128}, Shape{16, 8, 256}}) {
      MatrixForm made = form(shape, T::kS32, T::kB1, T::kB1, T::kS32);
      made.bit_product = BitProduct::kXor;
      add(made, mma(made) + ".xor.popc");
      made.bit_product = BitProduct::kAnd;
      add(made, mma(made) + ".and.popc");
    }
  }

  // Adds the forms that access a part; the name has only the part's type, and the shape determines the forms that can
  // read and write it.
  void wmma_access(Shape shape, MatrixPart part, T type, bool any_layout = true) {
    constexpr const char* kParts[] = {"a", "b", "c", "d"};
    constexpr SpaceName kSpaces[] = {{"", StateSpace::kGeneric}, {".global", StateSpace::kGlobal},
                                     {".shared", StateSpace::kShared}, {".shared::cta", StateSpace::kShared}};
    MatrixForm made = form(shape, type, type, type, type);
    made.op = Op::kWmma;
    made.wmma = true;
    made.part = part;
    made.store = part == MatrixPart::kD;
    for (const bool rows : {true, false}) {
      made.by_rows = rows;
      if (!any_layout && rows != (part == MatrixPart::kA)) continue;
      for (const SpaceName& space : kSpaces) {
        made.space = space.space;
        add(made, std::string(made.store ? "wmma.store." : "wmma.load.") + kParts[static_cast<unsigned>(part)] +
                      ".sync.aligned" + layout(rows) + text(shape) + space.name + text(type));
      }
    }
  }

  void wmma_memory() {
    using P = MatrixPart;
    const auto factors = [&](Shape shape, std::initializer_list<T> types, bool any_layout = true) {
      for (const T type : types)
        for (const P part : {P::kA, P::kB}) wmma_access(shape, part, type, any_layout);
    };
    const auto sums = [&](Shape shape, std::initializer_list<T> types) {
      for (const T type : types)
        for (const P part : {P::kC, P::kD}) wmma_access(shape, part, type);
    };
    for (const Shape shape : kWide) {
      factors(shape, {T::kF16, T::kBf16, T::kU8, T::kS8});
      sums(shape, {T::kF16, T::kF32, T::kS32});
    }
    factors({16, 16, 8}, {T::kTf32});
    sums({16, 16, 8}, {T::kF32});
    factors({8, 8, 4}, {T::kF64});
    sums({8, 8, 4}, {T::kF64});
    factors({8, 8, 32}, {T::kU4, T::kS4}, false);
    sums({8, 8, 32}, {T::kS32});
    factors({8, 8, 128}, {T::kB1}, false);
    sums({8, 8, 128}, {T::kS32});
  }

  void wmma_product(MatrixForm made, const std::string& types, bool any_layout = true, const std::string& what = "") {
    made.wmma = true;
    const std::string shape = text(Shape{made.m, made.n, made.k});
    for (const bool rows : {true, false}) {
      for (const bool columns : {true, false}) {
        if (!any_layout && !(rows && columns)) continue;
        made.a_by_rows = rows, made.b_by_columns = columns;
        add(made, "wmma.mma" + what + ".sync.aligned" + layout(rows) + layout(!columns) + shape + types);
      }
    }
  }

  static std::string all_types(const MatrixForm& made) {
    return text(made.d) + text(made.a) + text(made.b) + text(made.c);
  }

  void wmma_products() {
    for (const Shape shape : kWide) {
      for (const T d : {T::kF16, T::kF32}) {
        for (const T c : {T::kF16, T::kF32}) {
          wmma_product(form(shape, d, T::kF16, T::kF16, c), text(d) + text(c));
        }
      }
      const MatrixForm brain = form(shape, T::kF32, T::kBf16, T::kBf16, T::kF32);
      wmma_product(brain, all_types(brain));
    }
    const MatrixForm tensor = form({16, 16, 8}, T::kF32, T::kTf32, T::kTf32, T::kF32);
    wmma_product(tensor, all_types(tensor));
    wmma_doubles();
    wmma_integers();
  }

  void wmma_doubles() {
    MatrixForm made = form({8, 8, 4}, T::kF64, T::kF64, T::kF64, T::kF64);
    wmma_product(made, all_types(made));
    for (const auto& [name, rounding] : {std::pair(".rn", Rounding::kRn), std::pair(".rz", Rounding::kRz),
                                         std::pair(".rm", Rounding::kRm), std::pair(".rp", Rounding::kRp)}) {
      made.rounding = rounding;
      wmma_product(made, all_types(made) + name);  // as nvcc writes it
      wmma_product(made, name + all_types(made));
    }
  }

  void wmma_integers() {
    const auto integers = [&](Shape shape, T type, bool any_layout) {
      MatrixForm made = form(shape, T::kS32, type, type, T::kS32);
      wmma_product(made, all_types(made), any_layout);
      made.saturates = true;
      wmma_product(made, all_types(made) + ".satfinite", any_layout);
    };
    for (const Shape shape : kWide)
      for (const T type : {T::kU8, T::kS8}) integers(shape, type, true);
    for (const T type : {T::kU4, T::kS4}) integers({8, 8, 32}, type, false);
    MatrixForm bits = form({8, 8, 128}, T::kS32, T::kB1, T::kB1, T::kS32);
    bits.bit_product = BitProduct::kXor;
    wmma_product(bits, all_types(bits), false, ".xor.popc");
    bits.bit_product = BitProduct::kAnd;
    wmma_product(bits, all_types(bits), false, ".and.popc");
  }

  static constexpr Shape kWide[] = {{16, 16, 16}, {8, 32, 16}, {32, 8, 16}};
};

}  // namespace

const std::vector<MatrixForm>& matrix_forms() {
  static const MatrixForms forms;
  return forms.all;
}

int find_matrix_form(std::string_view opcode) {
  static const std::unordered_map<std::string_view, int> places = [] {
    std::unordered_map<std::string_view, int> made;
    for (const MatrixForm& form : matrix_forms()) made.emplace(form.opcode, static_cast<int>(made.size()));
    return made;
  }();
  const auto found = places.find(opcode);
  return found == places.end() ? -1 : found->second;
}

std::string no_matrix_form(std::string_view opcode) { return unknown_whole_opcode(opcode, matrix_forms()); }

}  // namespace unibank::ptx
