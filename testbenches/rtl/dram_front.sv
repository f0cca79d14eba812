// The front of a DRAM channel: its queue, the time for which it is busy, and the times of its answers. The RTL of
// models/memory/dram_channel.h.
//
// Timing, as in the model. Time is an input, a count of cycles, so the clock may stop while nothing happens: an edge is
// needed at the end of every cycle in which a request is at the pins, an answer is given, or a transfer starts
// (next_answer, next_start). Requests of several ports in one cycle come one per edge.
//
//   req_ready  the queue has room in this cycle: fewer than `places` requests wait for their transfer to start. A
//              request is taken in the cycle in which req_ready is high.
//   transfer   starts in the cycle in which the previous one ends, with the bytes that are left in that cycle, but not
//              before the cycle of the request. It takes whole[sectors] cycles and rest[sectors] bytes, of `width` per
//              cycle.
//   rsp_*      one answer per port and cycle, removed after the edge with rsp_taken. The answer of a write comes when
//              its transfer has ended. That of a read comes `latency` cycles after the start of its transfer, or at its
//              end if that is later. Reads of a port are answered in order, and so are writes. If both are due in one
//              cycle the read goes first: a write that was taken before it was due earlier.
//
// With FAULTS = 1 `fault` selects one of the faults below, to show that tests can fail; with 0 it is ignored.
module dram_front #(
    parameter int unsigned PORTS = 4,
    parameter int unsigned QUEUE = 128,
    parameter int unsigned NAMES = 1024,
    parameter int unsigned SECTORS = 8,  // largest number of one request
    parameter bit FAULTS = 1'b0,
    localparam int unsigned PortBits = PORTS == 1 ? 1 : $clog2(PORTS),
    localparam int unsigned QueueBits = $clog2(QUEUE),
    localparam int unsigned NameBits = $clog2(NAMES),
    localparam int unsigned SectorBits = $clog2(SECTORS + 1)
) (
    input logic clk,
    input logic reset,
    input logic [3:0] fault,
    input logic [QueueBits:0] places,  // places of the queue in use, from 1 on
    input logic [15:0] latency,
    input logic [15:0] width,                // bytes per cycle
    input logic [15:0] whole[SECTORS+1],     // [sectors]: cycles of a transfer,
    input logic [15:0] rest[SECTORS+1],      // and remaining bytes, below `width`
    input logic [63:0] cycle,

    input logic req_valid,
    input logic [PortBits-1:0] req_port,
    input logic req_write,
    input logic [SectorBits-1:0] req_sectors,
    input logic [NameBits-1:0] req_name,
    output logic req_ready,

    input logic rsp_taken,
    output logic [PORTS-1:0] rsp_valid,
    output logic [PORTS-1:0] rsp_write,
    output logic [NameBits-1:0] rsp_name[PORTS],

    output logic [QueueBits:0] depth,  // requests that wait for their transfer to start
    output logic any_answer,
    output logic any_start,
    output logic [63:0] next_answer,   // valid with any_answer and any_start
    output logic [63:0] next_start,
    output logic [63:0] reads,
    output logic [63:0] writes,
    output logic [63:0] read_sectors,
    output logic [63:0] write_sectors,
    output logic [63:0] busy_cycles
);
  localparam logic [3:0] LatencyTooShort = 1, WritesHaveLatency = 2, TransfersOverlap = 3, QueueNeverFull = 4,
      WriteFirst = 5, ReadsOvertake = 6, BusyNotCounted = 7, SectorsIgnored = 8, StartsInThePast = 9,
      LongTransferCut = 10, PortsMixed = 11, RemainderLost = 12;

  logic [15:0] faulty;  // [fault]
  assign faulty = FAULTS ? 16'd1 << fault : '0;

  // ---- Requests that wait for the channel, by the cycles in which they start.
  logic [63:0] starts[QUEUE];
  logic [QueueBits-1:0] start_head, start_tail;
  logic [QueueBits:0] waiting, start_now;  // number of requests that have started by this cycle
  assign next_start = starts[start_head];
  assign any_start = waiting != '0;
  always_comb begin
    start_now = '0;
    for (int unsigned i = 0; i < QUEUE; i++) begin
      if (i < 32'(waiting) && starts[start_head + QueueBits'(i)] <= cycle) start_now = (QueueBits + 1)'(i + 1);
    end
  end
  assign depth = waiting - start_now;
  assign req_ready = depth < places || (faulty[QueueNeverFull] && depth < (QueueBits + 1)'(QUEUE));

  // ---- The channel.
  logic [63:0] free, start, read_due, write_due;  // free: the cycle in which the next transfer may start,
  logic [15:0] moved;                             // with so many bytes fewer in that cycle
  logic [15:0] shared, taken_for, read_takes, write_takes;
  logic [16:0] together, left;
  logic [15:0] whole_cycles;
  logic [SectorBits-1:0] sectors;
  logic takes, waits, carries;
  assign takes = req_valid && req_ready;
  assign sectors = faulty[SectorsIgnored] ? SectorBits'(4) : req_sectors;
  assign start = free > cycle || faulty[StartsInThePast] ? free : cycle;
  assign waits = takes && start > cycle;
  assign shared = (free >= cycle || faulty[StartsInThePast]) && !faulty[RemainderLost] ? moved : '0;
  assign together = 17'(shared) + 17'(rest[sectors]);
  assign carries = together >= 17'(width);
  assign left = carries ? together - 17'(width) : together;
  assign whole_cycles = whole[sectors] + 16'(carries);
  assign taken_for = whole_cycles + 16'(left != '0 || whole_cycles == '0);
  assign write_takes = faulty[WritesHaveLatency] ? latency : taken_for;
  assign read_takes = taken_for > latency && !faulty[LongTransferCut] ? taken_for : latency;
  assign write_due = start + 64'(write_takes);
  assign read_due = start + 64'(read_takes) - 64'(faulty[LatencyTooShort]);

  always_ff @(posedge clk) begin
    if (reset) begin
      {start_head, start_tail, waiting, free, moved} <= '0;
    end else begin
      if (waits) starts[start_tail] <= start;
      start_tail <= start_tail + QueueBits'(waits);
      start_head <= start_head + QueueBits'(start_now);
      waiting <= depth + (QueueBits + 1)'(waits);
      if (takes && !faulty[TransfersOverlap]) begin
        free <= start + (faulty[RemainderLost] ? 64'(taken_for) : 64'(whole_cycles));
        moved <= 16'(left);
      end
    end
  end

  // ---- Answers of each port, in order of time in each kind.
  typedef struct packed {
    logic [63:0] due;
    logic [NameBits-1:0] name;
  } answer_t;
  answer_t read_answers[PORTS][NAMES], write_answers[PORTS][NAMES];
  logic [NameBits-1:0] read_head[PORTS], read_tail[PORTS], write_head[PORTS], write_tail[PORTS];
  logic [63:0] due[PORTS];
  logic [PORTS-1:0] any;
  always_comb begin
    next_answer = '1;
    for (int unsigned p = 0; p < PORTS; p++) begin
      automatic answer_t read = read_answers[p][read_head[p]];
      automatic answer_t write = write_answers[p][write_head[p]];
      automatic logic any_read = read_head[p] != read_tail[p];
      automatic logic any_write = write_head[p] != write_tail[p];
      rsp_write[p] = any_write && (!any_read || write.due < read.due);
      if (faulty[WriteFirst] && any_write && write.due == read.due) rsp_write[p] = 1'b1;
      if (faulty[ReadsOvertake] && any_read && read.due <= cycle) rsp_write[p] = 1'b0;
      any[p] = any_read || any_write;
      due[p] = rsp_write[p] ? write.due : read.due;
      rsp_valid[p] = any[p] && due[p] <= cycle;
      rsp_name[p] = rsp_write[p] ? write.name : read.name;
      if (any[p] && due[p] < next_answer) next_answer = due[p];
    end
    any_answer = any != '0;
  end

  logic [PortBits-1:0] port;
  assign port = faulty[PortsMixed] ? '0 : req_port;
  always_ff @(posedge clk) begin
    for (int unsigned p = 0; p < PORTS; p++) begin
      if (reset) begin
        {read_head[p], read_tail[p], write_head[p], write_tail[p]} <= '0;
      end else begin
        read_head[p] <= read_head[p] + NameBits'(rsp_taken && rsp_valid[p] && !rsp_write[p]);
        write_head[p] <= write_head[p] + NameBits'(rsp_taken && rsp_valid[p] && rsp_write[p]);
        if (takes && p == 32'(port)) begin
          if (req_write) begin
            write_answers[p][write_tail[p]] <= {write_due, req_name};
            write_tail[p] <= write_tail[p] + 1'b1;
          end else begin
            read_answers[p][read_tail[p]] <= {read_due, req_name};
            read_tail[p] <= read_tail[p] + 1'b1;
          end
        end
      end
    end
  end

  // ---- What is counted.
  always_ff @(posedge clk) begin
    if (reset) begin
      {reads, writes, read_sectors, write_sectors, busy_cycles} <= '0;
    end else if (takes) begin
      reads <= reads + 64'(!req_write);
      writes <= writes + 64'(req_write);
      read_sectors <= read_sectors + (req_write ? '0 : 64'(req_sectors));
      write_sectors <= write_sectors + (req_write ? 64'(req_sectors) : '0);
      busy_cycles <= busy_cycles + (faulty[BusyNotCounted] ? '0 : 64'(taken_for) - 64'(shared != '0));
    end
  end
endmodule
