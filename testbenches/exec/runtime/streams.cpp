#include "exec/runtime/streams.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "exec/runtime/connection.h"
#include "exec/runtime/graphs.h"

namespace unibank::exec {
namespace {

struct Streams {
  std::recursive_mutex mutex;
  Stream by_default;
  std::map<void*, std::unique_ptr<Stream>> made;
};
Streams& streams() {
  static Streams& all = *new Streams;
  return all;
}

bool names_default(void* handle) { return reinterpret_cast<std::uintptr_t>(handle) <= 2; }

CudaError make_stream(void** handle, unsigned flags, int priority) {
  if (!handle) return CudaError::kInvalidValue;
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  auto stream = std::make_unique<Stream>();
  stream->flags = flags;
  stream->priority = priority;
  *handle = stream.get();
  all.made[stream.get()] = std::move(stream);
  return CudaError::kSuccess;
}

// A stream's work is already done, so there is nothing to wait for. Waiting for a stream that is captured is an error.
CudaError wait_for(void* handle) {
  const Stream* const stream = stream_of(handle);
  if (!stream) return CudaError::kInvalidResourceHandle;
  if (stream->captured) return CudaError::kStreamCaptureUnsupported;
  return call(Call::kTime);
}

struct Event {
  bool recorded = false;
  double microseconds = 0;
  Graph* captured = nullptr;            // where it was last recorded, if into a graph
  std::vector<GraphNode*> after;
};

CudaError take_time(Event& event) {
  const CudaError error = call(Call::kTime);
  event.recorded = true;
  event.captured = nullptr;
  event.microseconds = Connection::get().microseconds();
  return error;
}

CudaError record(Event* event, void* handle) {
  Stream* const stream = stream_of(handle);
  if (!event || !stream) return CudaError::kInvalidResourceHandle;
  event->captured = stream->captured;
  event->after = stream->last;
  return stream->captured ? CudaError::kSuccess : take_time(*event);
}

bool is_captured(const Graph* graph) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  return all.by_default.captured == graph || std::any_of(all.made.begin(), all.made.end(), [graph](const auto& one) {
           return one.second->captured == graph;
         });
}

// A stream that waits for an event of a capture joins it.
CudaError wait_for_event(void* handle, const Event* event) {
  Stream* const stream = stream_of(handle);
  if (!event || !stream) return CudaError::kInvalidResourceHandle;
  if (!event->captured) return Connection::get().ready();
  if (!is_captured(event->captured)) return CudaError::kCapturedEvent;
  if (stream->captured && stream->captured != event->captured) return CudaError::kStreamCaptureInvalidated;
  stream->captured = event->captured;
  for (GraphNode* const node : event->after)
    if (std::find(stream->last.begin(), stream->last.end(), node) == stream->last.end()) stream->last.push_back(node);
  return CudaError::kSuccess;
}

}  // namespace

CudaError record_now(void* event) {
  return event ? take_time(*static_cast<Event*>(event)) : CudaError::kInvalidResourceHandle;
}

Stream* stream_of(void* handle) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  if (names_default(handle)) return &all.by_default;
  const auto known = all.made.find(handle);
  return known == all.made.end() ? nullptr : known->second.get();
}

CudaError submit(void* handle, Work work, GraphNode::Kind kind) {
  Stream* const stream = stream_of(handle);
  if (!stream) return CudaError::kInvalidResourceHandle;
  if (!stream->captured) return work();
  stream->last = {stream->captured->add(kind, std::move(work), stream->last)};
  return CudaError::kSuccess;
}

void end_captures_into(const Graph* graph) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  const auto end = [graph](Stream& stream) {
    if (stream.captured != graph) return;
    stream.captured = nullptr;
    stream.leads = false;
    stream.last.clear();
  };
  end(all.by_default);
  for (auto& [handle, stream] : all.made) end(*stream);
}

}  // namespace unibank::exec

using namespace unibank::exec;

