#include <catch2/catch.hpp>

#include "simt/matrix_kernel.h"
#include "simt/matrix_layouts.h"
#include "simt/matrix_reference.h"

using namespace unibank;
using namespace unibank::ptx;

namespace {

unsigned elements_a_register(Type type) { return bits_of(type) >= 32 ? 1 : 32 / bits_of(type); }

// PTX does not define wmma's layouts, so those are taken from the model; the others are those of the PTX ISA.
MatrixPlace place_of_element(const MatrixForm& form, MatrixPart part, unsigned lane, unsigned reg, unsigned element) {
  if (form.wmma) return place_of(form, part, lane, reg, element);
  const IsaPlace isa = isa_place(form, part, lane, reg * elements_a_register(type_of(form, part)) + element);
  return {isa.row, isa.column};
}

// Values whose sums interact: with close exponents, with distant ones, with cancellation; and sometimes a NaN or
// infinity.
class Values {
 public:
  explicit Values(std::uint64_t seed) : random_(seed) {}
  // `kind` of the instance: 0 random bits, 1 near one, 2 near one mixed with special values, 3 subnormals and the
  // largest.
  std::uint64_t next(Type type, unsigned kind) {
    const std::uint64_t draw = random_();
    const unsigned bits = type == Type::kTf32 ? 32 : bits_of(type);
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if (type == Type::kS32) {  // near the ends of its range
      return kind == 1 ? (draw & 0xff) + 0x7fffff00 : kind == 2 ? 0x80000000 + (draw & 63) : draw & mask;
    }
    if (bits < 8 || type == Type::kU8 || type == Type::kS8) return kind == 3 && (draw & 3) != 0 ? mask : draw & mask;
    if (kind == 0 && type != Type::kF64) return draw & mask;
    return float_value(type, kind) & mask;
  }

 private:
  std::uint64_t float_value(Type type, unsigned kind) {
    FloatFormat format = format_of(type);
    if (type == Type::kTf32) format = kF32;
    const std::uint64_t draw = random_(), step = std::uint64_t{1} << format.fraction;
    const std::uint64_t sign = (draw & 1) != 0 ? format.sign() : 0, fraction = draw >> 8 & (step - 1);
    const std::uint64_t one = (std::uint64_t{1} << (format.exponent - 1)) - 1, most = 2 * one + 1;
    if (kind == 2 && random_() % 97 == 0) return sign | format.infinity() | (random_() % 3 == 0 ? step / 2 : 0);
    if (kind == 2 && random_() % 7 == 0) return sign;
    if (kind == 3) return sign | ((draw & 2) != 0 ? 0 : (draw & 4) != 0 ? most - 1 : one) << format.fraction | fraction;
    const std::uint64_t spread = std::min<std::uint64_t>(one - 1, 9);
    const std::uint64_t exponent = one - spread / 2 + random_() % (spread + 1);
    return sign | exponent << format.fraction | ((draw & 2) != 0 ? fraction : fraction & ~(step / 4 - 1));
  }
  std::mt19937_64 random_;
};

struct Instance {
  std::vector<std::vector<std::uint64_t>> a, b, c;  // [product][row x columns + column]
};

Instance random_instance(const MatrixForm& form, Values& values, unsigned kind) {
  const auto fill = [&](MatrixPart part) {
    const MatrixShape shape = shape_of(form, part);
    std::vector<std::vector<std::uint64_t>> all(form.quad_pairs ? 4 : 1);
    for (auto& one : all)
      for (unsigned i = 0; i < shape.rows * shape.columns; ++i) one.push_back(values.next(type_of(form, part), kind));
    return all;
  };
  return {fill(MatrixPart::kA), fill(MatrixPart::kB), fill(MatrixPart::kC)};
}

void put(const MatrixForm& form, const Instance& instance, std::uint64_t* input) {
  const Fragments fragments(form);
  for (const MatrixPart part : {MatrixPart::kA, MatrixPart::kB, MatrixPart::kC}) {
    const Type type = type_of(form, part);
    const auto& all = part == MatrixPart::kA ? instance.a : part == MatrixPart::kB ? instance.b : instance.c;
    for (unsigned reg = 0; reg < registers_of(form, part); ++reg) {
      for (unsigned lane = 0; lane < 32; ++lane) {
        std::uint64_t bits = 0;
        for (unsigned e = 0; e < elements_a_register(type); ++e) {
          const MatrixPlace at = place_of_element(form, part, lane, reg, e);
          const std::uint64_t value =
              all[form.quad_pairs ? lane % 16 / 4 : 0][at.row * shape_of(form, part).columns + at.column];
          bits |= value << e * bits_of(type) % 64;
        }
        input[fragments.at(part, reg, lane)] = bits;
      }
    }
  }
}

// Calls `visit` for each element of D, with its bits from D's registers.
template <typename Visit>
void each_result(const MatrixForm& form, const std::uint64_t* output, Visit visit) {
  const Fragments fragments(form);
  const unsigned bits = bits_of(form.d);
  for (unsigned reg = 0; reg < registers_of(form, MatrixPart::kD); ++reg) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned e = 0; e < elements_a_register(form.d); ++e) {
        const std::uint64_t found = output[fragments.at(MatrixPart::kD, reg, lane)] >> e * bits % 64;
        visit(form.quad_pairs ? lane % 16 / 4 : 0, place_of_element(form, MatrixPart::kD, lane, reg, e),
              bits == 64 ? found : found & ((std::uint64_t{1} << bits) - 1));
      }
    }
  }
}

