// The crossbar between load/store unit and storage: ports of 16 bytes. The RTL of models/sm/crossbar.h; arbiter.sv
// grants the requests of a cycle.
//
// Timing, as in the model. The path of a request is combinational: from its address to its range and the address there.
// (Its bytes do not pass through this module.) An answer comes one cycle later, after the edge. A port takes up to
// LANES requests and answers per cycle, because the words of several banks may share its 16 bytes.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module crossbar #(
    parameter int unsigned PORTS = 8,
    parameter int unsigned LANES = 4,
    parameter int unsigned RANGES = 8,
    parameter int unsigned NAMES = 256,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned RangeBits = $clog2(RANGES),
    localparam int unsigned NameBits = $clog2(NAMES)
) (
    input logic clk,
    input logic reset,
    input logic [3:0] fault,
    input logic [31:0] ends[RANGES],  // ends of every port's ranges, in order; unused ones repeat the last

    input logic [LANES-1:0] req_valid[PORTS],
    input logic [31:0] req_address[PORTS][LANES],
    output logic [LANES-1:0] to_none[PORTS],      // outside of all ranges
    output logic [RangeBits-1:0] to_range[PORTS][LANES],
    output logic [31:0] to_address[PORTS][LANES], // relative to the start of the range

    input logic [LANES-1:0] data_valid[PORTS],
    input logic [NameBits-1:0] data_name[PORTS][LANES],
    input logic [127:0] data[PORTS][LANES],
    output logic [LANES-1:0] rsp_valid[PORTS],
    output logic [NameBits-1:0] rsp_name[PORTS][LANES],
    output logic [127:0] rsp_data[PORTS][LANES],

    output logic [63:0] transfers[PORTS]  // requests, including those of this cycle
);
  localparam logic [3:0] BorderInFirst = 1, AddressKept = 2, NameOfLaneZero = 3, LastByteLost = 4, AnswersTwice = 5,
      LastLaneLost = 6, NotCounted = 7, DataBitLost = 8, WordsSwapped = 9;

  logic [15:0] faulty;  // [fault]
  assign faulty = FAULTS ? 16'd1 << fault : '0;

  always_comb begin
    for (int unsigned p = 0; p < PORTS; p++) begin
      for (int unsigned l = 0; l < LANES; l++) begin
        to_none[p][l] = 1'b1;
        to_range[p][l] = '0;
        to_address[p][l] = req_address[p][l];
        for (int unsigned r = 0; r < RANGES; r++) begin
          if (to_none[p][l] && (req_address[p][l] < ends[r] ||
                                (faulty[BorderInFirst] && req_address[p][l] == ends[r]))) begin
            to_none[p][l] = 1'b0;
            to_range[p][l] = RangeBits'(r);
            if (r != 0 && !faulty[AddressKept]) to_address[p][l] = req_address[p][l] - ends[r-1];
          end
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    for (int unsigned p = 0; p < PORTS; p++) begin
      rsp_valid[p] <= reset ? '0 : (data_valid[p] & {!faulty[LastLaneLost], {(LANES - 1) {1'b1}}}) |
                                   (faulty[AnswersTwice] ? rsp_valid[p] : '0);
      for (int unsigned l = 0; l < LANES; l++) begin
        if (data_valid[p][l]) begin
          rsp_name[p][l] <= data_name[p][faulty[NameOfLaneZero] ? 0 : l];
          rsp_data[p][l] <= faulty[LastByteLost]   ? data[p][l] & ~(128'hff << 120)
                            : faulty[DataBitLost]  ? data[p][l] & ~(128'h1 << 2)
                            : faulty[WordsSwapped] ? {data[p][l][127:96], data[p][l][63:32], data[p][l][95:64],
                                                      data[p][l][31:0]}
                                                   : data[p][l];
        end
      end
    end
  end

  logic [63:0] counted[PORTS];
  always_comb begin
    for (int unsigned p = 0; p < PORTS; p++)
      transfers[p] = counted[p] + (faulty[NotCounted] ? '0 : 64'($countones(req_valid[p])));
  end
  always_ff @(posedge clk) begin
    if (reset) counted <= '{default: '0};
    else counted <= transfers;
  end
endmodule
