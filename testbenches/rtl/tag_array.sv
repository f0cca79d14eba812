// Tag array: which line is in which way of which set, true least recently used. The RTL of models/memory/tag_array.h.
//
// Timing, as in the model: requests that are valid before a rising edge are taken there when req_ready is high, one per
// lane; their answers are on rsp_* from that edge to the next. They are carried out in the order of the lanes: the next
// request, of a later lane or a later cycle, sees the changes of those before it.
//
//   clk         __/^^\__/^^\__/^^\__
//   req_valid   _/^^^^^\____________     (an Sm sends at the half cycle, the edge is the next whole cycle)
//   rsp_valid   ____/^^^^^\_________
//
// `clear` drops all lines at the next edge; only then may `sets`, `ways` and `keep` change. A line's set is its number
// mod `sets`, which is any number up to SETS (with 0 all requests miss and no line is entered). Of WAYS the first
// `ways` are used. A line that enters takes the first empty way, else the least recently used one with a state that is
// not in `keep`, else it is not entered.
//
// req_line is a line's number (byte address / 128). For kClean it is the place where the search for a dirty line
// begins: set in the upper bits, way in the lower ones. The remainder, kClean's search and lanes that meet in a set
// synthesize to long paths; to meet a clock, compute the remainder where the address is made, search over several
// cycles, and give each tag bank an array with one lane.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module tag_array #(
    parameter int unsigned SETS = 1024,
    parameter int unsigned WAYS = 16,
    parameter int unsigned LANES = 8,
    parameter bit FAULTS = 1'b0,
    localparam int unsigned SetBits = $clog2(SETS + 1),
    localparam int unsigned WayBits = $clog2(WAYS),
    localparam int unsigned CountBits = $clog2(SETS * WAYS + 1)
) (
    input logic clk,
    input logic reset,  // resets counters; with `clear`, everything
    input logic clear,
    input logic [SetBits-1:0] sets,
    input logic [WayBits:0] ways,
    input logic [15:0] keep,  // bit s: a line with state s is never evicted
    input logic [4:0] fault,

    input logic [LANES-1:0] req_valid,
    output logic req_ready,
    input logic [3:0] req_op[LANES],
    input logic [3:0] req_state[LANES],
    input logic [48:0] req_line[LANES],

    output logic [LANES-1:0] rsp_valid,
    output logic [LANES-1:0] rsp_hit,
    output logic [LANES-1:0] rsp_in_way,  // rsp_way is valid: the line was found, or has been entered
    output logic [WayBits-1:0] rsp_way[LANES],
    output logic [SetBits-1:0] rsp_set[LANES],
    output logic [3:0] rsp_state[LANES],
    output logic [LANES-1:0] rsp_victim_valid,
    output logic [3:0] rsp_victim_state[LANES],
    output logic [48:0] rsp_victim_line[LANES],

    output logic [15:0][CountBits-1:0] lines,  // by state
    output logic [63:0] lookups,
    output logic [63:0] hits,
    output logic [63:0] fills,
    output logic [63:0] evictions
);
  // The model's TagOperation.
  localparam logic [3:0] Lookup = 0, Fill = 1, Invalidate = 2, SetState = 3, Store = 5, Clean = 6, Claim = 7, Mark = 8;
  localparam logic [3:0] CleanLine = 2, DirtyLine = 3;

  localparam logic [4:0] HitDoesNotTouch = 1, NewestGoes = 2, FreeWayNotTaken = 3, SetByMask = 4, ShortTag = 5,
      InvalidateKeeps = 6, StoreLeavesState = 7, ClaimLeavesState = 8, MarkReplaces = 9, SetStateSaysOld = 10,
      FillEntersTwice = 11, AllWays = 12, NothingKept = 13, CleanSkipsOne = 14, CleanLeavesDirty = 15,
      EvictedStillCounted = 16, VictimIsNewLine = 17, EvictionNotCounted = 18, AnswersLate = 19, ProbeTouches = 20,
      FillDoesNotTouch = 21, ClearKeepsLines = 22, AnswersTwice = 23, RefillDoesNotTouch = 24, LanesMeetNot = 25;

  logic [31:0] faulty;  // [fault]
  assign faulty = FAULTS ? 32'd1 << fault : '0;

  // One row per set, as in a memory. `live` says whether a set holds lines; only it is cleared. Age 0 is the way used
  // last, and the ways of a live set have different ages.
  localparam int unsigned IndexBits = $clog2(SETS);
  logic [WAYS-1:0][48:0] tags[SETS];
  logic [WAYS-1:0][3:0] states[SETS];
  logic [WAYS-1:0][WayBits-1:0] ages[SETS];
  logic [WAYS-1:0] valid[SETS];
  logic [SETS-1:0] live;

  function automatic logic [WAYS-1:0][WayBits-1:0] in_turn();
    for (int unsigned w = 0; w < WAYS; w++) in_turn[w] = WayBits'(w);
  endfunction
  localparam logic [WAYS-1:0][WayBits-1:0] InTurn = in_turn();

  logic [WAYS-1:0] used;  // ways that the partition gives the cache
  always_comb begin
    for (int unsigned w = 0; w < WAYS; w++) used[w] = w < 32'(ways) || faulty[AllWays];
  end
  assign req_ready = !clear;

  // ---- Lanes are evaluated one after another with blocking assignments: each lane sees the changes of those before
  // it.
  /* verilator lint_off BLKSEQ */
  logic [3:0] op;
  logic [48:0] line;
  logic [IndexBits-1:0] set;
  logic [WayBits-1:0] way, other;
  logic [WAYS-1:0] present;
  logic found, can_enter, enters, drops, goes, touches, changes_state;
  logic [3:0] old_state, new_state;
  logic [LANES-1:0] late;  // used by a fault only
  logic [WayBits-1:0] ways_out[LANES];
  logic [SetBits-1:0] sets_out[LANES];
  logic [3:0] states_out[LANES], victim_states_out[LANES];
  logic [48:0] victim_lines_out[LANES];

  // The line's set and, if it is there, its way.
  task automatic find();
    set = sets == 0 ? '0 : IndexBits'(line % 49'(sets));
    if (faulty[SetByMask]) set = line[IndexBits-1:0];
    present = live[set] ? valid[set] : '0;
    found = 1'b0;
    way = '0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (!found && sets != 0 && used[w] && present[w] &&
          (tags[set][w] == line || (faulty[ShortTag] && tags[set][w][15:0] == line[15:0]))) begin
        found = 1'b1;
        way = WayBits'(w);
      end
    end
    if (faulty[FillEntersTwice] && op == Fill) found = 1'b0;
  endtask

  // The way that a line would take if it is not in the set.
  task automatic choose();
    can_enter = 1'b0;
    other = '0;
    for (int unsigned w = 0; w < WAYS; w++) begin
      if (used[w] && (!keep[states[set][w]] || faulty[NothingKept]) &&
          (!can_enter || (faulty[NewestGoes] ? ages[set][w] < ages[set][other] : ages[set][w] > ages[set][other]))) begin
        can_enter = 1'b1;
        other = WayBits'(w);
      end
    end
    for (int w = int'(WAYS) - 1; w >= 0; w--) begin
      if (used[w] && !present[w] && !faulty[FreeWayNotTaken]) begin
        can_enter = 1'b1;
        other = WayBits'(unsigned'(w));
      end
    end
    if (sets == 0) can_enter = 1'b0;
    if (!found) way = other;
  endtask

  // The next dirty line from a given place on.
  task automatic find_dirty();
    found = 1'b0;
    set = '0;
    way = '0;
    for (int unsigned s = 0; s < SETS; s++) begin
      for (int unsigned w = 0; w < WAYS; w++) begin
        if (!found && live[s] && valid[s][w] && states[s][w] == DirtyLine &&
            49'(s * WAYS) + 49'(w) >= line + 49'(faulty[CleanSkipsOne])) begin
          found = 1'b1;
          set = IndexBits'(s);
          way = WayBits'(w);
        end
      end
    end
  endtask

  // The effect of the request on the line in `way` of `set`.
  task automatic decide(input logic [3:0] state);
    enters = (op == Fill || op == Claim) && !found && can_enter;
    drops = op == Invalidate && found && !faulty[InvalidateKeeps];
    goes = enters && present[way];
    old_state = states[set][way];
    touches = enters && !faulty[FillDoesNotTouch];
    changes_state = enters;
    new_state = state;
    if (found) begin
      unique case (op)
        Lookup: touches = !faulty[HitDoesNotTouch];
        Fill: touches = !faulty[RefillDoesNotTouch];
        Store: {touches, changes_state} = {1'b1, !faulty[StoreLeavesState]};
        Claim: {touches, changes_state} = {1'b1, !faulty[ClaimLeavesState]};
        SetState: changes_state = 1'b1;
        Clean: {changes_state, new_state} = {!faulty[CleanLeavesDirty], CleanLine};
        Mark: begin
          changes_state = 1'b1;
          new_state = faulty[MarkReplaces] ? state : old_state | state;
        end
        default: touches = faulty[ProbeTouches];
      endcase
    end
  endtask

  task automatic change();
    if (touches) begin
      for (int unsigned w = 0; w < WAYS; w++) begin
        if (w != 32'(way) && ages[set][w] < ages[set][way]) ages[set][w] = ages[set][w] + 1'b1;
      end
      ages[set][way] = '0;
    end
    if (enters && present == '0) ages[set] = InTurn;  // the first line of a set takes way 0
    if (enters) begin
      if (!live[set]) valid[set] = '0;
      live[set] = 1'b1;
      valid[set][way] = 1'b1;
      tags[set][way] = line;
    end
    if (drops) valid[set][way] = 1'b0;
    if (changes_state) states[set][way] = new_state;
    if (drops || (changes_state && !enters) || (goes && !faulty[EvictedStillCounted]))
      lines[old_state] = lines[old_state] - 1'b1;
    if (changes_state) lines[new_state] = lines[new_state] + 1'b1;
  endtask

  task automatic count();
    lookups = lookups + 64'(op == Lookup || op == Store);
    hits = hits + 64'((op == Lookup || op == Store) && found);
    fills = fills + 64'(enters);
    evictions = evictions + 64'(goes && !faulty[EvictionNotCounted]);
  endtask

  always_ff @(posedge clk) begin
    if (clear && !faulty[ClearKeepsLines]) live = '0;
    if (clear) lines = '0;
    // `clear` does not reset the counters: they count over all partitions.
    if (reset) {lookups, hits, fills, evictions} = '0;
    for (int unsigned l = 0; l < LANES; l++) begin
      rsp_valid[l] <= !clear && (faulty[AnswersLate] ? late[l] : req_valid[l] || (faulty[AnswersTwice] && late[l]));
      if (req_valid[l] && !clear) begin
        op = req_op[l];
        line = req_line[l];
        find();
        if (op == Clean) find_dirty();
        else choose();
        decide(req_state[l]);
        rsp_hit[l] <= found;
        rsp_in_way[l] <= found || enters;
        ways_out[l] = way;
        sets_out[l] = SetBits'(set);
        states_out[l] = !found ? (enters ? req_state[l] : '0)
                        : op == SetState && !faulty[SetStateSaysOld] ? req_state[l] : old_state;
        rsp_victim_valid[l] <= goes;
        victim_states_out[l] = goes ? old_state : '0;
        victim_lines_out[l] = goes && faulty[VictimIsNewLine] ? line
                              : goes || (op == Clean && found) ? tags[set][way] : '0;
        if (!(faulty[LanesMeetNot] && l != 0)) change();
        count();
      end
      late[l] <= req_valid[l] && !clear;
    end
    rsp_way <= ways_out;
    rsp_set <= sets_out;
    rsp_state <= states_out;
    rsp_victim_state <= victim_states_out;
    rsp_victim_line <= victim_lines_out;
  end
  /* verilator lint_on BLKSEQ */
endmodule
