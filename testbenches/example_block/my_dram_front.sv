// The front of a DRAM channel with one port, built from plain registers and counters: a transfer starts at the earliest
// one cycle after its request, and takes whole cycles. So it is later than the model, which packs transfers that end
// within a cycle: use --block my_dram_front=check:order. It needs one edge per cycle while `active` is high.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 the newest read is answered first, 2 the bytes of writes are not
// counted.
module my_dram_front #(
    parameter int unsigned QUEUE = 64,
    parameter int unsigned NAMES = 1024,
    parameter bit FAULTS = 1'b0
) (
    input logic clk,
    input logic reset,
    input logic [1:0] fault,
    input logic [$clog2(QUEUE):0] places,
    input logic [15:0] latency,
    input logic [15:0] width,  // bytes per cycle
    input logic [63:0] cycle,

    input logic ask,
    input logic ask_write,
    input logic [3:0] ask_sectors,
    input logic [$clog2(NAMES)-1:0] ask_name,
    output logic room,

    input logic taken,
    output logic answers,
    output logic answers_write,
    output logic [$clog2(NAMES)-1:0] answer_name,

    output logic active,
    output logic [$clog2(QUEUE):0] waiting,
    output logic [63:0] requests[2],  // [write]
    output logic [63:0] sectors[2],
    output logic [63:0] busy
);
  localparam int unsigned Bits = $clog2(NAMES), QueueBits = $clog2(QUEUE);
  logic [63:0] starts[QUEUE];  // starts of the waiting requests, in order
  logic [QueueBits-1:0] start_head, start_tail;
  logic [63:0] free, start, takes, due;
  logic [63:0] dues[2][NAMES];  // [write]: due cycles of requests without an answer, in order
  logic [Bits-1:0] names[2][NAMES], head[2], tail[2];
  logic [1:0] ready;
  logic starts_now, first;

  assign room = waiting < places;
  assign start = free > cycle ? free : cycle + 1;
  assign takes = (64'(ask_sectors) * 32 + 64'(width) - 1) / 64'(width) + 64'(ask_sectors == 0);
  assign due = start + (!ask_write && takes < 64'(latency) ? 64'(latency) : takes);
  assign starts_now = waiting != 0 && starts[start_head] <= cycle;

  always_comb begin
    for (int k = 0; k < 2; k++) ready[k] = head[k] != tail[k] && dues[k][head[k]] <= cycle;
    first = !ready[0];  // the read goes first
    answers = ready != 0;
    answers_write = first;
    answer_name = names[first][FAULTS && fault == 1 && !first ? tail[0] - 1'b1 : head[first]];
    active = waiting != 0 || head[0] != tail[0] || head[1] != tail[1];
  end

  always_ff @(posedge clk) begin
    if (ask) begin
      starts[start_tail] <= start;
      dues[ask_write][tail[ask_write]] <= due;
      names[ask_write][tail[ask_write]] <= ask_name;
      tail[ask_write] <= tail[ask_write] + 1'b1;
      free <= start + takes;
      requests[ask_write] <= requests[ask_write] + 1;
      sectors[ask_write] <= sectors[ask_write] + (FAULTS && fault == 2 && ask_write ? 0 : 64'(ask_sectors));
      busy <= busy + takes;
    end
    start_tail <= start_tail + QueueBits'(ask);
    start_head <= start_head + QueueBits'(starts_now);
    waiting <= waiting + (QueueBits + 1)'(ask) - (QueueBits + 1)'(starts_now);
    if (taken && answers) head[first] <= head[first] + 1'b1;
    if (reset) begin
      {start_head, start_tail, waiting, free, busy} <= '0;
      head <= '{default: '0};
      tail <= '{default: '0};
      requests <= '{default: '0};
      sectors <= '{default: '0};
    end
  end
endmodule
