// Unified bank: rows of 16 bytes, one read and one write per cycle. The RTL of models/sm/unified_bank.h.
//
// Timing, as in the model: a request that is valid before a rising edge is taken there, a read and a write in parallel;
// both answers are valid from that edge to the next. A read of the row that is written in the same cycle returns the
// new bytes if `write_first` is high, else the old ones: the model executes requests in the order in which they come,
// which the arbiter knows. No request is refused, because the arbiter has granted it.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module unified_bank #(
    parameter int unsigned ROWS = 1024,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned RowBits = $clog2(ROWS)
) (
    input logic clk,
    input logic [3:0] fault,
    input logic write_first,

    input logic wr_valid,
    input logic [RowBits-1:0] wr_row,
    input logic [15:0] wr_enable,
    input logic [127:0] wr_data,
    output logic wr_done,

    input logic rd_valid,
    input logic [RowBits-1:0] rd_row,
    output logic rd_done,
    output logic [127:0] rd_data
);
  localparam logic [3:0] EnablesIgnored = 1, NoBypass = 2, AlwaysBypass = 3, LastByteLost = 4, TopRowBitLost = 5,
      ReadAnswersLate = 6, WriteNotAnswered = 7, ReadsRowZero = 8, DataBitLost = 9, EnableIgnored = 10, RowOffByOne = 11,
      LanesSwapped = 12;

  logic [15:0] faulty;
  assign faulty = FAULTS ? 16'd1 << fault : '0;

  logic [127:0] bytes[ROWS];
  logic [127:0] mask, data, written;
  logic [RowBits-1:0] row;
  logic bypass, late;

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) mask[8*i+:8] = {8{wr_enable[i] || faulty[EnablesIgnored]}};
    if (faulty[LastByteLost]) mask[127:120] = '0;
    if (faulty[EnableIgnored]) mask[47:40] = '1;  // of byte 5
    data = wr_data;
    if (faulty[DataBitLost]) data[2] = 1'b0;
    if (faulty[LanesSwapped]) data[95:32] = {wr_data[63:32], wr_data[95:64]};  // 1 and 2
    row = wr_row;
    if (faulty[TopRowBitLost]) row[RowBits-1] = 1'b0;
    if (faulty[RowOffByOne]) row = wr_row + 1'b1;
    written = (bytes[row] & ~mask) | (data & mask);
    bypass = wr_valid && rd_row == wr_row && (write_first || faulty[AlwaysBypass]) && !faulty[NoBypass];
  end

  always_ff @(posedge clk) begin
    if (wr_valid) bytes[row] <= written;
    wr_done <= wr_valid && !faulty[WriteNotAnswered];
    late <= rd_valid;
    rd_done <= faulty[ReadAnswersLate] ? late : rd_valid;
    if (rd_valid) rd_data <= bypass ? written : bytes[faulty[ReadsRowZero] ? '0 : rd_row];
  end
endmodule
