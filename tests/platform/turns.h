// Launches of a kernel of adjustable length on a PlatformGpu; every answer is checked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platform/machines.h"
#include "report/invariants.h"
#include "support/forked.h"
#include "wave/writer.h"

namespace unibank::test {

constexpr unsigned kFullBlock = 1024;  // threads: one such block fills an SM

// Sets word i of `data` to 3 x word + turns, for every thread i. A thread loops `turns` times; in block 0 it loops
// `longer` times more. In each block, threads from number `words` on loop but leave their words unchanged.
inline const char* const kTurns = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry turns(.param .u64 data, .param .u32 turns, .param .u32 longer,
                     .param .u32 words)
{
  .reg .b32 %r<10>;
  .reg .b64 %l<4>;
  .reg .pred %p<4>;
  ld.param.u64 %l1, [data];
  ld.param.u32 %r6, [turns];
  ld.param.u32 %r8, [longer];
  ld.param.u32 %r9, [words];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %l2, %r4, 4;
  add.s64 %l3, %l1, %l2;
  setp.lt.u32 %p3, %r3, %r9;
  mov.u32 %r5, 0;
  @%p3 ld.global.u32 %r5, [%l3];
  mul.lo.u32 %r5, %r5, 3;
  mov.u32 %r7, 0;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra again;
  add.u32 %r6, %r6, %r8;
again:
  add.u32 %r5, %r5, 1;
  add.u32 %r7, %r7, 1;
  setp.lt.u32 %p2, %r7, %r6;
  @%p2 bra again;
  @%p3 st.global.u32 [%l3], %r5;
  ret;
})";

struct Asked {
  unsigned stream = 0, buffer = 0, blocks = 2, turns = 1, longer = 0;
  unsigned after = 0;  // cycles before the request
  unsigned words = kFullBlock;
};

struct Answer {
  std::string text;  // "right", or what is wrong
  Cycle cycles = 0;
  std::vector<Cycle> each;                        // for each launch, in the order of their ends
  std::vector<sc_core::sc_time> began, ended;     // in the order of the requests
};

inline Design machine(unsigned sms, unsigned at_once) {
  Design design;
  design.gpu.sms = sms;
  design.gpu.concurrent_kernels = at_once;
  return design;
}

inline std::vector<std::uint32_t> expected_words(const std::vector<Asked>& launches, unsigned buffer) {
  std::vector<std::uint32_t> words(std::size_t{8} * kFullBlock);
  for (unsigned i = 0; i < words.size(); ++i) words[i] = i;
  for (const Asked& launch : launches) {
    if (launch.buffer != buffer) continue;
    for (unsigned i = 0; i < launch.blocks * kFullBlock; ++i)
      if (i % kFullBlock < launch.words) words[i] = 3 * words[i] + launch.turns + (i < kFullBlock ? launch.longer : 0);
  }
  return words;
}

// Launches that use one buffer belong to one stream: the buffer's words show whether each saw the results of those
// before it.
inline Answer run(const Design& design, const std::vector<Asked>& launches, unsigned cores = 1,
           wave::Writer* waves = nullptr) {
  PlatformGpu gpu("gpu", design);
  gpu.gpu().use_cores(cores, 0);
  if (waves) gpu.gpu().watch(*waves);
  std::vector<LaunchHandle> handles;
  std::string wrong;
  Program program("program", [&] {
    gpu.load(kTurns, "turns.ptx");
    std::vector<std::uint64_t> buffers;
    for (unsigned buffer = 0; buffer < 3; ++buffer) {
      const std::vector<std::uint32_t> words = expected_words({}, buffer);
      buffers.push_back(gpu.allocate(words.size() * 4, "words"));
      gpu.write(buffers.back(), words.data(), words.size() * 4);
    }
    for (const Asked& asked : launches) {
      if (asked.after != 0) sc_core::wait(sc_core::sc_time(asked.after, sc_core::SC_NS));
      LaunchRequest request;
      request.kernel = "turns";
      request.grid = {asked.blocks, 1, 1};
      request.block = {kFullBlock, 1, 1};
      request.arguments = Arguments(buffers.at(asked.buffer), asked.turns, asked.longer, asked.words);
      request.stream = asked.stream;
      handles.push_back(gpu.launch_async(request));
    }
    for (const LaunchHandle& handle : handles) LaunchQueue::wait_for(*handle);
    for (unsigned buffer = 0; buffer < 3; ++buffer) {
      std::vector<std::uint32_t> found(std::size_t{8} * kFullBlock);
      gpu.read(buffers[buffer], found.data(), found.size() * 4);
      if (found != expected_words(launches, buffer)) wrong += "; buffer " + std::to_string(buffer) + " is wrong";
    }
  });
  sc_core::sc_start();
  RunResult result;
  gpu.gpu().collect(result);
  gpu.gpu().finish();
  Answer answer;
  answer.cycles = result.cycles;
  for (const std::string& broken : result.broken_invariants) wrong += "; " + broken;
  for (const std::string& broken : broken_invariants(result)) wrong += "; " + broken;
  std::map<unsigned, sc_core::sc_time> ended;  // [stream]
  for (const LaunchHandle& handle : handles) {
    if (handle->began < ended[handle->stream()]) wrong += "; out of order";
    ended[handle->stream()] = handle->ended;
    if (!handle->message().empty()) wrong += "; " + handle->message();
    answer.began.push_back(handle->began);
    answer.ended.push_back(handle->ended);
  }
  answer.text = wrong.empty() ? "right" : "wrong" + wrong;
  for (const LaunchResult& launch : result.launches) answer.each.push_back(launch.cycles);
  return answer;
}

// Runs in its own process; returns "right; 1200 cycles; 500 700" and when each launch ended.
inline std::string run_text(const Design& design, const std::vector<Asked>& launches, unsigned cores = 1) {
  return forked([&] {
    const Answer answer = run(design, launches, cores);
    std::string text = answer.text + "; " + std::to_string(answer.cycles) + " cycles;";
    for (const Cycle cycles : answer.each) text += " " + std::to_string(cycles);
    for (const sc_core::sc_time& time : answer.ended) text += "; " + time.to_string();
    return text;
  });
}

inline std::string outcome(const std::string& text) { return text.substr(0, text.find("; ")); }

inline std::uint64_t cycles_in(const std::string& text) {
  const std::size_t at = text.find("; ");
  return at == std::string::npos ? 0 : std::stoull(text.substr(at + 2));
}

}  // namespace unibank::test
