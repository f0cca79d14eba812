#include "exec/runtime/streams.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "exec/runtime/connection.h"
#include "exec/runtime/graphs.h"

namespace unibank::exec {
namespace {

constexpr unsigned kWithoutTime = 2, kForProcesses = 4;  // flags of events

struct Event {
  bool recorded = false;
  unsigned flags = 0;
  double microseconds = 0;
  unsigned long long captured = 0;  // the number of the capture in which it was last recorded; 0: in none
  std::vector<GraphNode*> after;    // nodes of that capture, which may have ended and its graph be destroyed
  bool timed() const { return (flags & kWithoutTime) == 0; }
};

struct Streams {
  std::recursive_mutex mutex;
  Stream by_default;
  std::map<std::thread::id, Stream> by_thread;  // the default streams of threads that have used theirs
  std::map<void*, std::unique_ptr<Stream>> made;
  std::map<void*, std::shared_ptr<Event>> events;
  std::map<unsigned long long, std::unique_ptr<Graph>> captures;  // that have not ended, by number
  unsigned long long last_capture = 0;
};
Streams& streams() {
  static Streams& all = *new Streams;
  return all;
}

// A stream that is destroyed ends the capture that has begun with it. In any other capture, its work must still be
// joined.
void leave_capture(Stream& stream) {
  if (stream.leads) {
    stop_capture(stream);
  } else if (stream.captured) {
    auto& left = stream.captured->left;
    left.insert(left.end(), stream.last.begin(), stream.last.end());
  }
}

// A later thread may have the same number as one that has ended.
struct EndOfThread {
  ~EndOfThread() {
    Streams& all = streams();
    const std::lock_guard<std::recursive_mutex> lock(all.mutex);
    const auto own = all.by_thread.find(std::this_thread::get_id());
    if (own == all.by_thread.end()) return;
    leave_capture(own->second);
    all.by_thread.erase(own);
  }
};

bool names_default(void* handle) { return reinterpret_cast<std::uintptr_t>(handle) < kStreamPerThread; }
bool names_default_of_thread(void* handle) { return reinterpret_cast<std::uintptr_t>(handle) == kStreamPerThread; }

template <typename Visit>
void for_each_stream(Streams& all, const Visit& visit) {
  visit(all.by_default);
  for (auto& [thread, stream] : all.by_thread) visit(stream);
  for (auto& [handle, stream] : all.made) visit(*stream);
}

CudaError make_stream(void** handle, unsigned flags, int priority) {
  if (!handle) return CudaError::kInvalidValue;
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  if (flags > 1) return CudaError::kInvalidValue;  // 1: it does not wait for the default stream
  auto stream = std::make_unique<Stream>();
  stream->flags = flags;
  stream->priority = std::clamp(priority, kHighestPriority, kLowestPriority);
  *handle = stream.get();
  all.made[stream.get()] = std::move(stream);
  return CudaError::kSuccess;
}

// A stream's work is already done, so there is nothing to wait for. A wait for a stream that is captured breaks a rule.
CudaError wait_for(void* handle) {
  const Stream* const stream = stream_of(handle);
  if (!stream) return CudaError::kInvalidResourceHandle;
  if (!stream->captured) return call(Call::kTime);
  stream->captured->invalid = true;
  return CudaError::kStreamCaptureUnsupported;
}

// Null: the handle is not that of an event.
std::shared_ptr<Event> shared_event(void* handle) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  const auto known = all.events.find(handle);
  return known == all.events.end() ? nullptr : known->second;
}
Event* event_of(void* handle) { return shared_event(handle).get(); }

CudaError make_event(void** handle, unsigned flags) {
  if (!handle || flags > 7) return CudaError::kInvalidValue;
  if ((flags & kForProcesses) != 0 && (flags & kWithoutTime) == 0) return CudaError::kInvalidValue;
  *handle = nullptr;
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  auto event = std::make_shared<Event>();
  event->flags = flags;
  *handle = event.get();
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  all.events[event.get()] = std::move(event);
  return error;
}

CudaError take_time(Event& event) {
  const CudaError error = call(Call::kTime);
  event.recorded = true;
  event.captured = 0;
  event.microseconds = Connection::get().microseconds();
  return error;
}

CudaError record(Event* event, void* handle) {
  Stream* const stream = stream_of(handle);
  if (!event || !stream) return CudaError::kInvalidResourceHandle;
  if (stream->breaks_rules()) return CudaError::kStreamCaptureInvalidated;
  event->after = stream->last;
  if (!stream->captured) return take_time(*event);
  event->captured = stream->captured->number;
  return CudaError::kSuccess;
}

// Only the order of a stream's own work may cross the bounds of a capture. An event that was never recorded has no
// work.
CudaError wait_outside(Stream& stream, const Event& event) {
  if (!stream.captured || !event.recorded) return Connection::get().ready();
  stream.captured->invalid = true;
  return CudaError::kStreamCaptureIsolation;
}

// A stream that waits for an event of a capture joins it.
CudaError join(Stream& stream, const Event& event, Graph& capture) {
  if (capture.invalid) return CudaError::kInvalidValue;
  if (stream.captured && stream.captured != &capture) {
    stream.captured->invalid = capture.invalid = true;
    return CudaError::kStreamCaptureMerge;
  }
  stream.captured = &capture;
  for (GraphNode* const node : event.after)
    if (std::find(stream.last.begin(), stream.last.end(), node) == stream.last.end()) stream.last.push_back(node);
  return CudaError::kSuccess;
}

CudaError wait_for_event(void* handle, const Event* event) {
  Stream* const stream = stream_of(handle);
  if (!event || !stream) return CudaError::kInvalidResourceHandle;
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  if (stream->breaks_rules()) return CudaError::kStreamCaptureInvalidated;
  if (event->captured == 0) return wait_outside(*stream, *event);
  const auto capture = all.captures.find(event->captured);
  if (capture != all.captures.end()) return join(*stream, *event, *capture->second);
  if (stream->captured) stream->captured->invalid = true;
  return CudaError::kCapturedEvent;
}

// The work before an event is done, too. A wait on the host for an event of a capture breaks a rule of that capture.
CudaError wait_for(const Event& event) {
  if (event.captured == 0) return call(Call::kTime);
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  const auto capture = all.captures.find(event.captured);
  if (capture != all.captures.end()) capture->second->invalid = true;
  return CudaError::kCapturedEvent;
}

}  // namespace

