// A bank of two stages, like a larger SRAM: a read is taken at an edge, and its row is on the outputs after the next
// edge. It still takes one read and one write per cycle. A write is done after its edge. A read of the row that is
// written at the same edge finds the new bytes if rd_behind_write is high.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 the bypass is missing, 2 the second stage keeps the first of two
// consecutive reads.
module my_bank #(
    parameter int unsigned ROWS = 1024,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic [1:0] fault,
    input logic wr,
    input logic [$clog2(ROWS)-1:0] wr_row,
    input logic [15:0] wr_enable,
    input logic [127:0] wr_data,
    output logic wr_done,
    input logic rd,
    input logic [$clog2(ROWS)-1:0] rd_row,
    input logic rd_behind_write,
    output logic rd_done,
    output logic [127:0] rd_data
);
  logic [127:0] rows[ROWS];
  logic [127:0] written, stage;
  logic staged;

  always_comb begin
    written = rows[wr_row];
    for (int i = 0; i < 16; i++) if (wr_enable[i]) written[8*i+:8] = wr_data[8*i+:8];
  end

  always_ff @(posedge clk) begin
    if (wr) rows[wr_row] <= written;
    wr_done <= wr;
    staged <= rd;
    if (rd && !(FAULTS && fault == 2 && staged))
      stage <= wr && rd_behind_write && rd_row == wr_row && !(FAULTS && fault == 1) ? written : rows[rd_row];
    rd_done <= staged;
    rd_data <= stage;
  end
endmodule
