#include "soak/laws/transaction_laws.h"

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memory/tag_operation.h"
#include "wave/cbor_text.h"

namespace unibank::test {

namespace {

using Json = nlohmann::json;

struct Transaction {
  std::size_t stream = 0;  // index of its socket's name
  std::string command, kind;
  std::uint64_t begin = 0, end = 0, address = 0, bytes = 0;
  bool ok = false;
};

class Transactions {
 public:
  struct Passed {
    std::uint64_t from, to;
  };

  explicit Transactions(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::istringstream lines(FtrText::of(bytes));
    for (std::string line; std::getline(lines, line);) read(line);
  }

  std::vector<std::string> streams;
  std::map<std::uint64_t, Transaction> all;  // [number]
  std::vector<Passed> passed;            // requests and those that they were passed on as

 private:
  // "stream NAME of kind TLM", "7: STREAM COMMAND BEGIN to END (address N) (bytes N) ...", "1 of STREAM passes on 2 of
  // STREAM".
  void read(const std::string& line) {
    const std::string word = line.substr(0, line.find(' '));
    if (word == "stream") {
      const std::size_t begin = word.size() + 1;
      streams.push_back(line.substr(begin, line.find(' ', begin) - begin));
      numbers_[streams.back()] = streams.size() - 1;
    } else if (word.back() == ':') {
      read_transaction(line, all[std::stoull(word)]);
    } else if (word != "block") {
      passed.push_back({std::stoull(word), attribute(line, " passes on ")});
    }
  }
  void read_transaction(const std::string& line, Transaction& one) {
    std::size_t at = line.find(' ') + 1;
    const auto next = [&] {
      const std::size_t begin = std::exchange(at, line.find(' ', at) + 1);
      return line.substr(begin, at - 1 - begin);
    };
    one.stream = numbers_.at(next());
    one.command = next();
    one.begin = std::stoull(next());
    next();
    one.end = std::stoull(next());
    one.address = attribute(line, "(address ");
    one.bytes = attribute(line, "(bytes ");
    const std::size_t kind = line.find("(kind ");
    if (kind != line.npos) one.kind = line.substr(kind + 6, line.find(')', kind) - kind - 6);
    one.ok = line.find("(response TLM_OK_RESPONSE)") != line.npos;
  }
  static std::uint64_t attribute(const std::string& line, const std::string& name) {
    return std::stoull(line.substr(line.find(name) + name.size()));
  }

  std::unordered_map<std::string, std::size_t> numbers_;  // of streams
};

class TransactionLaws {
 public:
  TransactionLaws(const Transactions& requests, const Json& run) : requests_(requests), run_(run) {}

  // The counter "mshr.reads" of the run.
  std::uint64_t counter(const std::string& name) const {
    const std::size_t dot = name.find('.');
    return dot == name.npos ? run_.at(name).get<std::uint64_t>()
                            : run_.at(name.substr(0, dot)).at(name.substr(dot + 1)).get<std::uint64_t>();
  }
  // Whether the machine has sockets with this name.
  bool has(const std::string& sockets) const {
    const std::regex name(sockets);
    for (const std::string& stream : requests_.streams)
      if (std::regex_match(stream, name)) return true;
    return false;
  }
  // The sum of `of` over all requests of these sockets.
  template <typename Of>
  std::uint64_t sum(const std::string& sockets, Of of) const {
    const std::regex name(sockets);
    std::vector<bool> chosen;
    for (const std::string& stream : requests_.streams) chosen.push_back(std::regex_match(stream, name));
    std::uint64_t all = 0;
    for (const auto& [number, request] : requests_.all)
      if (chosen[request.stream]) all += of(request);
    return all;
  }
  void equal(const std::string& what, std::uint64_t recorded, std::uint64_t counted) {
    if (!difference.empty() || recorded == counted) return;
    difference = "there are " + std::to_string(recorded) + " transactions of " + what + "; the counters count " +
                 std::to_string(counted);
  }
  // Reads and writes of sockets, if the machine has them.
  void equal_commands(const std::string& sockets, std::uint64_t reads, std::uint64_t writes) {
    if (!has(sockets)) return;
    equal("reads at " + sockets, sum(sockets, [](const Transaction& one) { return one.command == "read"; }), reads);
    equal("writes at " + sockets, sum(sockets, [](const Transaction& one) { return one.command == "write"; }), writes);
  }

  std::string difference;

