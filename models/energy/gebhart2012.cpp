#include "energy/gebhart2012.h"

#include <cmath>

namespace unibank {

namespace {

struct Printed {
  double kilobytes, read_pj, write_pj;  // per 16-byte access
};

// Table 4, row "partitioned, shared memory and cache": 2 KB banks, 4 bytes wide; 16 bytes come from four of them
//
constexpr Printed kNarrow{2, 3.9, 5.1};
// Table 4, row "partitioned, register file": 8 KB banks, 16 bytes wide. Also used for unified banks of 8 KB.
constexpr Printed kRegisterFile{8, 9.8, 11.8};
// Table 4, row "unified": 12 KB banks, 16 bytes wide.
constexpr Printed kUnified{12, 12.1, 14.9};

// Other sizes are not printed: the power law through the two wide banks, E = a * KB^b.
double exponent(double Printed::*energy) {
  return std::log(kUnified.*energy / kRegisterFile.*energy) / std::log(kUnified.kilobytes / kRegisterFile.kilobytes);
}

BankEnergy scaled(const Printed& from, double kilobytes) {
  const double ratio = kilobytes / from.kilobytes;
  return {from.read_pj * std::pow(ratio, exponent(&Printed::read_pj)),
          from.write_pj * std::pow(ratio, exponent(&Printed::write_pj)), true};
}

BankEnergy wide_bank(double kilobytes) {
  for (const Printed& printed : {kRegisterFile, kUnified})
    if (kilobytes == printed.kilobytes) return {printed.read_pj, printed.write_pj, false};
  return scaled(kRegisterFile, kilobytes);
}

// The law of the wide banks, scaled to the only printed narrow size.
BankEnergy narrow_banks(double kilobytes) {
  if (kilobytes == kNarrow.kilobytes) return {kNarrow.read_pj, kNarrow.write_pj, false};
  return scaled(kNarrow, kilobytes);
}

}  // namespace

const EnergyTable& gebhart2012_energy() {
  static const EnergyTable table{"gebhart2012", "Gebhart 2012 table 4; other bank sizes fitted (Q-07)", &wide_bank,
                                 &narrow_banks, nullptr};
  return table;
}

}  // namespace unibank
