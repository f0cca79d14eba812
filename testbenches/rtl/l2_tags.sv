// Tags of one slice of the L2 cache: which line is in which way of which set, true least recently used. The RTL of
// models/memory/l2_tags.h.
//
// `line` is a line's number in the slice; its set is the number mod `sets`. hit and way are combinational from `line`.
// With `touch` the line that was found becomes the most recently used at the next rising edge. With `enter` a line that
// was found does so too; a new line takes the way `way` (the first empty one, else the least recently used one), and
// the line in it is on victim_*. Of WAYS the first `ways` are used.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module l2_tags #(
    parameter int unsigned SETS = 512,
    parameter int unsigned WAYS = 16,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned SetBits = $clog2(SETS + 1),
    localparam int unsigned IndexBits = $clog2(SETS),
    localparam int unsigned WayBits = $clog2(WAYS)
) (
    input logic clk,
    input logic clear,  // drops all lines
    input logic [SetBits-1:0] sets,
    input logic [WayBits:0] ways,
    input logic [1:0] fault,

    input logic [48:0] line,
    input logic touch,
    input logic enter,

    output logic hit,
    output logic [WayBits-1:0] way,
    output logic [SetBits-1:0] set_number,
    output logic victim_valid,
    output logic [48:0] victim_line
);
  typedef logic [WAYS-1:0][WayBits-1:0] ages_t;  // age of each way: 0 the most recently used

  logic [SETS-1:0][WAYS-1:0] valid;
  logic [WAYS-1:0][48:0] tags[SETS];
  ages_t ages[SETS];

  logic [IndexBits-1:0] index;
  ages_t now, touched;

  function automatic logic is_fault(input logic [1:0] number);
    is_fault = FAULTS && fault == number;
  endfunction

  assign set_number = SetBits'(line % 49'(sets));
  assign index = set_number[IndexBits-1:0];

  // In an empty set the ways' ages are their numbers.
  always_comb begin
    now = ages[index];
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (valid[index] == '0) now[w] = WayBits'(w);
    end
  end

  always_comb begin
    hit = 1'b0;
    way = '0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (!hit && valid[index][w] && tags[index][w] == line) begin
        hit = 1'b1;
        way = WayBits'(w);
      end
    end
    victim_valid = 1'b0;
    victim_line = '0;
    if (!hit) begin
      victim_valid = 1'b1;
      for (int unsigned w = 0; w < WAYS; w++) begin
        // Fault 1: the most recently used way is replaced.
        if ((WayBits + 1)'(w) < ways &&
            now[w] == (is_fault(2'd1) ? '0 : WayBits'(ways - (WayBits + 1)'(1)))) begin
          way = WayBits'(w);
        end
      end
      for (int unsigned w = WAYS; w > 0; w--) begin
        if ((WayBits + 1)'(w - 1) < ways && !valid[index][w-1]) begin
          victim_valid = 1'b0;
          way = WayBits'(w - 1);
        end
      end
      if (victim_valid) victim_line = tags[index][way];
    end
  end

  always_comb begin
    touched = now;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (now[w] < now[way]) touched[w] = now[w] + WayBits'(1);
    end
    touched[way] = '0;
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      valid <= '0;
    end else if (enter || (touch && hit)) begin
      // Fault 2: a line that is found keeps its age. Fault 3: a line that enters is the least recently used one.
      if (!(is_fault(2'd2) && hit) && !(is_fault(2'd3) && !hit)) ages[index] <= touched;
      valid[index][way] <= 1'b1;
      tags[index][way] <= line;
    end
  end
endmodule