std::uint64_t expected_element(const MatrixForm& form, const Instance& instance, unsigned product, MatrixPlace at) {
  Line a, b;
  for (unsigned i = 0; i < form.k; ++i) {
    a.push_back(instance.a[product][at.row * form.k + i]);
    b.push_back(instance.b[product][i * form.n + at.column]);
  }
  return element_of(form, a, b, instance.c[product][at.row * form.n + at.column]);
}

bool same(const MatrixForm& form, std::uint64_t found, std::uint64_t right) {
  const auto nan = [](std::uint64_t bits) { return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000; };
  return found == right || (form.d == Type::kF64 && nan(found) && nan(right));
}

void check_values(const MatrixForm& form) {
  constexpr std::size_t kElements = 10240;
  const std::size_t each = products_of(form) / form.k, instances = (kElements + each - 1) / each;
  const Fragments fragments(form);
  const std::size_t words = fragments.all * std::size_t{32};
  Values values(form.opcode.size() * 1000 + form.m * form.k);
  std::vector<Instance> all;
  std::vector<std::uint64_t> input(instances * words);
  for (std::size_t n = 0; n < instances; ++n) {
    all.push_back(random_instance(form, values, n % 4));
    put(form, all.back(), &input[n * words]);
  }
  KernelRun kernel(kernel_of(form));
  const auto output = kernel.run<std::uint64_t>(input, input.size(), Dim3{static_cast<unsigned>(instances), 1, 1});
  std::size_t wrong = 0, compared = 0;
  for (std::size_t n = 0; n < instances; ++n) {
    each_result(form, &output[n * words], [&](unsigned product, MatrixPlace at, std::uint64_t found) {
      const std::uint64_t right = expected_element(form, all[n], product, at);
      ++compared;
      if (same(form, found, right) || wrong++ > 2) return;
      UNSCOPED_INFO(form.opcode << " row " << at.row << ", column " << at.column << std::hex << ": 0x" << found
                                << ", expected 0x" << right);
    });
  }
  INFO(form.opcode);
  CHECK(wrong == 0);
  CHECK(compared >= kElements);
}

}  // namespace

TEST_CASE("fragments of mma are placed as in the PTX ISA") {
  std::size_t forms = 0;
  for (const MatrixForm& form : matrix_forms()) {
    if (form.op != Op::kMma || form.wmma) continue;
    ++forms;
    std::size_t wrong = 0;
    for (const MatrixPart part : kMatrixParts) {
      const unsigned each = elements_a_register(type_of(form, part));
      for (unsigned i = 0; i < 32 * registers_of(form, part) * each; ++i) {
        const unsigned lane = i % 32, reg = i / 32 / each, element = i / 32 % each;
        const MatrixPlace found = place_of(form, part, lane, reg, element);
        const IsaPlace right = isa_place(form, part, lane, reg * each + element);
        wrong += found.row != right.row || found.column != right.column;
      }
    }
    INFO(form.opcode);
    CHECK(wrong == 0);
  }
  CHECK(forms == 12 + 8 + 16 + 4 + 48 + 6);
}

TEST_CASE("every element is in one lane or in several where PTX has spare registers") {
  for (const MatrixForm& form : matrix_forms()) {
    if (form.op != Op::kMma) continue;
    for (const MatrixPart part : kMatrixParts) {
      const MatrixShape shape = shape_of(form, part);
      std::vector<unsigned> found(shape.rows * shape.columns);
      for (unsigned reg = 0; reg < registers_of(form, part); ++reg)
        for (unsigned lane = 0; lane < 32; ++lane)
          for (unsigned e = 0; e < elements_a_register(type_of(form, part)); ++e) {
            const MatrixPlace at = place_of(form, part, lane, reg, e);
            ++found.at(at.row * shape.columns + at.column);
          }
      const unsigned times = registers_of(form, part) / distinct_registers(form, part) * (form.quad_pairs ? 4 : 1);
      CHECK(found == std::vector<unsigned>(found.size(), times));
    }
  }
}

TEST_CASE("mma of floats adds as the card does") {
  for (const MatrixForm& form : matrix_forms())
    if (form.op == Op::kMma && !form.wmma && form.d != Type::kS32) check_values(form);
}

TEST_CASE("mma of integers and of bits wraps or is clamped") {
  for (const MatrixForm& form : matrix_forms())
    if (form.op == Op::kMma && !form.wmma && form.d == Type::kS32) check_values(form);
}

TEST_CASE("the rounding of wmma in double precision stands before the types or - as nvcc writes it - behind them") {
  const std::string start = "wmma.mma.sync.aligned.row.col.m8n8k4", types = ".f64.f64.f64.f64";
  for (const std::string rounding : {".rn", ".rz", ".rm", ".rp"})
    for (const std::string& opcode : {start + rounding + types, start + types + rounding}) {
      INFO(opcode);
      CHECK(find_matrix_form(opcode) >= 0);
    }
}

TEST_CASE("wmma multiplies as mma does") {
  for (const MatrixForm& form : matrix_forms())
    if (form.op == Op::kMma && form.wmma && form.a_by_rows && form.b_by_columns) check_values(form);
}
