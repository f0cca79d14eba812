// Who may use which port in one cycle: read and write port of each bank, the crossbar's ports, the multiplexer of each
// cluster. A step of the Sm's cycle; who asks first (registers, then load/store) is served first. No bookings ahead.
#pragma once

#include <cstdint>

namespace unibank {

// A set of ports, one bit each: bank = cluster x banks a cluster + bank in the cluster (at most 64).
struct PortSet {
  std::uint64_t bank_read = 0, bank_write = 0;
  std::uint32_t crossbar = 0;    // a port carries one transfer a cycle
  std::uint32_t cluster_mux = 0;  // single multiplexer: one bank of a cluster feeds the crossbar

  bool meets(const PortSet& other) const {
    return (bank_read & other.bank_read) | (bank_write & other.bank_write) | (crossbar & other.crossbar) |
           (cluster_mux & other.cluster_mux);
  }
  void add(const PortSet& other) {
    bank_read |= other.bank_read;
    bank_write |= other.bank_write;
    crossbar |= other.crossbar;
    cluster_mux |= other.cluster_mux;
  }
};

class PortArbiter {
 public:
  void next_cycle() { busy_ = PortSet(); }
  // All the ports asked for, or none.
  bool grant(const PortSet& wanted) {
    if (busy_.meets(wanted)) {
      ++refused_;
      return false;
    }
    busy_.add(wanted);
    return true;
  }
  const PortSet& busy() const { return busy_; }
  std::uint64_t refused() const { return refused_; }  // requests, once for each cycle they asked in vain

 private:
  PortSet busy_;
  std::uint64_t refused_ = 0;
};

}  // namespace unibank
