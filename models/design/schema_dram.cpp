// A DRAM channel with banks and rows (dram.model = fr-fcfs): the values of a standard, and the parts of the channel.
#include "design/parameter_table.h"
#include "dram/address_map.h"
#include "dram/refresh.h"
#include "dram/row_policy.h"
#include "dram/scheduler.h"

namespace unibank {
namespace {

const char* const kGddr5 = "not published: GPGPU-Sim 3.x, configs/GTX480 (Hynix H5GQ1H24AFR)";
const char* const kGddr5Refresh = "not published: DRAMsim3, configs/GDDR5_1Gb_x32.ini";

// The values of a standard (design/dram_standard.h has the same keys).
void add_banks(ParameterTable& table) {
  table.integer("dram", "banks", "", 1, 1024, kGddr5, "fr-fcfs: banks of a channel", UNIBANK_FIELD(dram.timing.banks));
  table.integer("dram", "bank_groups", "", 1, 1024, kGddr5, "fr-fcfs: groups of neighbouring banks",
                UNIBANK_FIELD(dram.timing.bank_groups));
  table.integer("dram", "row_bytes", "bytes", kLineBytes, 1 << 20, kGddr5, "fr-fcfs: a row of one bank, in all chips",
                UNIBANK_FIELD(dram.timing.row_bytes));
  table.integer("dram", "burst_bytes", "bytes", kSectorBytes, kLineBytes, kGddr5, "fr-fcfs: data of a column command",
                UNIBANK_FIELD(dram.timing.burst_bytes));
  table.integer("dram", "burst", "memory cycles", 1, 1000, kGddr5,
                "fr-fcfs: occupancy of the data bus by a column command",
                UNIBANK_FIELD(dram.timing.burst));
  table.integer("dram", "command_buses", "", 1, 2, kGddr5,
                "fr-fcfs: one for all commands, or one for rows and one for columns",
                UNIBANK_FIELD(dram.timing.command_buses));
}

void add_times(ParameterTable& table) {
  const auto time = [&table](const char* key, const char* description, auto field) {
    table.integer("dram", key, "memory cycles", 1, 1000, kGddr5, description, field);
  };
  time("t_rcd", "fr-fcfs: activate to read", UNIBANK_FIELD(dram.timing.t_rcd));
  time("t_rcd_write", "fr-fcfs: activate to write; in GPGPU-Sim RCD - (WL + 1)",
       UNIBANK_FIELD(dram.timing.t_rcd_write));
  time("t_rp", "fr-fcfs: precharge to activate", UNIBANK_FIELD(dram.timing.t_rp));
  time("t_ras", "fr-fcfs: activate to precharge", UNIBANK_FIELD(dram.timing.t_ras));
  time("t_rc", "fr-fcfs: activate to activate of one bank", UNIBANK_FIELD(dram.timing.t_rc));
  time("t_rrd", "fr-fcfs: activate to activate of another bank", UNIBANK_FIELD(dram.timing.t_rrd));
  time("t_rrd_group", "fr-fcfs: activate to activate of another bank in the same bank group",
       UNIBANK_FIELD(dram.timing.t_rrd_group));
  table.integer("dram", "t_faw", "memory cycles", 0, 1000, kGddr5,
                "fr-fcfs: activate to the fourth activate after it; 0: no limit", UNIBANK_FIELD(dram.timing.t_faw));
  time("t_cl", "fr-fcfs: read to its data", UNIBANK_FIELD(dram.timing.t_cl));
  time("t_wl", "fr-fcfs: write to its data", UNIBANK_FIELD(dram.timing.t_wl));
  time("t_ccd", "fr-fcfs: column command to column command", UNIBANK_FIELD(dram.timing.t_ccd));
  time("t_ccd_group", "fr-fcfs: column command to column command in the same bank group",
       UNIBANK_FIELD(dram.timing.t_ccd_group));
  time("t_rtp", "fr-fcfs: read to precharge", UNIBANK_FIELD(dram.timing.t_rtp));
  time("t_wr", "fr-fcfs: end of written data to precharge", UNIBANK_FIELD(dram.timing.t_wr));
  time("t_wtr", "fr-fcfs: end of written data to read", UNIBANK_FIELD(dram.timing.t_wtr));
  time("t_wtr_group", "fr-fcfs: end of written data to read in the same bank group",
       UNIBANK_FIELD(dram.timing.t_wtr_group));
  time("t_turn", "fr-fcfs: end of read data to written data", UNIBANK_FIELD(dram.timing.t_turn));
  const auto refresh = [&table](const char* key, double most, const char* description, auto field) {
    table.integer("dram", key, "memory cycles", 0, most, kGddr5Refresh, description, field);
  };
  refresh("t_refi", 1e6, "fr-fcfs: between refreshes of a bank", UNIBANK_FIELD(dram.timing.t_refi));
  refresh("t_rfc", 1e5, "fr-fcfs: a refresh of all banks", UNIBANK_FIELD(dram.timing.t_rfc));
  refresh("t_rfc_bank", 1e5, "fr-fcfs: a refresh of one bank; 0: the standard has none",
          UNIBANK_FIELD(dram.timing.t_rfc_bank));
}

void add_mapping(ParameterTable& table) {
  table.text("dram", "address_order", kGddr5,
             "fr-fcfs: fields of a channel's address from the highest on: row, then group, bank, column, stripe",
             UNIBANK_FIELD(dram.mapping.order));
  table.integer("dram", "stripe_bytes", "bytes", kLineBytes, 1 << 20, kGddr5,
                "fr-fcfs: adjacent bytes of a channel in one row", UNIBANK_FIELD(dram.mapping.stripe_bytes));
  table.integer("dram", "stripe_banks", "", 1, 1024, kGddr5,
                "fr-fcfs: neighbouring banks that the field 'stripe' counts",
                UNIBANK_FIELD(dram.mapping.stripe_banks));
}

template <typename Part>
void add_part(ParameterTable& table, const char* section, const char* description, Field<std::string> field) {
  table.choice(section, "policy", Registry<Part>::instance().names(), "not published: as in GPGPU-Sim 3.x", description,
               field);
}

}  // namespace

void add_dram_channel(ParameterTable& table) {
  table.text("dram", "standard", kGddr5,
             "fr-fcfs: configs/dram/NAME.toml or a file, which gives clock and timing; keys of a design override it",
             UNIBANK_FIELD(dram.standard));
  table.number("dram", "clock_ratio", "", 0.1, 10, "not published: GPGPU-Sim 3.x, configs/GTX480: 924 / 700 MHz",
               "fr-fcfs: cycles of the memory's command clock per cycle of the SM, rounded to thousandths",
               UNIBANK_FIELD(dram.clock_ratio));
  table.integer("dram", "answer_latency", "cycles", 0, kMostCycles, kFermi,
                "fr-fcfs: latency of a read in addition to its commands and data", UNIBANK_FIELD(dram.answer_latency));
  add_banks(table);
  add_times(table);
  add_mapping(table);
  add_part<DramScheduler>(table, "dram_scheduler", "fr-fcfs: which waiting request gets the next command",
                          UNIBANK_FIELD(dram_scheduler.name));
  add_part<DramRowPolicy>(table, "dram_row_policy", "fr-fcfs: when a row that no request needs is closed",
                          UNIBANK_FIELD(dram_row_policy.name));
  add_part<DramRefresh>(table, "dram_refresh", "fr-fcfs: when banks are refreshed, and which",
                        UNIBANK_FIELD(dram_refresh.name));
  add_part<DramHash>(table, "dram_hash", "fr-fcfs: how rows are spread over banks", UNIBANK_FIELD(dram_hash.name));
}

}  // namespace unibank
