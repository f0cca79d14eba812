// Grants what may be sent in a cycle: each bank has a read and a write (or, with one_port, one of the two), each of the
// 8 crossbar ports 16 bytes, each tag bank some lookups. A bank is bit 8 x port + bank of `banks`.
//
// The grant of an operation is combinational. A granted operation takes its resources at the edge; a refused one takes
// none.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 a port takes 32 bytes, 2 a new cycle does not free the lookups.
module my_arbiter #(
    parameter int unsigned TAG_BANKS = 8,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic reset,
    input logic [1:0] fault,
    input logic shared,   // registers and other data are in the same banks
    input logic one_port,
    input logic [7:0] lookups,

    input logic new_cycle,        // frees everything
    input logic new_instruction,  // frees everything except lookups
    input logic [1:0] ask,        // 1 registers, 2 memory, 3 a lookup
    input logic write,
    input logic upper,            // the upper half of a row of registers
    input logic [63:0] banks,
    input logic [2:0] port,
    input logic [4:0] bytes,      // bytes at the port
    input logic [$clog2(TAG_BANKS)-1:0] tag_bank,
    output logic grant,

    output logic [63:0] taken[2][3]  // [write][registers, upper registers, memory]
);
  logic [4:0] sent[8];  // bytes of each port
  logic [7:0] left[TAG_BANKS];
  logic [63:0] in_use[3];
  logic [5:0] then;
  logic [1:0] kind;

  assign kind = ask == 2 ? 2'd2 : {1'b0, upper};
  assign then = sent[port] + bytes;
  always_comb begin
    for (int k = 0; k < 3; k++) in_use[k] = one_port ? taken[0][k] | taken[1][k] : taken[write][k];
    if (shared) in_use[2] |= in_use[0];
    grant = ask == 3 ? left[tag_bank] != 0 : ask != 0 && (in_use[kind] & banks) == 0 && (ask == 1 || then <= (FAULTS && fault == 1 ? 32 : 16));
  end

  always_ff @(posedge clk) begin
    if (reset || new_cycle || new_instruction) begin
      taken <= '{default: '{default: '0}};
      sent <= '{default: '0};
      if (!new_instruction && !(FAULTS && fault == 2 && !reset)) left <= '{default: lookups};
    end else if (grant) begin
      if (ask == 1 || ask == 2) taken[write][kind] <= taken[write][kind] | banks;
      if (ask == 2) sent[port] <= 5'(then);
      if (ask == 3) left[tag_bank] <= left[tag_bank] - 1'b1;
    end
  end
endmodule