bool event_exists(void* event) { return event_of(event) != nullptr; }

// A node that waits has nothing to do: all earlier work is done, because every call completes before it returns. The
// handle would not do, because a later event may get that of a destroyed one.
Work event_work(GraphNode::Kind kind, void* event) {
  const bool records = kind == GraphNode::Kind::kRecord;
  return [records, own = std::weak_ptr<Event>(shared_event(event))] {
    const std::shared_ptr<Event> still = own.lock();
    if (!still) return CudaError::kInvalidResourceHandle;
    return records ? take_time(*still) : CudaError::kSuccess;
  };
}

bool is_for_launches(void* event) {
  const Event* const found = event_of(event);
  return found && (found->flags & (kWithoutTime | kForProcesses)) == kWithoutTime;
}

// A program that is compiled for one default stream per thread names the thread's one by 0, too, and calls the same
// functions (per_thread.rsp). So 0 is the thread's stream while that is captured. Any other program that uses stream 0
// then breaks the capture on a card.
Stream* stream_of(void* handle) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  if (names_default(handle)) {
    const auto own = all.by_thread.find(std::this_thread::get_id());
    return own != all.by_thread.end() && own->second.captured ? &own->second : &all.by_default;
  }
  if (names_default_of_thread(handle)) {
    thread_local const EndOfThread end_of_thread;
    return &all.by_thread[std::this_thread::get_id()];
  }
  const auto known = all.made.find(handle);
  return known == all.made.end() ? nullptr : known->second.get();
}

CudaError submit(void* handle, Work work, GraphNode::Kind kind, GraphNode** added) {
  Stream* const stream = stream_of(handle);
  if (added) *added = nullptr;
  if (!stream) return CudaError::kInvalidResourceHandle;
  if (!stream->captured) return work();
  if (stream->breaks_rules()) return CudaError::kStreamCaptureInvalidated;
  stream->last = {stream->captured->add(kind, std::move(work), stream->last)};
  if (added) *added = stream->last.front();
  return CudaError::kSuccess;
}

void start_capture(Stream& leader) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  auto graph = std::make_unique<Graph>();
  graph->number = ++all.last_capture;
  leader.captured = graph.get();
  leader.leads = true;
  leader.last.clear();
  all.captures[graph->number] = std::move(graph);
}

std::unique_ptr<Graph> stop_capture(Stream& leader) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  const auto capture = all.captures.find(leader.captured->number);
  std::unique_ptr<Graph> graph = std::move(capture->second);
  all.captures.erase(capture);
  graph->left.clear();
  for_each_stream(all, [&graph](Stream& stream) {
    if (stream.captured != graph.get()) return;
    stream.captured = nullptr;
    stream.leads = false;
    stream.last.clear();
  });
  return graph;
}

