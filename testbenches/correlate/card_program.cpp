#include "correlate/card_program.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "host/module_image.h"
#include "judge/gpu_clock.h"
#include "judge/gpu_start.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"

namespace unibank::correlate {
namespace {

using cuda::Driver;

// A value in this range is an address: neither a count nor two words of a program's data look like one.
constexpr std::uint64_t kFirstAddress = 0xb7'9000'0000, kMemoryBytes = 0x6000'0000;
constexpr unsigned kRuns = 4;

struct MemoryFile {
  MemoryFile() : descriptor(::memfd_create("unibank memory of a card's program", MFD_CLOEXEC)) {
    if (descriptor < 0 || ::ftruncate(descriptor, static_cast<off_t>(kMemoryBytes)) != 0) throw std::bad_alloc();
  }
  ~MemoryFile() { ::close(descriptor); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  const int descriptor;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The time between two points of the default stream.
class Stopwatch {
 public:
  explicit Stopwatch(const Driver& driver) : driver_(driver) {
    for (cuda::Event& event : events_) driver_.check(driver_.cuEventCreate(&event, 0), "cuEventCreate");
  }
  ~Stopwatch() {
    for (cuda::Event event : events_) driver_.cuEventDestroy(event);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  void start() { driver_.check(driver_.cuEventRecord(events_[0], nullptr), "cuEventRecord"); }
  double stop_milliseconds() {
    driver_.check(driver_.cuEventRecord(events_[1], nullptr), "cuEventRecord");
    driver_.check(driver_.cuEventSynchronize(events_[1]), "cuEventSynchronize");
    float passed = 0;
    driver_.check(driver_.cuEventElapsedTime(&passed, events_[0], events_[1]), "cuEventElapsedTime");
    return passed;
  }

 private:
  const Driver& driver_;
  cuda::Event events_[2] = {};
};

// Where the bytes of an allocation are on the card.
struct Place {
  DeviceMemory::Range here;
  cuda::Pointer there = 0;
};

class CardBackend : public Backend {
 public:
  CardBackend(const Driver& driver, DeviceMemory& memory, const std::string& ptx, bool clocked)
      : driver_(driver),
        context_(driver),
        l2_(driver),
        memory_(memory),
        clocked_(clocked),
        parsed_(ptx::parse(ptx, "the program's PTX")),
        module_(load_on_gpu(driver, clocked ? with_clocks(ptx, false) : ptx)) {}

  // Knows where variables of the module are in `memory`.
  void know(const Device& device) { device_ = &device; }
  const std::vector<CardLaunch>& launches() const { return launches_; }

  void plan(const std::vector<Launch>&) override {}
  void run(const Launch& launch) override {
    const TextureTable& textures = memory_.textures();
    if (textures.find(1, TextureUse::kTexture) || textures.find(1, TextureUse::kSurface))
      throw NotOnCard("it uses textures or surfaces");
    place_buffers();
    place_variables();
    const GpuStart start{launch.kernel, launch.grid, launch.block, launch.dynamic_scratchpad_bytes, launch.cooperative};
    const cuda::Function function = function_on_gpu(driver_, module_, start);
    std::vector<std::uint8_t> arguments = translated(launch);
    measure(start, function, arguments);
    for (const Place& place : places_)
      driver_.check(driver_.cuMemcpyDtoH(memory_.arena() + place.here.begin, place.there, bytes_of(place)),
                    "cuMemcpyDtoH");
    memory_.note_host_write();
  }

 private:
  static std::size_t bytes_of(const Place& place) { return place.here.end - place.here.begin; }

  // On the card all buffers are in one block, at the same distances as here. So an address that is inside a buffer here
  // is inside the same buffer there.
  void place_buffers() {
    places_.clear();
    const std::vector<DeviceMemory::Range> all = memory_.allocations();
    if (all.empty()) return;
    const std::uint64_t first = all.front().begin, bytes = all.back().end - first;
    if (bytes > block_bytes_) {
      if (block_ != 0) driver_.check(driver_.cuMemFree(block_), "cuMemFree");
      driver_.check(driver_.cuMemAlloc(&block_, bytes), "cuMemAlloc");
      block_bytes_ = bytes;
    }
    for (const DeviceMemory::Range& one : all) places_.push_back({one, block_ + (one.begin - first)});
    for (const Place& place : places_) check_no_addresses(place.here);
  }

  void place_variables() {
    for (const ptx::Variable& one : parsed_.globals) {
      if (!in_device_memory(one) || one.object != ptx::Variable::Object::kData || one.bytes == 0) continue;
      const std::uint64_t address = device_->symbol(one.name);
      for (Place& place : places_) {
        if (place.here.begin != address) continue;
        std::size_t bytes = 0;
        driver_.check(driver_.cuModuleGetGlobal(&place.there, &bytes, module_, one.name.c_str()), "cuModuleGetGlobal",
                      one.name);
        place.here.end = address + one.bytes;
      }
    }
  }

  const Place* place_of(std::uint64_t address) const {
    for (const Place& place : places_)
      if (place.here.holds(address, 1)) return &place;
    return nullptr;
  }

  void check_no_addresses(const DeviceMemory::Range& range) const {
    for (std::uint64_t at = (range.begin + 7) / 8 * 8; at + 8 <= range.end; at += 8) {
      std::uint64_t value = 0;
      std::memcpy(&value, memory_.arena() + at, sizeof value);
      if (value >= kFirstAddress && place_of(value)) throw NotOnCard("a buffer of it holds addresses of others");
    }
  }

  std::vector<std::uint8_t> translated(const Launch& launch) const {
    std::vector<std::uint8_t> bytes = launch.arguments;
    for (const ptx::Variable& parameter : launch.kernel->parameters) {
      for (std::uint64_t at = (parameter.offset + 7) / 8 * 8; at + 8 <= parameter.offset + parameter.bytes; at += 8) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        const Place* const place = place_of(value);
        if (!place) continue;
        value = place->there + (value - place->here.begin);
        std::memcpy(bytes.data() + at, &value, sizeof value);
      }
    }
    return bytes;
  }

  void measure(const GpuStart& start, cuda::Function function, std::vector<std::uint8_t>& arguments) {
    std::vector<double> times;
    for (unsigned i = 0; i < kRuns; ++i) {
      for (const Place& place : places_)
        driver_.check(driver_.cuMemcpyHtoD(place.there, memory_.arena() + place.here.begin, bytes_of(place)),
                      "cuMemcpyHtoD");
      const double cycles = clocked_ ? by_clock(start, function, arguments) : by_events(start, function, arguments);
      if (i != 0) times.push_back(cycles);
    }
    CardLaunch measured{start.kernel->name, std::nullopt, std::nullopt};
    if (const double cycles = median(times); cycles > 0)
      (clocked_ ? measured.clock64_cycles : measured.event_cycles) = cycles;
    launches_.push_back(measured);
  }

  double by_events(const GpuStart& start, cuda::Function function, std::vector<std::uint8_t>& arguments) {
    Stopwatch watch(driver_);
    l2_.empty();
    watch.start();
    start_on_gpu(driver_, function, start, arguments);
    const double milliseconds = watch.stop_milliseconds();
    driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", start.kernel->name);
    return milliseconds * driver_.clock_kilohertz();
  }

  double by_clock(const GpuStart& start, cuda::Function function, std::vector<std::uint8_t>& arguments) {
    cuda::Pointer clocks = 0;
    std::size_t declared = 0;
    driver_.check(driver_.cuModuleGetGlobal(&clocks, &declared, module_, kClocks), "cuModuleGetGlobal", kClocks);
    std::vector<std::uint64_t> noted = clocks_before();
    const std::size_t bytes = noted.size() * sizeof noted[0];
    driver_.check(driver_.cuMemcpyHtoD(clocks, noted.data(), bytes), "cuMemcpyHtoD");
    l2_.empty();
    start_on_gpu(driver_, function, start, arguments);
    driver_.check(driver_.cuCtxSynchronize(), "cuCtxSynchronize", start.kernel->name);
    driver_.check(driver_.cuMemcpyDtoH(noted.data(), clocks, bytes), "cuMemcpyDtoH");
    return static_cast<double>(longest(noted));
  }

  const Driver& driver_;
  const GpuContext context_;
  L2Emptier l2_;
  DeviceMemory& memory_;
  const bool clocked_;
  const ptx::Module parsed_;
  const cuda::Module module_;
  const Device* device_ = nullptr;
  cuda::Pointer block_ = 0;
  std::uint64_t block_bytes_ = 0;
  std::vector<Place> places_;
  std::vector<CardLaunch> launches_;
};

CardRun run_once(const Driver& driver, const Workload& workload, const WorkloadArguments& arguments, bool clocked) {
  const MemoryFile file;
  DeviceMemory memory(kMemoryBytes, {file.descriptor, kFirstAddress});
  CardBackend backend(driver, memory, std::string(workload_ptx(workload.name())), clocked);
  Device device(backend, memory);
  backend.know(device);
  CardRun run;
  run.verdict = workload.run(device, arguments);
  run.launches = backend.launches();
  return run;
}

}  // namespace

CardRun run_on_card(const Driver& driver, const Workload& workload, const WorkloadArguments& arguments) {
  CardRun run = run_once(driver, workload, arguments, false);
  try {
    const CardRun clocked = run_once(driver, workload, arguments, true);
    const bool same = clocked.launches.size() == run.launches.size();
    for (std::size_t i = 0; same && i < run.launches.size(); ++i)
      run.launches[i].clock64_cycles = clocked.launches[i].clock64_cycles;
  } catch (const cuda::DriverError&) {
  }
  return run;
}

}  // namespace unibank::correlate
