// An example of a user's tag array: four ways, its own pins, and only the operations of a cache without dirty lines.
// Each set keeps its ways in a list, the most recently used first.
//
// One command per cycle, `find`, `enter` or `drop`, valid before the rising edge; the answer is on the outputs from
// that edge to the next:
//
//   clk     __/^^\__/^^\__/^^\__
//   find    _/^^^^^\____________
//   done    ____/^^^^^\_________
//
// `find` makes a line that hits the most recently used one. `enter` does the same; a line that misses takes the first
// empty way, else the last one of the list. `drop` empties the line's way. A line's set is its number mod `sets`; with
// `sets` 0 every command misses. `flush` empties all ways.
module my_tag_array #(
    parameter int unsigned SETS = 1024
) (
    input logic clk,
    input logic flush,
    input logic [$clog2(SETS + 1)-1:0] sets,
    input logic find,
    input logic enter,
    input logic drop,
    input logic [48:0] line,

    output logic done,
    output logic was_there,
    output logic has_slot,  // `slot` is valid: the line hits, has entered, or was dropped
    output logic [1:0] slot,
    output logic [$clog2(SETS)-1:0] row,  // the set of `slot`
    output logic pushed_out,
    output logic [48:0] pushed_line,
    output logic [3:0][1:0] recency,  // the ways of that set; [0] is the one used last
    output logic [$clog2(SETS * 4 + 1)-1:0] held  // number of lines
);
  localparam int unsigned RowBits = $clog2(SETS), HeldBits = $clog2(SETS * 4 + 1);
  localparam logic [3:0][1:0] InTurn = {2'd3, 2'd2, 2'd1, 2'd0};

  logic [3:0][48:0] tags[SETS];
  logic [3:0] filled[SETS];
  logic [3:0][1:0] order[SETS];

  // The line's way, or the way that it would take.
  logic [RowBits-1:0] index;
  logic [3:0] same;
  logic there, room;
  logic [1:0] way, empty_way;

  always_comb begin
    index = sets == 0 ? '0 : RowBits'(line % 49'(sets));
    for (int w = 0; w < 4; w++) same[w] = filled[index][w] && tags[index][w] == line;
    there = same != 0 && sets != 0;
    room = filled[index] != 4'hf;
    empty_way = '0;
    for (int w = 3; w >= 0; w--) if (!filled[index][w]) empty_way = 2'(unsigned'(w));
    way = room ? empty_way : order[index][3];
    for (int w = 0; w < 4; w++) if (there && same[w]) way = 2'(unsigned'(w));
  end

  // The list with `way` in front: the ways before it move back by one.
  logic [3:0][1:0] moved;
  logic passed;

  always_comb begin
    moved = order[index];
    moved[0] = way;
    passed = 1'b0;
    for (int i = 0; i < 3; i++) begin
      if (order[index][i] == way) passed = 1'b1;
      if (!passed) moved[i+1] = order[index][i];
    end
  end

  logic enters, touches, drops;
  assign enters = enter && !there && sets != 0;
  assign touches = enters || ((find || enter) && there);
  assign drops = drop && there;

  always_ff @(posedge clk) begin
    if (flush) begin
      filled <= '{default: '0};
      order <= '{default: InTurn};
      held <= '0;
    end else begin
      if (enters) tags[index][way] <= line;
      if (enters) filled[index][way] <= 1'b1;
      if (drops) filled[index][way] <= 1'b0;
      if (touches) order[index] <= moved;
      held <= held + HeldBits'(enters && room) - HeldBits'(drops);
    end
    done <= !flush && (find || enter || drop);
    if (find || enter || drop) begin
      was_there <= there;
      has_slot <= there || enters;
      slot <= way;
      row <= index;
      pushed_out <= enters && !room;
      pushed_line <= enters && !room ? tags[index][way] : '0;
      recency <= touches ? moved : order[index];
    end
  end
endmodule
