// my_tag_array.sv with a register in front: a tag array of two stages, which takes a command every cycle and answers
// two edges later. In place of the model's it makes a program slower; `=check:order` compares its answers.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 an `enter` right after a `find` is lost, 2 `drop` is executed as
// `find`.
module my_pipelined_tags #(
    parameter int unsigned SETS = 1024,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic flush,
    input logic [1:0] fault,
    input logic [$clog2(SETS + 1)-1:0] sets,
    input logic find,
    input logic enter,
    input logic drop,
    input logic [48:0] line,

    output logic done,
    output logic was_there,
    output logic has_slot,
    output logic [1:0] slot,
    output logic [$clog2(SETS)-1:0] row,
    output logic pushed_out,
    output logic [48:0] pushed_line,
    output logic [$clog2(SETS * 4 + 1)-1:0] held,
    output logic [63:0] lookups,
    output logic [63:0] hits,
    output logic [63:0] fills,
    output logic [63:0] evictions
);
  logic find_1, enter_1, drop_1, find_2, enter_2;
  logic [63:0] lookups_before, hits_before, fills_before, evictions_before;
  logic [48:0] line_1;
  logic [3:0][1:0] recency;
  logic unused;
  assign unused = ^recency;

  always_ff @(posedge clk) begin
    find_1 <= !flush && (find || (FAULTS && fault == 2 && drop));
    enter_1 <= !flush && enter && !(FAULTS && fault == 1 && find_1);
    drop_1 <= !flush && drop && !(FAULTS && fault == 2);
    line_1 <= line;
    find_2 <= find_1;
    enter_2 <= enter_1;
    lookups_before <= lookups;
    hits_before <= hits;
    fills_before <= fills;
    evictions_before <= evictions;
  end

  // Includes the answer that is on the outputs.
  assign lookups = lookups_before + 64'(done && find_2);
  assign hits = hits_before + 64'(done && find_2 && was_there);
  assign fills = fills_before + 64'(done && enter_2 && !was_there && has_slot);
  assign evictions = evictions_before + 64'(done && pushed_out);

  my_tag_array #(.SETS(SETS)) array (
      .clk, .flush, .sets, .find(find_1), .enter(enter_1), .drop(drop_1), .line(line_1),
      .done, .was_there, .has_slot, .slot, .row, .pushed_out, .pushed_line, .recency, .held);
endmodule