 private:
  const Transactions& requests_;
  const Json& run_;
};

// A row has 16 bytes, or 4 in narrow banks; a request at a port is for one row, or for all of its port.
void compare_rows(const std::string& kind, const std::string& command, TransactionLaws& laws) {
  constexpr std::uint64_t kWide = 16, kNarrow = 4;
  const char* const ports = R"(.*\.row_ports\.crossbar\d+)";
  if (!laws.has(ports)) return;
  const std::uint64_t rows = laws.counter(kind + ".row_" + command + "s");
  const std::uint64_t bytes = laws.sum(
      ports, [&](const Transaction& one) { return one.kind == kind && one.command == command ? one.bytes : 0; });
  laws.equal("bytes that rows of the " + kind + " " + command, bytes,
             bytes == kNarrow * rows ? bytes : kWide * rows);
}

void compare_inside_sm(TransactionLaws& laws) {
  const auto counter = [&laws](const char* name) { return laws.counter(name); };
  // A register that is a line is also spilled and fetched, and the dirty line that it evicts is read.
  if (counter("lines.register_cycles") == 0)
    laws.equal_commands(R"(.*\.operand_stage\.registers\d+)",
                        counter("registers.operand_reads") - counter("registers.reused") + counter("victims.hits"),
                        counter("registers.operand_writes") + counter("victims.kept") - counter("victims.dropped"));
  for (const char* const kind : {"cache", "scratchpad"})
    for (const char* const command : {"read", "write"}) compare_rows(kind, command, laws);
  const char* const crossbar = R"(.*\.crossbar\.to\d+_\d+)";
  if (laws.has(crossbar))
    laws.equal("the crossbar", laws.sum(crossbar, [](const Transaction&) { return 1; }), counter("crossbar.transfers"));
}

// The operation is part of a request's address (memory/tag_array.h). An operand stage that drops a line drops a dead
// register, which is no lookup.
void compare_tags(TransactionLaws& laws) {
  const char *const cache = R"(.*\.l1\.tags)", *const all = R"(.*\.(l1|operand_stage)\.tags)";
  if (!laws.has(cache)) return;
  const auto count = [&laws](const char* sockets, TagOperation operation) {
    return laws.sum(sockets, [operation](const Transaction& one) {
      return static_cast<TagOperation>(one.address >> 60) == operation;
    });
  };
  laws.equal("tag fills", count(all, TagOperation::kFill), laws.counter("tag_fills"));
  laws.equal("tag lookups",
             count(all, TagOperation::kLookup) + count(all, TagOperation::kStore) + count(all, TagOperation::kClaim) +
                 count(cache, TagOperation::kInvalidate),
             laws.counter("tag_lookups"));
}

void compare_memory(TransactionLaws& laws) {
  const auto counter = [&laws](const char* name) { return laws.counter(name); };
  laws.equal_commands(R"(.*\.mshr\.memory)", counter("mshr.reads"), counter("mshr.writes"));
  laws.equal_commands(R"(.*\.read_only\.memory)", counter("mshr.reads") + counter("read_only.reads"),
                      counter("mshr.writes"));
  const char* const network = R"(gpu\.interconnect\..*)";
  if (laws.has(network))
    laws.equal("the interconnect", laws.sum(network, [](const Transaction&) { return 1; }),
               counter("interconnect.requests"));
  const char *const l2 = R"(gpu\.l2_slice\d*\.memory)", *const behind = R"(gpu\.atomic_unit\d*\.out)";
  const std::string next = laws.has(l2) ? "l2." : "dram.";
  laws.equal_commands(behind, laws.counter(next + "reads"), laws.counter(next + "writes"));
  const auto bytes_read = [](const Transaction& one) { return one.command == "read" ? one.bytes : 0; };
  if (laws.has(behind)) laws.equal("bytes read at L2 or DRAM", laws.sum(behind, bytes_read),
                                   laws.counter(next + "read_bytes"));
  laws.equal_commands(l2, counter("dram.reads"), counter("dram.writes"));
  if (laws.has(l2)) laws.equal("bytes read of DRAM by L2", laws.sum(l2, bytes_read), counter("dram.read_bytes"));
}

std::string wrong_request(const Transactions& requests) {
  for (const auto& [number, request] : requests.all)
    if (!request.ok)
      return "transaction " + std::to_string(number) + " of " + requests.streams[request.stream] + " was refused";
  for (const Transactions::Passed& passed : requests.passed) {
    const auto from = requests.all.find(passed.from), to = requests.all.find(passed.to);
    if (from == requests.all.end() || to == requests.all.end() || to->second.begin < from->second.begin ||
        to->second.end > from->second.end)
      return "transaction " + std::to_string(passed.to) + " is not within " + std::to_string(passed.from) +
             ", which it was passed on from";
  }
  return "";
}

}  // namespace

std::string transaction_difference(const std::filesystem::path& ftr, const std::filesystem::path& json) {
  const Json run = Json::parse(std::ifstream(json)).at("runs").at(0);
  const Transactions requests(ftr);
  const std::string wrong = wrong_request(requests);
  if (!wrong.empty() || run.at("sms") != 1) return wrong;
  TransactionLaws laws(requests, run);
  compare_inside_sm(laws);
  compare_tags(laws);
  compare_memory(laws);
  return laws.difference;
}

}  // namespace unibank::test
