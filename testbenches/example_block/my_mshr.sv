// An MSHR that acts only at edges: a request is taken at an edge and leaves for memory after it; memory's data are
// taken at an edge and go to the waiting requests after it, one per cycle. So it is later than the model's MSHR, in
// which both paths are combinational, and is compared with it in order: --block my_mshr=check:order.
//
// An entry holds up to MERGES reads of the same bytes. A write closes the entries of its line: no further read joins
// them, and their data do not enter the cache (rsp_answer 2). An entry is answered as a whole, in the order of the
// data.
//
// With FAULTS = 1 `fault` selects a fault for tests: 1 a write closes nothing, 2 a read joins an entry of another line,
// 3 the last read that joined is answered first, 4 all reads except the first are forgotten, 5 a read joins an entry
// although it requested to be alone.
module my_mshr #(
    parameter int unsigned ENTRIES = 128,
    parameter int unsigned MERGES = 32,
    parameter int unsigned NAMES = 1024,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned EntryBits = $clog2(ENTRIES),
    localparam int unsigned MergeBits = $clog2(MERGES),
    localparam int unsigned NameBits = $clog2(NAMES)
) (
    input logic clk,
    input logic reset,
    input logic [2:0] fault,
    input logic [EntryBits:0] entries,  // number of entries in use
    input logic [MergeBits:0] merges,

    input logic ask,
    input logic ask_write,
    input logic [60:0] ask_bytes,  // the first sector of 32 bytes, and the number of further ones
    input logic [NameBits-1:0] ask_name,
    input logic ask_alone,
    output logic taken,  // taken at the next edge

    output logic mem,
    output logic mem_write,
    output logic [60:0] mem_bytes,
    output logic [EntryBits-1:0] mem_entry,
    output logic [NameBits-1:0] mem_name,
    input logic mem_taken,

    input logic data,
    input logic data_write,
    input logic [EntryBits-1:0] data_entry,
    input logic [NameBits-1:0] data_name,

    output logic rsp,
    output logic [1:0] rsp_answer,
    output logic [NameBits-1:0] rsp_name,
    output logic [EntryBits-1:0] rsp_entry,

    output logic [EntryBits:0] occupancy,
    output logic [63:0] allocations,
    output logic [63:0] merged,
    output logic [63:0] stalls
);
  typedef struct packed {
    logic write;
    logic [EntryBits-1:0] entry;
    logic [NameBits-1:0] name;
  } item_t;
  localparam int unsigned QueueBits = EntryBits + 1;
  item_t to_memory[2**QueueBits], ready[NAMES];  // requests to memory; entries and writes to be answered
  logic [60:0] sent_bytes[2**QueueBits];
  logic [QueueBits-1:0] send_head, send_tail;
  logic [NameBits-1:0] ready_head, ready_tail;

  logic [ENTRIES-1:0] used, closed;
  logic [60:0] bytes[ENTRIES];
  logic [NameBits-1:0] names[ENTRIES][MERGES];
  logic [MergeBits:0] known[ENTRIES];
  logic [MergeBits:0] given;  // answers given so far for the current entry

  // The entry of a read.
  logic match, free;
  logic [EntryBits-1:0] joined, entered;
  always_comb begin
    {match, free, joined, entered} = '0;
    for (int unsigned e = 0; e < ENTRIES; e++) begin
      if (used[e] && !closed[e] && (!ask_alone || (FAULTS && fault == 5)) &&
          (bytes[e] == ask_bytes || (FAULTS && fault == 2 && bytes[e][1:0] == ask_bytes[1:0]))) begin
        match = 1'b1;
        joined = EntryBits'(e);
      end
      if (!free && !used[e] && e < 32'(entries)) begin
        free = 1'b1;
        entered = EntryBits'(e);
      end
    end
  end

  logic room, joins, enters, writes;
  assign room = send_tail + QueueBits'(1) != send_head;
  assign joins = ask && !ask_write && match && known[joined] < merges;
  assign enters = ask && !ask_write && !match && free && room;
  assign writes = ask && ask_write && room;
  assign taken = joins || enters || writes;

  // The response.
  item_t head;
  logic last;
  assign head = ready[ready_head];
  assign rsp = ready_head != ready_tail;
  assign rsp_entry = head.entry;
  assign rsp_name = head.write ? head.name
                    : names[head.entry][MergeBits'(FAULTS && fault == 3 ? known[head.entry] - 1'b1 - given : given)];
  assign rsp_answer = head.write || given != '0 ? 2'd0 : closed[head.entry] ? 2'd2 : 2'd1;
  assign last = rsp && (head.write || (FAULTS && fault == 4) ||
                        (given + 1'b1 == known[head.entry] && !(joins && joined == head.entry)));

  assign mem = send_head != send_tail;
  assign {mem_write, mem_entry, mem_name} = to_memory[send_head];
  assign mem_bytes = sent_bytes[send_head];

  always_ff @(posedge clk) begin
    if (enters || writes) to_memory[send_tail] <= {ask_write, entered, ask_name};
    if (enters || writes) sent_bytes[send_tail] <= ask_bytes;
    if (data) ready[ready_tail] <= {data_write, data_entry, data_name};
    send_tail <= reset ? '0 : send_tail + QueueBits'(enters || writes);
    send_head <= reset ? '0 : send_head + QueueBits'(mem && mem_taken);
    ready_tail <= reset ? '0 : ready_tail + NameBits'(data);
    ready_head <= reset ? '0 : ready_head + NameBits'(last);
    given <= reset || last ? '0 : given + (MergeBits + 1)'(rsp);

    if (joins) begin
      names[joined][MergeBits'(known[joined])] <= ask_name;
      known[joined] <= known[joined] + 1'b1;
    end
    if (enters) begin
      names[entered][0] <= ask_name;
      known[entered] <= 1;
      bytes[entered] <= ask_bytes;
    end
    for (int unsigned e = 0; e < ENTRIES; e++) begin
      if (writes && bytes[e][60:4] == ask_bytes[60:4] && !(FAULTS && fault == 1)) closed[e] <= 1'b1;
    end
    if (enters) {used[entered], closed[entered]} <= {1'b1, ask_alone};
    if (last && !head.write) used[head.entry] <= 1'b0;
    if (reset) used <= '0;

    occupancy <= reset ? '0 : occupancy + (EntryBits + 1)'(enters) - (EntryBits + 1)'(last && !head.write);
    allocations <= reset ? '0 : allocations + 64'(enters);
    merged <= reset ? '0 : merged + 64'(joins);
    stalls <= reset ? '0 : stalls + 64'(ask && !ask_write && !taken);
  end
endmodule