bool joined(const Stream& leader) {
  std::set<const GraphNode*> before;
  std::vector<const GraphNode*> left(leader.last.begin(), leader.last.end());
  while (!left.empty()) {
    const GraphNode* const node = left.back();
    left.pop_back();
    if (before.insert(node).second) left.insert(left.end(), node->after.begin(), node->after.end());
  }
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  std::vector<const GraphNode*> ends = leader.captured->left;
  for_each_stream(all, [&](const Stream& one) {
    if (one.captured == leader.captured) ends.insert(ends.end(), one.last.begin(), one.last.end());
  });
  return std::all_of(ends.begin(), ends.end(), [&before](const GraphNode* node) { return before.count(node) != 0; });
}

void forget_streams() {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  all.made.clear();
  all.by_thread.clear();
  all.by_default = Stream();
  all.events.clear();
  all.captures.clear();
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
  const auto found = all.made.find(stream);
  if (found == all.made.end()) return remember(CudaError::kInvalidResourceHandle);
  leave_capture(*found->second);
  all.made.erase(found);
  return CudaError::kSuccess;
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
// Flag 1: in a capture the graph waits when it runs.
UNIBANK_EXPORTED CudaError cudaStreamWaitEvent(void* stream, void* event, unsigned flags) {
  const Stream* const found = stream_of(stream);
  const Event* const awaited = event_of(event);
  if (awaited && found && found->captured && (flags & 1) != 0)
    return remember(submit(stream, event_work(GraphNode::Kind::kWait, event), GraphNode::Kind::kWait));
  return remember(wait_for_event(stream, awaited));
}
UNIBANK_EXPORTED CudaError cudaLaunchHostFunc(void* stream, Callback function, void* data) {
  if (!function) return remember(CudaError::kInvalidValue);
  const auto work = [=] {
    const CudaError error = Connection::get().ready();  // after an error of the device no function is called
    if (error == CudaError::kSuccess) function(data);
    return error;
  };
  return remember(submit(stream, work, GraphNode::Kind::kHost));
}
UNIBANK_EXPORTED CudaError cudaStreamAddCallback(void* stream, StreamCallback function, void* data, unsigned flags) {
  if (!function || flags != 0) return remember(CudaError::kInvalidValue);
  const auto work = [=] {
    function(stream, Connection::get().ready(), data);
    return CudaError::kSuccess;
  };
  return remember(submit(stream, work, GraphNode::Kind::kHost));
}

// Flags: 1 a wait blocks, 2 without a time, 4 for other processes, which there are not; an event for them has no time.
UNIBANK_EXPORTED CudaError cudaEventCreateWithFlags(void** event, unsigned flags) {
  return remember(make_event(event, flags));
}
UNIBANK_EXPORTED CudaError cudaEventCreate(void** event) { return cudaEventCreateWithFlags(event, 0); }
UNIBANK_EXPORTED CudaError cudaEventDestroy(void* event) {
  Streams& all = streams();
  const std::lock_guard<std::recursive_mutex> lock(all.mutex);
  return remember(all.events.erase(event) != 0 ? CudaError::kSuccess : CudaError::kInvalidResourceHandle);
}
UNIBANK_EXPORTED CudaError cudaEventRecord(void* event, void* stream) {
  return remember(record(event_of(event), stream));
}
// Flag 1: in a capture the event is recorded when the graph runs.
UNIBANK_EXPORTED CudaError cudaEventRecordWithFlags(void* event, void* stream, unsigned flags) {
  const Stream* const found = stream_of(stream);
  if (!event_of(event) || !found || !found->captured || (flags & 1) == 0) return cudaEventRecord(event, stream);
  return remember(submit(stream, event_work(GraphNode::Kind::kRecord, event), GraphNode::Kind::kRecord));
}
UNIBANK_EXPORTED CudaError cudaEventSynchronize(void* event) {
  const Event* const found = event_of(event);
  return remember(found ? wait_for(*found) : CudaError::kInvalidResourceHandle);
}
UNIBANK_EXPORTED CudaError cudaEventQuery(void* event) { return cudaEventSynchronize(event); }
UNIBANK_EXPORTED CudaError cudaEventElapsedTime(float* milliseconds, void* from, void* to) {
  const Event *const begin = event_of(from), *const end = event_of(to);
  if (!milliseconds) return remember(CudaError::kInvalidValue);
  const auto has_time = [](const Event* event) { return event && event->recorded && event->timed(); };
  if (!has_time(begin) || !has_time(end)) return remember(CudaError::kInvalidResourceHandle);
  if (begin->captured != 0 || end->captured != 0) return remember(CudaError::kCapturedEvent);
  *milliseconds = static_cast<float>((end->microseconds - begin->microseconds) / 1000);
  return CudaError::kSuccess;
}
