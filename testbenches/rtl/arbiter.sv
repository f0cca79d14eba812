// Grants banks, the 16 bytes of a crossbar port, and tag lookups in a cycle of the SM. The RTL of
// models/cycle/arbiter.h.
//
// Timing, as in the model. The requests of one cycle come one per edge, in order of priority (registers first:
// writeback, operands, fills, loads and stores). `grant` is combinational; a granted resource is taken after the edge.
// kCycle begins a cycle of the SM, kInstruction releases banks and ports within it (where instructions do not
// conflict). No resource is reserved for a later cycle.
//
// Banks: bit 8 x port + bank; registers have a bank of each cluster in `banks`, all or none. `upper`: banks 8 to 15 of
// the clusters, which no crossbar port reaches.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module arbiter #(
    parameter int unsigned TAG_BANKS = 8,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic reset,
    input logic [3:0] fault,
    input logic unified,        // registers and other data are in the same banks
    input logic one_port,       // a bank has one read or one write per cycle, not one of each
    input logic [7:0] lookups,  // lookups of a tag bank per cycle

    input logic [2:0] op,
    input logic write,
    input logic [63:0] banks,   // kRegister: several; kMemory: one
    input logic upper,          // kRegister
    input logic [2:0] port,
    input logic [4:0] bytes,    // kMemory: bytes at the port
    input logic [$clog2(TAG_BANKS)-1:0] tag_bank,
    output logic grant,

    // One bit for each bank: the grants since the cycle, or the instruction, began.
    output logic [63:0] register_reads,
    output logic [63:0] register_writes,
    output logic [63:0] upper_reads,
    output logic [63:0] upper_writes,
    output logic [63:0] memory_reads,
    output logic [63:0] memory_writes
);
  localparam logic [2:0] kCycle = 1, kInstruction = 2, kRegister = 3, kMemory = 4, kTag = 5;
  localparam logic [3:0] BankTwice = 1, PortOverflows = 2, RegistersNotSeen = 3, OnePortIsTwo = 4, SomeOfAll = 5,
      LookupTooMany = 6, CycleKeepsPorts = 7, CycleKeepsBanks = 8, TagBanksAreOne = 9, RefusedTakes = 10;

  logic [15:0] faulty;  // [fault]
  assign faulty = FAULTS ? 16'd1 << fault : '0;

  logic [4:0] port_bytes[8];
  logic [7:0] left[TAG_BANKS];  // lookups left

  logic single;
  logic [63:0] registers, upper_registers, memory, taken;
  logic [$clog2(TAG_BANKS)-1:0] tags;
  logic [5:0] port_then;
  assign single = one_port && !faulty[OnePortIsTwo];
  assign tags = faulty[TagBanksAreOne] ? '0 : tag_bank;
  assign port_then = 6'(port_bytes[port]) + 6'(bytes);
  always_comb begin
    registers = (write || single ? register_writes : '0) | (!write || single ? register_reads : '0);
    upper_registers = (write || single ? upper_writes : '0) | (!write || single ? upper_reads : '0);
    memory = (write || single ? memory_writes : '0) | (!write || single ? memory_reads : '0);
    if (faulty[BankTwice]) memory = '0;
    taken = op == kRegister ? (upper ? upper_registers : registers)
                            : memory | (unified && !faulty[RegistersNotSeen] ? registers : '0);
    unique case (op)
      kRegister: grant = faulty[SomeOfAll] ? (banks & ~taken) != '0 : (banks & taken) == '0;
      kMemory: grant = (banks & taken) == '0 && (port_then <= 16 || faulty[PortOverflows]);
      kTag: grant = left[tags] != '0 || faulty[LookupTooMany];
      default: grant = 1'b0;
    endcase
  end

  logic takes, clears;
  assign takes = grant || faulty[RefusedTakes];
  assign clears = op == kCycle || op == kInstruction;
  always_ff @(posedge clk) begin
    if (reset || (clears && !faulty[CycleKeepsBanks])) begin
      {register_reads, register_writes, upper_reads, upper_writes, memory_reads, memory_writes} <= '0;
    end else if (takes && op == kRegister && upper) begin
      if (write) upper_writes <= upper_writes | banks;
      else upper_reads <= upper_reads | banks;
    end else if (takes && op == kRegister) begin
      if (write) register_writes <= register_writes | banks;
      else register_reads <= register_reads | banks;
    end else if (takes && op == kMemory) begin
      if (write) memory_writes <= memory_writes | banks;
      else memory_reads <= memory_reads | banks;
    end
    if (reset || (clears && !faulty[CycleKeepsPorts])) port_bytes <= '{default: '0};
    else if (takes && op == kMemory) port_bytes[port] <= 5'(port_then);
    if (reset || op == kCycle) left <= '{default: lookups};
    else if (grant && op == kTag) left[tags] <= left[tags] - 1'b1;
  end
endmodule
