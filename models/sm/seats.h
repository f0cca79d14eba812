// Who sits where: every block that may be replaced (by RTL, by a test's double, by someone's model) is made through one
// of these. A seat's occupant is an sc_module that has the seat's sockets and its control plane; the
// arbiter and two policies are plain C++. Blocks of an Sm that are to run on several cores (SmClock::use_cores) notify
// events by notify_at (tlm/notify.h), call nothing else of SystemC's kernel but the time, and share nothing with those
// of other Sms.
#pragma once

#include <functional>
#include <memory>

#include "design/design.h"
#include "memory/dram_channel.h"
#include "memory/fr_fcfs_channel.h"
#include "memory/interconnect.h"
#include "memory/l2_slice.h"
#include "memory/mshr.h"
#include "memory/tag_array.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"
#include "sm/arbiter.h"
#include "sm/crossbar.h"
#include "sm/narrow_banks.h"
#include "sm/sm_cluster.h"

namespace unibank {

struct Seats {
  BankFactory bank;  // one 16-byte bank of a cluster
  std::function<std::unique_ptr<BankSeat>(const char* name, const NarrowBankParameters&)> narrow_banks;
  std::function<std::unique_ptr<TagArraySeat>(const char* name, const TagArrayParameters&)> tag_array;
  std::function<std::unique_ptr<CrossbarSeat>(const char* name, const CrossbarParameters&)> crossbar;
  std::function<std::unique_ptr<MshrSeat>(const char* name, const MshrParameters&)> mshr;
  std::function<std::unique_ptr<InterconnectSeat>(const char* name, const InterconnectParameters&)> interconnect;
  std::function<std::unique_ptr<L2SliceSeat>(const char* name, const L2SliceParameters&)> l2_slice;
  std::function<std::unique_ptr<DramSeat>(const char* name, const DramParameters&)> dram;
  std::function<std::unique_ptr<ScratchpadGate>(const char* name, const PolicyChoice&)> gate;
  std::function<std::unique_ptr<WarpOrder>(const char* name, const PolicyChoice&)> warp_order;  // of one scheduler
  // Empty: the Sm's own, which is asked without a virtual call.
  std::function<std::unique_ptr<ArbiterSeat>(const char* name, const ArbiterParameters&)> arbiter;
  // Whoever made these seats has done what Design::rtl says. An Sm refuses a design with RTL in other seats.
  bool as_designed = false;
};

// The native block in every seat.
Seats native_seats();

}  // namespace unibank
