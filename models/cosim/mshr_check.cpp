#include "cosim/mshr_check.h"

#include "cosim/request_text.h"
#include "memory/mshr.h"

namespace unibank::rtl {

namespace {

MshrParameters with_one_port(MshrParameters parameters) {
  parameters.ports = 1;
  return parameters;
}

std::string text_of(const MshrCore::Send* send) {
  if (!send) return "nothing";
  const std::string text = request_text(send->request.write, send->request.address, send->request.length);
  return send->request.write ? text : text + " for entry " + std::to_string(send->entry);
}

std::string text_of(const MshrBlock::ToMemory& what, const Payload* write) {
  if (!what.valid) return "nothing";
  if (what.write) return write ? request_text(*write) : "a write that was not requested";
  return request_text(false, what.address, what.length) + " for entry " + std::to_string(what.entry);
}

bool same(const MshrBlock::ToMemory& found, const Payload* write, const MshrCore::Send* expected) {
  if (!found.valid || !expected) return !found.valid && !expected;
  if (found.write || expected->request.write) return found.write && expected->request.handle == write;
  return found.address == expected->request.address && found.length == expected->request.length &&
         found.entry == expected->entry;
}

// The answer in the encoding of the RTL's rsp_answer.
unsigned byte_of(const MshrCore::Answer& answer) { return answer.stale ? 2 : answer.allocated ? 1 : 0; }

std::string differ(const char* what, std::uint64_t model, std::uint64_t rtl) {
  if (model == rtl) return "";
  return std::string(what) + ": the model has " + std::to_string(model) + ", the RTL " + std::to_string(rtl);
}

}  // namespace

MshrCheck::MshrCheck(const MshrParameters& parameters) : core_(with_one_port(parameters)) {}

void MshrCheck::begins(Cycle now) {
  core_.free_ended(now);
  stalls_ = refusals_;
}

std::string MshrCheck::counts(const MshrBlock& rtl) const {
  const MshrCounters& counters = core_.counters();
  std::string text = differ("allocations", counters.allocations, rtl.allocations());
  if (text.empty()) text = differ("merges", counters.merges, rtl.merges());
  if (text.empty()) text = differ("cycles that reads have waited", stalls_, rtl.stalls());
  if (text.empty()) text = differ("entries in use", core_.occupancy(), rtl.occupancy());
  return text;
}

std::string MshrCheck::asks(Payload& payload, Cycle now, bool taken) {
  const bool expected =
      core_.accept(0, {&payload, payload.get_address(), payload.get_data_length(), payload.is_write(),
                      goes_alone(payload)}, now);
  refusals_ += !expected && payload.is_read();
  if (expected == taken) return "";
  return request_text(payload) + ": the model " + (expected ? "takes it" : "has no room") + ", the RTL " +
         (taken ? "takes it" : "has no room");
}

std::string MshrCheck::sends(const MshrBlock::ToMemory& what, const Payload* write, Cycle now) {
  const MshrCore::Send* const expected = core_.next_send(now);
  if (!same(what, write, expected))
    return "the model sends " + text_of(expected) + "; the RTL sends " + text_of(what, write);
  if (expected) core_.sent(now);
  return "";
}

std::string MshrCheck::answers(const Payload* payload, unsigned answer, Cycle now) {
  MshrCore::Answer expected;
  const bool any = core_.next_answer(0, now, expected);
  if (any && expected.handle == payload && (payload->is_write() || byte_of(expected) == answer)) return "";
  const auto text = [](const Payload* to, unsigned byte) {
    return to ? "to the " + request_text(*to) + " with " + std::to_string(byte) : std::string("to no requester");
  };
  return "the model answers " + text(any ? static_cast<const Payload*>(expected.handle) : nullptr, byte_of(expected)) +
         "; the RTL answers " + text(payload, answer);
}

std::string MshrCheck::ends(Cycle now) {
  MshrCore::Answer expected;
  if (!core_.next_answer(0, now, expected)) return "";
  return "the model answers to the " + request_text(*static_cast<const Payload*>(expected.handle)) + " with " +
         std::to_string(byte_of(expected)) + "; the RTL answers to no requester";
}

}  // namespace unibank::rtl
