#include "workloads/aes/aes.h"

#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace aes {
namespace {

// Times x in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1.
std::uint8_t doubled(std::uint8_t value) {
  return static_cast<std::uint8_t>((value << 1) ^ (value & 0x80 ? 0x1b : 0));
}

std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  std::uint8_t sum = 0;
  for (; b != 0; b >>= 1, a = doubled(a)) {
    if (b & 1) sum ^= a;
  }
  return sum;
}

// The inverse in GF(2^8), then an affine map over the bits.
std::array<std::uint8_t, 256> make_s_box() {
  std::array<std::uint8_t, 256> box{};
  for (unsigned value = 0; value < 256; ++value) {
    std::uint8_t power = 1;  // value^254, the inverse; 0 for 0
    for (unsigned i = 0; i < 254; ++i) power = product(power, static_cast<std::uint8_t>(value));
    unsigned mapped = 0x63;
    for (unsigned shift = 0; shift < 5; ++shift) mapped ^= power << shift | power >> (8 - shift);
    box[value] = static_cast<std::uint8_t>(mapped);
  }
  return box;
}

std::uint8_t s_box(std::uint8_t value) {
  static const std::array<std::uint8_t, 256> box = make_s_box();
  return box[value];
}

void add(Block& state, const Block& key) {
  for (std::size_t i = 0; i < state.size(); ++i) state[i] ^= key[i];
}

// SubBytes and ShiftRows.
Block substituted_and_shifted(const Block& state) {
  Block after{};
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      after[4 * column + row] = s_box(state[4 * ((column + row) % 4) + row]);
    }
  }
  return after;
}

// The column that MixColumns makes of `value` in row `row` when the other rows are 0.
std::array<std::uint8_t, 4> mixed(std::uint8_t value, std::size_t row) {
  std::array<std::uint8_t, 4> column{};
  const std::uint8_t factors[4] = {2, 1, 1, 3};
  for (std::size_t i = 0; i < 4; ++i) column[(row + i) % 4] = product(value, factors[i]);
  return column;
}

Block mixed_columns(const Block& state) {
  Block after{};
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::array<std::uint8_t, 4> column = mixed(state[i], i % 4);
    for (std::size_t row = 0; row < 4; ++row) after[i / 4 * 4 + row] ^= column[row];
  }
  return after;
}

}  // namespace

std::array<Block, kRounds + 1> expand_key(const Block& key) {
  std::array<Block, kRounds + 1> keys{key};
  std::uint8_t constant = 1;
  for (std::size_t round = 1; round <= kRounds; ++round, constant = doubled(constant)) {
    const Block& before = keys[round - 1];
    Block& next = keys[round];
    for (std::size_t i = 0; i < 4; ++i) next[i] = before[i] ^ s_box(before[12 + (i + 1) % 4]);
    next[0] ^= constant;
    for (std::size_t i = 4; i < 16; ++i) next[i] = before[i] ^ next[i - 4];
  }
  return keys;
}

Block encrypt(const Block& plain, const std::array<Block, kRounds + 1>& keys) {
  Block state = plain;
  add(state, keys[0]);
  for (std::size_t round = 1; round <= kRounds; ++round) {
    state = substituted_and_shifted(state);
    if (round < kRounds) state = mixed_columns(state);
    add(state, keys[round]);
  }
  return state;
}

std::vector<std::uint32_t> t_tables() {
  std::vector<std::uint32_t> tables;
  for (std::size_t row = 0; row < 4; ++row) {
    for (unsigned value = 0; value < 256; ++value) {
      const std::array<std::uint8_t, 4> column = mixed(s_box(static_cast<std::uint8_t>(value)), row);
      tables.push_back(column[0] | column[1] << 8 | column[2] << 16 | std::uint32_t{column[3]} << 24);
    }
  }
  return tables;
}

std::vector<std::uint8_t> random_picture(std::size_t bytes, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<std::uint8_t> picture(bytes);
  std::uint32_t value = 128;
  for (std::uint8_t& byte : picture) {
    value += random.below(17) - 8;
    byte = static_cast<std::uint8_t>(value);
  }
  return picture;
}

}  // namespace aes

namespace {

constexpr unsigned kThreads = 256;  // aes.cu's
// The key of FIPS 197, appendix A.1.
constexpr aes::Block kKey{0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                          0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};

std::vector<std::uint8_t> encrypted(const std::vector<std::uint8_t>& plain,
                                    const std::array<aes::Block, aes::kRounds + 1>& keys) {
  std::vector<std::uint8_t> cipher;
  for (std::size_t first = 0; first < plain.size(); first += 16) {
    aes::Block block{};
    std::copy_n(plain.begin() + static_cast<std::ptrdiff_t>(first), 16, block.begin());
    const aes::Block result = aes::encrypt(block, keys);
    cipher.insert(cipher.end(), result.begin(), result.end());
  }
  return cipher;
}

// As `unsigned`, so that a message shows numbers and not letters.
std::vector<unsigned> widened(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

class Aes : public Workload {
 public:
  std::string name() const override { return "aes"; }
  std::string description() const override {
    return "AES-128 encryption by T-tables in the scratchpad, one thread per column (AES of the ISPASS 2009 suite)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"bytes", "length of the picture to encrypt, a multiple of 16", 16, 1 << 24, 2048, 65536, 262144, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto bytes = static_cast<std::size_t>(arguments.at("bytes"));
    require_multiple(arguments, "bytes", 16);
    const std::vector<std::uint8_t> plain = aes::random_picture(bytes, 1);
    const auto keys = aes::expand_key(kKey);
    std::vector<std::uint8_t> key_bytes;
    for (const aes::Block& key : keys) key_bytes.insert(key_bytes.end(), key.begin(), key.end());

    const auto words = static_cast<unsigned>(bytes / 4);
    const Dim3 block{kThreads, 1, 1}, grid{(words + kThreads - 1) / kThreads, 1, 1};
    device.plan({{"aes_encrypt128", block}});
    const std::uint64_t from = device.upload(plain, "plain text"), to = device.allocate(bytes, "cipher text");
    const std::uint64_t tables = device.upload(aes::t_tables(), "tables"), key = device.upload(key_bytes, "keys");
    device.launch("aes_encrypt128", grid, block, Arguments(from, to, tables, key, static_cast<std::int32_t>(words)));
    return compare(widened(device.download<std::uint8_t>(to, bytes)), widened(encrypted(plain, keys)), "byte");
  }
};

}  // namespace

std::unique_ptr<Workload> make_aes() { return std::make_unique<Aes>(); }

}  // namespace unibank
