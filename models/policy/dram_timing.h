// Banks, rows and timing of one DRAM channel whose requests are served first-ready first-come-first-served. Times in
// cycles of the memory's command clock.
//
// The defaults are those of GPGPU-Sim 3.x (configs/GTX480/gpgpusim.config: Hynix H5GQ1H24AFR, two GDDR5 chips of 4
// bytes a channel, bursts of 8 at four transfers a cycle), which Jatala et al. use and whose values they do not print.
#pragma once

namespace unibank {

struct DramTiming {
  unsigned banks = 16, bank_groups = 4;  // group g has the banks from g * banks / bank_groups on
  unsigned row_bytes = 4096;             // of one bank, in all chips of the channel
  // Of the channel's bytes, stripe_bytes go to a bank, the next to the next of stripe_banks banks, in turn until a row
  // of each is full; then come the next stripe_banks banks.
  unsigned stripe_bytes = 256, stripe_banks = 2;
  unsigned burst_bytes = 64, burst = 2;  // one column command: bytes, and cycles of the data bus

  unsigned t_rcd = 12, t_rcd_write = 7;  // activate to read, to write
  unsigned t_rp = 12;                    // precharge to activate
  unsigned t_ras = 28, t_rc = 40;        // activate to precharge, to the next activate of the bank
  unsigned t_rrd = 6;                    // activate to activate of another bank
  unsigned t_cl = 12, t_wl = 4;          // read, write to the start of its data
  unsigned t_ccd = 2, t_ccd_group = 3;   // column command to column command, in the same bank group
  unsigned t_rtp = 2, t_wr = 12;         // read to precharge; end of written data to precharge
  unsigned t_wtr = 5;                    // end of written data to read
  unsigned t_turn = 2;                   // end of read data to start of written data
  unsigned hit_limit = 0;  // later requests that may pass the oldest of a bank because their row is open; 0: any number
};

}  // namespace unibank
