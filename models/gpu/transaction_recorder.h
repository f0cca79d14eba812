// Records every request through the sockets of a machine, from its BEGIN_REQ to its response, into a file of
// transactions (wave/ftr_file.h): one stream per InitiatorPort, with one generator each for reads, writes and payloads
// without a command. A payload that a block forwards (crossbar, cluster, port of the read-only caches), at once or
// later, is related to the request that it was. Without a recorder there is no cost; with one, no result changes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tlm/ports.h"
#include "wave/ftr_file.h"

namespace unibank {

class TransactionRecorder {
 public:
  using Chosen = std::function<bool(const std::string& socket)>;

  // Records the sockets that are built while the recorder exists and are `chosen` (empty function: all), and of them
  // the requests that begin in the cycles [from, to). The machine must run on one core and be destroyed before the
  // recorder. Throws RunError if there is another recorder, InputError if the file cannot be created.
  TransactionRecorder(const std::string& path, Chosen chosen, Cycle from = 0, Cycle to = kNever);
  ~TransactionRecorder();
  TransactionRecorder(const TransactionRecorder&) = delete;
  TransactionRecorder& operator=(const TransactionRecorder&) = delete;

  // Whether there is one. Then each Sm has an observer and takes no shortcut that moves a request to another cycle.
  static bool exists() { return current_ != nullptr; }

  // To be called when no more sockets will be built. Completes the file; requests without a response are not in it.
  void finish();
  // A warning, if finish() has found that the run ended before the first cycle to record; otherwise empty.
  std::string remark() const;

 private:
  class Tap;
  // A request under way on one of the sockets.
  struct Hop {
    std::uint64_t id;
    wave::FtrFile::Stream stream;
  };
  // Words of attributes.
  struct Words {
    explicit Words(wave::FtrFile& file);
    wave::FtrFile::Text address, bytes, warp, kind, accepted, response, passes_on;
    wave::FtrFile::Text kinds[5];      // [AccessNote::Kind]
    wave::FtrFile::Text responses[7];  // [-tlm_response_status + 1]
  };

  std::unique_ptr<SocketTap> tap_of(const char* socket);
  void passes(const Payload& payload, const Hop& hop);
  void ended(const Payload& payload, std::uint64_t id);

  static TransactionRecorder* current_;
  const MakeSocketTap before_;  // another observer's, which stays between port and target
  wave::FtrFile file_;
  const Words words_;
  const Chosen chosen_;
  const Cycle from_, to_;
  Cycle end_ = kNever;  // of the run
  std::unordered_map<const Payload*, std::vector<Hop>> paths_;  // of the requests under way, from the first hop on
};

}  // namespace unibank
