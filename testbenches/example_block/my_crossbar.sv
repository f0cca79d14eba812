// A crossbar whose answers pass two registers, as its wires may be too long for one: an answer that arrives before an
// edge leaves after the next edge. The route of a request is combinational.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 the last row of a range goes to the next range, 2 the lanes of a
// port are swapped.
module my_crossbar #(
    parameter int unsigned PORTS = 8,
    parameter int unsigned LANES = 4,
    parameter int unsigned RANGES = 8,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic reset,
    input logic [1:0] fault,
    input logic [31:0] ends[RANGES],  // ends of the ranges, in order; unused ones repeat the last

    input logic [31:0] address,
    output logic [3:0] range,  // RANGES: in no range
    output logic [31:0] offset,

    input logic [LANES-1:0] in[PORTS],
    input logic [7:0] in_name[PORTS][LANES],
    input logic [127:0] in_data[PORTS][LANES],
    output logic [LANES-1:0] out[PORTS],
    output logic [7:0] out_name[PORTS][LANES],
    output logic [127:0] out_data[PORTS][LANES]
);
  logic [31:0] begins;
  always_comb begin
    range = '0;
    begins = '0;
    for (int unsigned r = 0; r < RANGES; r++) begin
      if (address >= ends[r] - (FAULTS && fault == 1 ? 16 : 0)) begin
        range = 4'(r + 1);
        begins = ends[r];
      end
    end
    offset = address - begins;
  end

  logic [LANES-1:0] between[PORTS];  // answers that leave after the next edge
  logic [7:0] names[PORTS][LANES];
  logic [127:0] words[PORTS][LANES];
  always_ff @(posedge clk) begin
    for (int unsigned p = 0; p < PORTS; p++) begin
      between[p] <= reset ? '0 : in[p];
      out[p] <= reset ? '0 : between[p];
      for (int unsigned l = 0; l < LANES; l++) begin
        names[p][l] <= in_name[p][l];
        words[p][l] <= in_data[p][l];
        out_name[p][l] <= names[p][FAULTS && fault == 2 && between[p] == '1 ? LANES - 1 - l : l];
        out_data[p][l] <= words[p][FAULTS && fault == 2 && between[p] == '1 ? LANES - 1 - l : l];
      end
    end
  end
endmodule
