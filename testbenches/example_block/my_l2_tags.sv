// The tags of an L2 slice, with the time of each way's last use: the least recently used way is replaced. `line` is a
// line's number in the slice. The outputs for it are combinational. At an edge with `use_it` a line that is present is
// used, and one that is not takes its way if `enter` is high.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 a line that enters is at once the oldest.
module my_l2_tags #(
    parameter int unsigned SETS = 512,
    parameter int unsigned WAYS = 16,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic clear,
    input logic fault,
    input logic [$clog2(SETS):0] sets,
    input logic [$clog2(WAYS):0] ways,
    input logic [48:0] line,
    input logic use_it,
    input logic enter,
    output logic there,
    output logic [$clog2(WAYS)-1:0] way,
    output logic [$clog2(SETS)-1:0] row,
    output logic goes,  // another line, `gone`, is replaced
    output logic [48:0] gone
);
  logic [WAYS-1:0] filled[SETS];
  logic [WAYS-1:0][48:0] tags[SETS];
  logic [WAYS-1:0][39:0] used[SETS];
  logic [39:0] now;

  assign row = ($clog2(SETS))'(line % 49'(sets));
  always_comb begin
    there = 1'b0;
    goes = 1'b1;
    way = '0;
    for (int unsigned w = 1; w < WAYS; w++)
      if (w < 32'(ways) && used[row][w] < used[row][way]) way = ($clog2(WAYS))'(w);
    for (int unsigned w = WAYS; w > 0; w--) begin
      if (w <= 32'(ways) && !filled[row][w-1]) begin
        goes = 1'b0;
        way = ($clog2(WAYS))'(w - 1);
      end
    end
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (filled[row][w] && tags[row][w] == line) begin
        there = 1'b1;
        way = ($clog2(WAYS))'(w);
      end
    end
    goes = goes && !there;
    gone = goes ? tags[row][way] : '0;
  end

  always_ff @(posedge clk) begin
    now <= now + 1'b1;
    if (clear) filled <= '{default: '0};
    else if (use_it && (there || enter)) begin
      filled[row][way] <= 1'b1;
      tags[row][way] <= line;
      used[row][way] <= FAULTS && fault && !there ? '0 : now + 1'b1;
    end
  end
endmodule
