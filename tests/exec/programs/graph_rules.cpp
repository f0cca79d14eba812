// What CUDA's rules say of graphs and captures: graph_rules PART.
#include <cstdint>
#include <cstring>

#include "exec/programs/expect.h"
#include "exec/programs/runtime.h"
#include "exec/programs/values.h"

extern "C" {
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphAddEventRecordNode(void** node, void* graph, void* const* after, std::size_t count, Event event);
int cudaGraphAddEventWaitNode(void** node, void* graph, void* const* after, std::size_t count, Event event);
int cudaGraphEventRecordNodeSetEvent(void* node, Event event);
int cudaGraphEventWaitNodeSetEvent(void* node, Event event);
int cudaGraphExecEventRecordNodeSetEvent(void* executable, void* node, Event event);
int cudaGraphExecEventWaitNodeSetEvent(void* executable, void* node, Event event);
int cudaGraphEventRecordNodeGetEvent(void* node, Event* event);
int cudaEventDestroy(Event event);
}

namespace {

constexpr int kInvalidHandle = 400;

Event new_event() {
  Event event = nullptr;
  CHECKED(cudaEventCreate(&event));
  return event;
}

struct EventGraph {
  explicit EventGraph(Event event) {
    CHECKED(cudaGraphCreate(&graph, 0));
    CHECKED(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
    CHECKED(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
    CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  }
  void *graph = nullptr, *record = nullptr, *wait = nullptr, *executable = nullptr;
};

void no_events_are_refused() {
  const Event event = new_event(), destroyed = new_event();
  CHECKED(cudaEventDestroy(destroyed));
  int number = 0;
  const EventGraph of(event);
  for (const Event none : {destroyed, reinterpret_cast<Event>(&number)}) {
    void* node = nullptr;
    expect(cudaGraphAddEventRecordNode(&node, of.graph, nullptr, 0, none) == kInvalidHandle, "a node that records");
    expect(cudaGraphAddEventWaitNode(&node, of.graph, nullptr, 0, none) == kInvalidHandle, "a node that waits");
    expect(cudaGraphEventRecordNodeSetEvent(of.record, none) == kInvalidHandle, "records another");
    expect(cudaGraphEventWaitNodeSetEvent(of.wait, none) == kInvalidHandle, "waits for another");
    const int records = cudaGraphExecEventRecordNodeSetEvent(of.executable, of.record, none);
    const int waits = cudaGraphExecEventWaitNodeSetEvent(of.executable, of.wait, none);
    expect(records == kInvalidHandle && waits == kInvalidHandle, "nodes of an executable graph");
  }
  Event still = nullptr;
  CHECKED(cudaGraphEventRecordNodeGetEvent(of.record, &still));
  expect(still == event, "the node's event as before");
  CHECKED(cudaGraphLaunch(of.executable, nullptr));
}

// A graph that only waits for a destroyed event does not start either.
void waits_for_destroyed_event() {
  void *graph = nullptr, *wait = nullptr, *executable = nullptr;
  const Event event = new_event();
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  CHECKED(cudaGraphInstantiate(&executable, graph, 0));
  CHECKED(cudaGraphLaunch(executable, nullptr));
  CHECKED(cudaEventDestroy(event));
  expect(cudaGraphLaunch(executable, nullptr) == kInvalidHandle, "waits for a destroyed event");
}

// A later event may have the handle of one that was destroyed.
void launches_after_destroyed_events() {
  constexpr int kEvents = 64;
  Event events[kEvents], later[kEvents];
  void* executables[kEvents];
  for (Event& event : events) event = new_event();
  for (int i = 0; i < kEvents; ++i) executables[i] = EventGraph(events[i]).executable;
  for (const Event event : events) CHECKED(cudaEventDestroy(event));
  for (Event& event : later) event = new_event();
  for (void* const executable : executables)
    expect(cudaGraphLaunch(executable, nullptr) == kInvalidHandle, "a launch after its event was destroyed");
  float time = 0;
  for (const Event event : later)
    expect(cudaEventElapsedTime(&time, event, event) == kInvalidHandle, "a later event, which nothing records");
}

void events() {
  no_events_are_refused();
  waits_for_destroyed_event();
  launches_after_destroyed_events();
}

}  // namespace

int main(int count, char** arguments) {
  const struct {
    const char* name;
    void (*run)();
  } parts[] = {{"events", events}};
  for (const auto& part : parts)
    if (count == 2 && std::strcmp(arguments[1], part.name) == 0) {
      part.run();
      std::printf("PASSED\n");
      return 0;
    }
  return 2;
}
