// Miss status holding registers: the lines and sectors that are requested from memory, and the requests that wait for
// them. The RTL of models/memory/mshr.h, with one port: one request and one answer per cycle.
//
// Timing, as in the model. A cycle goes from edge to edge; an Sm sends its request at the half. Registers change at the
// edges, and two paths are combinational: from a request to memory when nothing waits (req_* to mem_*), and from memory
// to the first waiting request (data_* to rsp_*).
//
//   req_now    there is room: a free entry, or one of the same bytes with a merge left; for a write, no other write
//              still to be sent. A request with req_now high is taken in this cycle in any case.
//   req_taken  the request is taken at the next edge: by req_now, or because an entry ends or a write leaves in this
//              cycle. Until then the request must be held.
//   mem_taken  memory has taken the request of mem_* in this cycle; one request per cycle.
//   rsp_*      the answer to the first waiting request comes in the cycle of the data, to each further one a cycle later,
//              after all answers that were ready before. An entry is busy through the cycle of its last answer; until the
//              end of that cycle requests may be merged into it.
//
// An entry holds `merges` requests over its life. A write closes the entries of its line and of the line's sectors: no
// request is merged any more, and the data are not for the cache (rsp_answer 2) if the write was taken in an earlier
// cycle than that of the answer. Requests and writes have names, which come back with their answers.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module mshr #(
    parameter int unsigned ENTRIES = 512,
    parameter int unsigned MERGES = 32,
    parameter int unsigned NAMES = 8192,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned EntryBits = $clog2(ENTRIES),
    localparam int unsigned MergeBits = $clog2(MERGES),
    localparam int unsigned NameBits = $clog2(NAMES)
) (
    input logic clk,
    input logic reset,
    input logic [4:0] fault,
    input logic [EntryBits:0] entries,  // number of entries in use, from 1 on
    input logic [MergeBits:0] merges,

    input logic req_valid,
    input logic req_write,
    input logic [58:0] req_sector,  // byte address / 32
    input logic [1:0] req_count,    // of a read: number of sectors - 1
    input logic [NameBits-1:0] req_name,
    input logic req_alone,          // a read that must have an entry of its own
    output logic req_now,
    output logic req_taken,

    output logic mem_valid,
    output logic mem_write,
    output logic [58:0] mem_sector,
    output logic [1:0] mem_count,
    output logic [EntryBits-1:0] mem_entry,  // of a read
    output logic [NameBits-1:0] mem_name,    // of a write
    input logic mem_taken,

    input logic data_valid,
    input logic data_write,
    input logic [EntryBits-1:0] data_entry,
    input logic [NameBits-1:0] data_name,

    output logic rsp_valid,
    output logic [1:0] rsp_answer,  // 0 merged read, or write; 1 fills the cache; 2 like 1, but stale
    output logic [NameBits-1:0] rsp_name,
    output logic [EntryBits-1:0] rsp_entry,  // of a read

    output logic busy,  // something happens at the next edge, even without input
    output logic [EntryBits:0] occupancy,
    output logic [63:0] allocations,
    output logic [63:0] merged,
    output logic [63:0] stalls  // cycles in which reads have waited for room
);
  localparam logic [4:0] MergesIntoOther = 1, MergesForEver = 2, ClosesNothing = 3, NeverStale = 4, StaleAtOnce = 5,
      AnswersNewestFirst = 6, EntryNeverFreed = 7, FreedTooSoon = 8, SecondWriteWaitsNot = 9, StallsNotCounted = 10,
      MergedFillsToo = 11, LateMergeLost = 12, SendsTwice = 13, CountIgnored = 14, JoinsAlone = 15;

  logic [31:0] faulty;  // [fault]
  assign faulty = FAULTS ? 32'd1 << fault : '0;

  // ---- Entries.
  logic [ENTRIES-1:0] used, closed, fresh, here;  // fresh: closed at the last edge; here: data have arrived
  logic [58:0] sector[ENTRIES];
  logic [1:0] count[ENTRIES];
  logic [MERGES-1:0][NameBits-1:0] names[ENTRIES];   // waiting requests, in order; 0 allocated the entry
  logic [MergeBits:0] known[ENTRIES];                // number of requests so far
  logic [MergeBits:0] unanswered[ENTRIES];

  // ---- Answers that are ready: the names from `first` to `last` of an entry, or the name of a write.
  typedef struct packed {
    logic write;
    logic [EntryBits-1:0] entry;
    logic [MergeBits-1:0] first;
    logic [MergeBits-1:0] last;
    logic [NameBits-1:0] name;
  } answers_t;
  answers_t ready[NAMES];
  logic [NameBits-1:0] ready_head, ready_tail;
  logic [MergeBits-1:0] given;  // number of the head's names that have been answered
  logic any_ready;
  assign any_ready = ready_head != ready_tail;

  // ---- Requests to memory, in order.
  typedef struct packed {
    logic write;
    logic [58:0] sector;
    logic [1:0] count;
    logic [EntryBits-1:0] entry;
    logic [NameBits-1:0] name;
  } send_t;
  localparam int unsigned SendBits = EntryBits + 1;
  send_t sends[2**SendBits];
  logic [SendBits-1:0] send_head, send_tail;
  logic any_send, write_waits;
  assign any_send = send_head != send_tail;

  // ---- The answer of this cycle.
  answers_t now, head;
  logic [MergeBits-1:0] index;
  logic last_of_entry;  // all requests known before this cycle have been answered

  assign head = ready[ready_head];
  always_comb begin
    now = head;
    if (!any_ready) begin
      now = '0;
      now.write = data_write;
      now.entry = data_entry;
      now.name = data_name;
      now.last = MergeBits'(known[data_entry] - 1'b1);
    end
    index = now.first + (any_ready ? given : '0);
    if (faulty[AnswersNewestFirst] && !now.write) index = now.last - (any_ready ? given : '0);
    rsp_valid = any_ready || data_valid;
    rsp_entry = now.entry;
    rsp_name = now.write ? now.name : names[now.entry][index];
    rsp_answer = '0;
    if (!now.write && (index == '0 || faulty[MergedFillsToo])) begin
      rsp_answer = closed[now.entry] && (!fresh[now.entry] || faulty[StaleAtOnce]) && !faulty[NeverStale] ? 2'd2 : 2'd1;
    end
    last_of_entry = rsp_valid && !now.write && unanswered[now.entry] == 1;
  end

  // ---- The entry of a request.
  logic match, has_free;
  logic [EntryBits-1:0] match_entry, free_entry;
  always_comb begin
    match = 1'b0;
    match_entry = '0;
    has_free = 1'b0;
    free_entry = '0;
    for (int unsigned e = 0; e < ENTRIES; e++) begin
      if (e >= 32'(entries)) break;
      if (!match && used[e] && !closed[e] && !(req_alone && !faulty[JoinsAlone]) && (sector[e] == req_sector || (faulty[MergesIntoOther] && e == 0)) &&
          (count[e] == req_count || faulty[CountIgnored])) begin
        match = 1'b1;
        match_entry = EntryBits'(e);
      end
      if (!has_free && !used[e]) begin
        has_free = 1'b1;
        free_entry = EntryBits'(e);
      end
    end
  end

  logic merge_room, merges_now, enters_now, enters_late, writes_now, writes_late, enters, writes, freed;
  logic [EntryBits-1:0] entry;  // the request's entry
  assign merge_room = known[match_entry] < merges || faulty[MergesForEver];
  assign merges_now = req_valid && !req_write && match && merge_room;
  assign enters_now = req_valid && !req_write && !match && has_free;
  assign writes_now = req_valid && req_write && (!write_waits || faulty[SecondWriteWaitsNot]);
  assign req_now = merges_now || enters_now || writes_now;
  // An entry that gets no merge in the cycle of its last answer becomes free at the edge.
  assign freed = last_of_entry && !(merges_now && match_entry == now.entry) && !faulty[EntryNeverFreed];
  assign enters_late = req_valid && !req_write && !req_now && freed && (!match || match_entry == now.entry);
  assign writes_late = req_valid && req_write && !req_now && mem_taken && mem_write;
  assign req_taken = req_now || enters_late || writes_late;
  assign enters = enters_now || enters_late;
  assign writes = writes_now || writes_late;
  assign entry = merges_now ? match_entry : !has_free ? now.entry :
                 enters_late && now.entry < free_entry ? now.entry : free_entry;

  // ---- To memory: the first waiting request, or a request directly from the input.
  logic sends_now;
  assign sends_now = !any_send && (enters_now || writes_now);
  always_comb begin
    mem_valid = any_send || sends_now;
    {mem_write, mem_sector, mem_count, mem_entry, mem_name} = sends[send_head];
    if (!any_send) {mem_write, mem_sector, mem_count, mem_entry, mem_name} =
        {req_write, req_sector, req_count, entry, req_name};
  end

  logic push_send, pop_send;
  assign push_send = (enters || writes) && !(sends_now && mem_taken && !faulty[SendsTwice]);
  assign pop_send = any_send && mem_taken;
  always_ff @(posedge clk) begin
    if (reset) begin
      send_head <= '0;
      send_tail <= '0;
      write_waits <= 1'b0;
    end else begin
      if (push_send) sends[send_tail] <= {req_write, req_sector, req_count, entry, req_name};
      send_tail <= send_tail + SendBits'(push_send);
      send_head <= send_head + SendBits'(pop_send);
      if (writes && push_send) write_waits <= 1'b1;
      else if (pop_send && mem_write) write_waits <= 1'b0;
    end
  end

  // ---- Waiting answers: first those of data that arrive now, then that of a request merged into an entry that has
  // data.
  answers_t of_data, of_merge;
  logic push_data, push_merge, joins_data, ends_item;
  logic [MergeBits-1:0] newest;  // the name of the merged request
  always_comb begin
    newest = MergeBits'(known[match_entry]);
    joins_data = merges_now && data_valid && !data_write && match_entry == data_entry;
    of_data = '0;
    of_data.write = data_write;
    of_data.entry = data_entry;
    of_data.name = data_name;
    of_data.first = any_ready || data_write ? '0 : MergeBits'(1);
    of_data.last = joins_data ? newest : MergeBits'(known[data_entry] - 1'b1);
    push_data = data_valid && (any_ready || (!data_write && (known[data_entry] > 1 || joins_data)));
    of_merge = '0;
    of_merge.entry = match_entry;
    of_merge.first = newest;
    of_merge.last = newest;
    push_merge = merges_now && here[match_entry] && !faulty[LateMergeLost];
    ends_item = any_ready && (head.write || head.first + given == head.last);
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      ready_head <= '0;
      ready_tail <= '0;
      given <= '0;
    end else begin
      if (push_data) ready[ready_tail] <= of_data;
      if (push_merge) ready[ready_tail + NameBits'(push_data)] <= of_merge;
      ready_tail <= ready_tail + NameBits'(push_data) + NameBits'(push_merge);
      ready_head <= ready_head + NameBits'(ends_item);
      if (ends_item) given <= '0;
      else if (any_ready) given <= given + 1'b1;
    end
  end

  // ---- Entries.
  logic [ENTRIES-1:0] closing;
  always_comb begin
    closing = '0;
    for (int unsigned e = 0; e < ENTRIES; e++) begin
      if (!writes || e >= 32'(entries)) break;
      closing[e] = used[e] && !closed[e] && sector[e][58:2] == req_sector[58:2] && !faulty[ClosesNothing];
    end
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      used <= '0;
      {closed, fresh, here} <= '0;
    end else begin
      closed <= closed | closing;
      fresh <= writes_late ? closing : '0;
      if (data_valid && !data_write) here[data_entry] <= 1'b1;
      if (freed || (faulty[FreedTooSoon] && data_valid && !data_write)) used[now.entry] <= 1'b0;
      if (rsp_valid && !now.write) begin
        unanswered[now.entry] <= unanswered[now.entry] - 1'b1;
      end
      if (merges_now) begin
        names[match_entry][newest] <= req_name;
        known[match_entry] <= known[match_entry] + 1'b1;
        unanswered[match_entry] <= unanswered[match_entry] +
            (MergeBits + 1)'(!(rsp_valid && !now.write && now.entry == match_entry));
      end
      if (enters) begin
        used[entry] <= 1'b1;
        closed[entry] <= req_alone;
        here[entry] <= 1'b0;
        sector[entry] <= req_sector;
        count[entry] <= req_count;
        names[entry][0] <= req_name;
        known[entry] <= 1;
        unanswered[entry] <= 1;
      end
    end
  end

  // ---- Counters.
  always_ff @(posedge clk) begin
    if (reset) begin
      {allocations, merged, stalls} <= '0;
      occupancy <= '0;
    end else begin
      allocations <= allocations + 64'(enters);
      merged <= merged + 64'(merges_now);
      stalls <= stalls + 64'(req_valid && !req_write && !req_now && !faulty[StallsNotCounted]);
      occupancy <= occupancy + (EntryBits + 1)'(enters) - (EntryBits + 1)'(freed);
    end
  end

  assign busy = any_ready || any_send || fresh != '0;
endmodule
