#include "workloads/sto/sto.h"

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace sto {
namespace {

using Digest = std::array<std::uint32_t, 5>;

std::uint32_t rotate_left(std::uint32_t value, unsigned bits) { return value << bits | value >> (32 - bits); }

std::uint32_t mixed(unsigned t, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if (t < 20) return (b & c) ^ (~b & d);
  if (t >= 40 && t < 60) return (b & c) ^ (b & d) ^ (c & d);
  return b ^ c ^ d;
}

// Adds a block of the message, 64 bytes, to the hash.
void compress(Digest& hash, const std::uint8_t* block) {
  constexpr std::uint32_t kConstants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
  std::array<std::uint32_t, 80> words{};
  for (unsigned t = 0; t < 16; ++t) {
    for (unsigned byte = 0; byte < 4; ++byte) words[t] = words[t] << 8 | block[4 * t + byte];
  }
  for (unsigned t = 16; t < 80; ++t) {
    words[t] = rotate_left(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
  }
  Digest s = hash;
  for (unsigned t = 0; t < 80; ++t) {
    const std::uint32_t next = rotate_left(s[0], 5) + mixed(t, s[1], s[2], s[3]) + s[4] + kConstants[t / 20] + words[t];
    s = {next, s[0], rotate_left(s[1], 30), s[2], s[3]};
  }
  for (unsigned i = 0; i < 5; ++i) hash[i] += s[i];
}

}  // namespace

std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint32_t seed) {
  RandomInput random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  return bytes;
}

std::array<std::uint32_t, 5> sha1(const std::uint8_t* bytes, std::size_t count) {
  std::vector<std::uint8_t> message(bytes, bytes + count);
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  const std::uint64_t bits = 8 * std::uint64_t{count};
  for (unsigned byte = 8; byte-- > 0;) message.push_back(static_cast<std::uint8_t>(bits >> 8 * byte));
  Digest hash{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for (std::size_t first = 0; first < message.size(); first += 64) compress(hash, &message[first]);
  return hash;
}

}  // namespace sto

namespace {

constexpr unsigned kThreads = 128;  // sto.cu's

class Sto : public Workload {
 public:
  std::string name() const override { return "sto"; }
  std::string description() const override {
    return "SHA-1 of overlapping chunks of a buffer, worked on in the scratchpad: integer arithmetic (StoreGPU)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"chunks", "pieces of the buffer, a hash each", 1, 1 << 20, 128, 4096, 49152, {}},
            {"chunk", "bytes of a chunk, a multiple of 4", 4, 60, 52, 52, 52, {}},
            {"offset", "bytes from one chunk to the start of the next, a multiple of 4", 4, 256, 4, 4, 4, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const std::size_t chunks = static_cast<std::size_t>(arguments.at("chunks"));
    const std::size_t chunk = words_of("chunk", arguments), offset = words_of("offset", arguments);
    const std::vector<std::uint8_t> buffer = sto::random_bytes(4 * ((chunks - 1) * offset + chunk), 1);

    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>((chunks + kThreads - 1) / kThreads), 1, 1};
    device.plan({{"sto_sha1", block}});
    const std::uint64_t from = device.upload(buffer, "buffer");
    const std::uint64_t digests = device.allocate(20 * chunks, "digests");
    device.launch("sto_sha1", grid, block,
                  Arguments(from, digests, static_cast<std::int32_t>(chunks), static_cast<std::int32_t>(chunk),
                            static_cast<std::int32_t>(offset)));
    std::vector<std::uint32_t> cpu;
    for (std::size_t i = 0; i < chunks; ++i) {
      const auto digest = sto::sha1(&buffer[4 * i * offset], 4 * chunk);
      cpu.insert(cpu.end(), digest.begin(), digest.end());
    }
    return compare(device.download<std::uint32_t>(digests, 5 * chunks), cpu, "digest word", 5);
  }

 private:
  // Converts a length in bytes to words.
  std::size_t words_of(const char* argument, const WorkloadArguments& arguments) const {
    require_multiple(arguments, argument, 4);
    return static_cast<std::size_t>(arguments.at(argument)) / 4;
  }
};

}  // namespace

std::unique_ptr<Workload> make_sto() { return std::make_unique<Sto>(); }

}  // namespace unibank
