#include "unibank/limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstring>

#include "base/input_error.h"
#include "files/temporaries.h"

namespace unibank {

namespace {

constexpr std::uint64_t kMost = 1000000;  // seconds, or megabytes: 12 days, a terabyte

struct Key {
  const char* name;
  std::uint64_t Limits::*value;
};
constexpr Key kKeys[] = {{"time", &Limits::seconds}, {"memory", &Limits::megabytes}, {"file", &Limits::file_megabytes}};

void read_limit(const std::string& part, Limits& limits) {
  const std::size_t equals = std::min(part.find('='), part.size());
  const auto key = std::find_if(std::begin(kKeys), std::end(kKeys),
                                [&](const Key& one) { return part.compare(0, equals, one.name) == 0; });
  if (key == std::end(kKeys) || equals == part.size())
    throw InputError("--limits has '" + part + "', expected time=SECONDS, memory=MB or file=MB, with commas between");
  if (limits.*key->value != 0) throw InputError("--limits gives '" + std::string(key->name) + "' twice");
  const char *const begin = part.data() + equals + 1, *const end = part.data() + part.size();
  const auto [last, error] = std::from_chars(begin, end, limits.*key->value);
  if (error != std::errc() || last != end || limits.*key->value == 0 || limits.*key->value > kMost)
    throw InputError("--limits has '" + part + "', expected a number from 1 to " + std::to_string(kMost) +
                     " after '='");
}

template <typename Resource>
void limit(Resource resource, std::uint64_t megabytes) {
  rlimit now{};
  ::getrlimit(resource, &now);
  const rlim_t most = std::min<rlim_t>(now.rlim_max, megabytes << 20);
  now.rlim_cur = now.rlim_max = most;
  ::setrlimit(resource, &now);
}

// Made beforehand, because neither a signal handler nor a process without memory can make them.
char over[80] = "", no_memory[80] = "out of memory";

extern "C" void end_in_time(int) {
  files::remove_temporaries();
  for (const char* text : {"unibank: error: ", static_cast<const char*>(over), "\n"})
    if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  ::_exit(1);
}

}  // namespace

Limits read_limits(const std::string& text) {
  Limits limits;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    read_limit(text.substr(at, end - at), limits);
    at = end + 1;
  }
  return limits;
}

void apply(const Limits& limits) {
  if (limits.megabytes != 0) {
    const std::string text = "out of memory (--limits memory=" + std::to_string(limits.megabytes) + ")";
    text.copy(no_memory, sizeof no_memory - 1);
    limit(RLIMIT_AS, limits.megabytes);
  }
  if (limits.file_megabytes != 0) limit(RLIMIT_FSIZE, limits.file_megabytes);
  if (limits.seconds == 0) return;
  const std::string text = "--limits time=" + std::to_string(limits.seconds) + ": the time is over";
  text.copy(over, sizeof over - 1);
  struct sigaction action {};
  action.sa_handler = end_in_time;
  ::sigaction(SIGALRM, &action, nullptr);
  ::alarm(static_cast<unsigned>(limits.seconds));
}

const char* time_is_over() { return over; }

const char* out_of_memory() { return no_memory; }

}  // namespace unibank
