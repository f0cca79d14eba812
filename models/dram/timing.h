// One DRAM channel as its standard describes it: banks, rows, bursts and timing. Times are in cycles of the memory's
// command clock.
//
// The defaults are those of configs/dram/gddr5.toml, which gives the source of each: GPGPU-Sim 3.x (configs/GTX480:
// Hynix H5GQ1H24AFR, two chips of 4 bytes a channel, bursts of 8 at four transfers a cycle), which Jatala et al. use;
// for refresh DRAMsim3 (configs/GDDR5_1Gb_x32.ini).
#pragma once

namespace unibank {

struct DramTiming {
  unsigned banks = 16, bank_groups = 4;  // group g has the banks from g * banks / bank_groups on
  unsigned row_bytes = 4096;             // of one bank, in all chips of the channel
  unsigned burst_bytes = 64, burst = 2;  // one column command: bytes, and cycles of the data bus
  // 1: one command per cycle. 2: one row command (activate, precharge, refresh) and one column command (read, write)
  // per cycle.
  unsigned command_buses = 1;

  unsigned t_rcd = 12, t_rcd_write = 7;  // activate to read, to write
  unsigned t_rp = 12;                    // precharge to activate
  unsigned t_ras = 28, t_rc = 40;        // activate to precharge, to the next activate of the bank
  unsigned t_rrd = 6, t_rrd_group = 6;   // activate to activate of another bank, of one in the same bank group
  unsigned t_faw = 0;                    // activate to the fourth activate after it; 0: no limit
  unsigned t_cl = 12, t_wl = 4;          // read, write to the start of its data
  unsigned t_ccd = 2, t_ccd_group = 3;   // column command to column command, in the same bank group
  unsigned t_rtp = 2, t_wr = 12;         // read to precharge; end of written data to precharge
  unsigned t_wtr = 5, t_wtr_group = 5;   // end of written data to read, in the same bank group
  unsigned t_turn = 2;                   // end of read data to start of written data

  unsigned t_refi = 7210;                // between refreshes, of all banks or of the same one
  unsigned t_rfc = 61, t_rfc_bank = 0;   // a refresh of all banks, of one bank (0: the standard has none)
};

}  // namespace unibank
