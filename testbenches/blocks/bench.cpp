#include "bench.h"

#include <cstdio>
#include <filesystem>
#include <map>

#include "base/input_error.h"
#include "tlm/protocol_checker.h"

namespace unibank::bench {

namespace {

std::string make_file_name(const std::string& bench, int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-'))
    throw InputError("found '" + std::string(argv[argc - 1]) + "', expected one argument at most: the directory for " +
                     bench + ".vcd");
  const std::filesystem::path directory = argc == 2 ? argv[1] : "vcd";
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) throw InputError("cannot make directory '" + directory.string() + "': " + error.message());
  return (directory / (bench + ".vcd")).string();
}

}  // namespace

Bench::Bench(const sc_core::sc_module_name& module_name, int argc, char** argv)
    : sc_module(module_name), file_(make_file_name(name(), argc, argv)), writer_(wave::open_vcd(file_)), tick_("tick") {
  SC_HAS_PROCESS(Bench);
  SC_METHOD(take_samples);
  sensitive << tick_;
  dont_initialize();
}

void Bench::show(const std::string& scope, const test::Requester& requester) {
  traffic_.push_back({&requester, writer_->signal(scope + ".request", 1), writer_->signal(scope + ".address", 64),
                      writer_->signal(scope + ".write", 1), writer_->signal(scope + ".waits_for_acceptance", 1),
                      writer_->signal(scope + ".answer", 1), writer_->signal(scope + ".in_flight", 8)});
}

void Bench::sample(const std::string& signal, unsigned bits, std::function<std::uint64_t()> value) {
  samples_.push_back({writer_->signal(signal, bits), std::move(value)});
}

void Bench::run(Cycle length) {
  length_ = length;
  tick_.notify(until_half(0));
  sc_core::sc_start(cycles(length));
}

void Bench::take_samples() {
  const Cycle now = current_cycle();
  for (const Sample& sample : samples_) writer_->record(sample.signal, now, sample.value());
  tick_.notify(until_half(now + 1));
}

// Written from the requester's records after the run; several events of one cycle become one value.
void Bench::write(const Traffic& traffic) {
  std::map<Cycle, int> balance;
  const test::Requester& requester = *traffic.requester;
  for (const wave::SignalId signal : {traffic.request, traffic.address, traffic.write, traffic.waiting, traffic.answer,
                                      traffic.in_flight}) {
    writer_->record(signal, 0, 0);
  }
  for (std::size_t i = 0; i < requester.size(); ++i) {
    const test::Access& access = requester[i];
    if (access.answered == kNever) continue;
    ++balance[access.sent];
    --balance[access.answered];
    writer_->record(traffic.address, access.sent, access.address);
    writer_->record(traffic.write, access.sent, access.write);
    writer_->record(traffic.waiting, access.accepted, 0);
    if (access.accepted > access.sent) writer_->record(traffic.waiting, access.sent, 1);
    writer_->record(traffic.request, access.sent + 1, 0);
    writer_->record(traffic.answer, access.answered + 1, 0);
  }
  for (std::size_t i = 0; i < requester.size(); ++i) {
    const test::Access& access = requester[i];
    if (access.answered == kNever) continue;
    writer_->record(traffic.request, access.sent, 1);
    writer_->record(traffic.answer, access.answered, 1);
  }
  int in_flight = 0;
  for (const auto& [cycle, change] : balance) {
    writer_->record(traffic.in_flight, cycle, static_cast<std::uint64_t>(in_flight += change));
  }
}

void Bench::check(bool holds, const std::string& what) {
  ++checks_;
  if (holds) return;
  ++failures_;
  std::printf("%s: FAILED: %s\n", name(), what.c_str());
}

void Bench::check_equal(std::uint64_t found, std::uint64_t expected, const std::string& what) {
  check(found == expected, what + ": found " + std::to_string(found) + ", expected " + std::to_string(expected));
}

int Bench::finish() {
  for (const Traffic& traffic : traffic_) {
    check(traffic.requester->done(), std::string(traffic.requester->name()) + ": every request answered once");
    write(traffic);
  }
  writer_->finish(length_);
  std::printf("%s: %u checks, %u failed; waveform in %s\n", name(), checks_, failures_, file_.c_str());
  return failures_ == 0 ? 0 : 1;
}

int guarded(const std::function<int()>& body) {
  check_every_socket();
  try {
    return body();
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace unibank::bench