UNIBANK_EXPORTED CudaError cudaStreamCreate(void** stream) { return remember(make_stream(stream, 0, 0)); }
UNIBANK_EXPORTED CudaError cudaStreamCreateWithFlags(void** stream, unsigned flags) {
  return remember(make_stream(stream, flags, 0));
}
UNIBANK_EXPORTED CudaError cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return remember(make_stream(stream, flags, priority));
}
UNIBANK_EXPORTED CudaError cudaStreamDestroy(void* stream) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  return remember(all.made.erase(stream) != 0 ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
UNIBANK_EXPORTED CudaError cudaStreamSynchronize(void* stream) { return remember(wait_for(stream)); }
UNIBANK_EXPORTED CudaError cudaStreamQuery(void* stream) { return remember(wait_for(stream)); }
UNIBANK_EXPORTED CudaError cudaStreamGetFlags(void* stream, unsigned* flags) {
  const Stream* const found = stream_of(stream);
  if (found) *flags = found->flags;
  return remember(found ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
UNIBANK_EXPORTED CudaError cudaStreamGetPriority(void* stream, int* priority) {
  const Stream* const found = stream_of(stream);
  if (found) *priority = found->priority;
  return remember(found ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
// Flag 1: in a capture the graph waits when it runs, which needs no work (graph_events.cpp).
UNIBANK_EXPORTED CudaError cudaStreamWaitEvent(void* stream, void* event, unsigned flags) {
  const Stream* const found = stream_of(stream);
  if (event && found && found->captured && (flags & 1) != 0)
    return remember(submit(stream, nullptr, GraphNode::Kind::kWait));
  return remember(wait_for_event(stream, static_cast<Event*>(event)));
}
UNIBANK_EXPORTED CudaError cudaLaunchHostFunc(void* stream, Callback function, void* data) {
  const auto work = [=] {
    function(data);
    return CudaError::kSuccess;
  };
  return remember(submit(stream, work, GraphNode::Kind::kHost));
}
UNIBANK_EXPORTED CudaError cudaStreamAddCallback(void* stream, StreamCallback function, void* data, unsigned) {
  const auto work = [=] {
    function(stream, CudaError::kSuccess, data);
    return CudaError::kSuccess;
  };
  return remember(submit(stream, work, GraphNode::Kind::kHost));
}

UNIBANK_EXPORTED CudaError cudaEventCreate(void** event) {
  const CudaError error = Connection::get().ready();
  *event = error == CudaError::kSuccess ? new Event : nullptr;
  return remember(error);
}
UNIBANK_EXPORTED CudaError cudaEventCreateWithFlags(void** event, unsigned) { return cudaEventCreate(event); }
UNIBANK_EXPORTED CudaError cudaEventDestroy(void* event) {
  delete static_cast<Event*>(event);
  return remember(event ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
UNIBANK_EXPORTED CudaError cudaEventRecord(void* event, void* stream) {
  return remember(record(static_cast<Event*>(event), stream));
}
// Flag 1: in a capture the event is recorded when the graph runs.
UNIBANK_EXPORTED CudaError cudaEventRecordWithFlags(void* event, void* stream, unsigned flags) {
  const Stream* const found = stream_of(stream);
  if (!event || !found || !found->captured || (flags & 1) == 0) return cudaEventRecord(event, stream);
  return remember(submit(stream, [event] { return record_now(event); }, GraphNode::Kind::kRecord));
}
UNIBANK_EXPORTED CudaError cudaEventSynchronize(void* event) {
  if (!event) return remember(CudaError::kInvalidResourceHandle);
  return remember(static_cast<const Event*>(event)->captured ? CudaError::kCapturedEvent : call(Call::kTime));
}
UNIBANK_EXPORTED CudaError cudaEventQuery(void* event) { return cudaEventSynchronize(event); }
UNIBANK_EXPORTED CudaError cudaEventElapsedTime(float* milliseconds, void* from, void* to) {
  const auto* const begin = static_cast<const Event*>(from);
  const auto* const end = static_cast<const Event*>(to);
  if (!milliseconds) return remember(CudaError::kInvalidValue);
  if (!begin || !end || !begin->recorded || !end->recorded) return remember(CudaError::kInvalidResourceHandle);
  if (begin->captured || end->captured) return remember(CudaError::kCapturedEvent);
  *milliseconds = static_cast<float>((end->microseconds - begin->microseconds) / 1000);
  return CudaError::kSuccess;
}
