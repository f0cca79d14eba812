#include "exec/runtime/memory.h"

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

#include "exec/runtime/launch.h"
#include "exec/runtime/registered_memory.h"

namespace unibank::exec {
namespace {

std::atomic<bool> shared{false};

// All allocations of the program.
struct Allocations {
  std::mutex mutex;
  std::map<void*, bool> all;  // true: release_all() keeps it
};
Allocations& allocations() {
  static Allocations& one = *new Allocations;
  return one;
}

// A direction that the pointers contradict.
bool contradicts(const Rows& rows, CopyKind kind) {
  const Connection& device = Connection::get();
  const bool to_device = kind == CopyKind::kHostToDevice || kind == CopyKind::kDeviceToDevice;
  const bool from_device = kind == CopyKind::kDeviceToHost || kind == CopyKind::kDeviceToDevice;
  return (to_device && !device.holds(rows.to)) || (from_device && !device.holds(rows.from));
}

// Only memory that kernels can access is filled, in elements at multiples of their size.
bool fillable(const void* to, std::size_t pitch, unsigned element_bytes, std::size_t rows) {
  if (element_bytes != 1 && element_bytes != 2 && element_bytes != 4) return false;
  if (reinterpret_cast<std::uintptr_t>(to) % element_bytes != 0) return false;
  if (rows > 1 && pitch % element_bytes != 0) return false;
  return Connection::get().holds(to) || device_address_of(to);
}

void fill_row(char* to, unsigned value, unsigned element_bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * element_bytes, &value, element_bytes);
}

// From the first byte of the first row to the last of the last.
std::size_t span(std::size_t pitch, std::size_t bytes, std::size_t rows) {
  return rows == 0 || bytes == 0 ? 0 : sum(product(pitch, rows - 1), bytes);
}

}  // namespace

bool host_shares_memory() { return shared; }
void share_with_host() { shared = true; }

CudaError allocate(std::size_t bytes, const std::string& name, void*& pointer) {
  pointer = nullptr;
  if (bytes == 0) return Connection::get().ready();
  Packed request;
  request.put(Call::kAllocate).put<std::uint64_t>(bytes).text(name);
  std::string values;
  const CudaError error = Connection::get().call(request, &values);
  if (error != CudaError::kSuccess) return error;
  pointer = reinterpret_cast<void*>(Unpacked(values).get<std::uint64_t>());
  const std::lock_guard<std::mutex> lock(allocations().mutex);
  allocations().all[pointer] = false;
  return error;
}

CudaError memory_info(std::size_t& free, std::size_t& total) {
  std::string values;
  Packed request;
  request.put(Call::kFreeBytes);
  const CudaError error = Connection::get().call(request, &values);
  free = error == CudaError::kSuccess ? Unpacked(values).get<std::uint64_t>() : 0;
  total = Connection::get().facts().memory_bytes;
  return error;
}

CudaError release(void* pointer) {
  if (!pointer) return Connection::get().ready();
  const std::lock_guard<std::mutex> lock(allocations().mutex);
  const CudaError error = call(Call::kRelease, reinterpret_cast<std::uint64_t>(pointer));
  if (error == CudaError::kSuccess) allocations().all.erase(pointer);
  return error;
}

CudaError release_all() {
  const std::lock_guard<std::mutex> lock(allocations().mutex);
  auto& all = allocations().all;
  for (auto one = all.begin(); one != all.end();) {
    if (one->second) {
      ++one;
      continue;
    }
    const CudaError error = call(Call::kRelease, reinterpret_cast<std::uint64_t>(one->first));
    if (error != CudaError::kSuccess) return error;
    one = all.erase(one);
  }
  return CudaError::kSuccess;
}

void keep_at_reset(void* pointer) {
  const std::lock_guard<std::mutex> lock(allocations().mutex);
  const auto known = allocations().all.find(pointer);
  if (known != allocations().all.end()) known->second = true;
}

bool is_allocated(const void* pointer) {
  std::string values;
  Packed request;
  request.put(Call::kIsAllocated).put(reinterpret_cast<std::uint64_t>(pointer));
  return Connection::get().call(request, &values) == CudaError::kSuccess && Unpacked(values).get<std::uint8_t>() != 0;
}

CudaError check(const void* pointer, std::size_t bytes, bool writes) {
  if (bytes == 0) return CudaError::kSuccess;
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  if (!Connection::get().holds(pointer)) return pointer ? CudaError::kSuccess : CudaError::kInvalidValue;
  return call(Call::kCheck, reinterpret_cast<std::uint64_t>(pointer), std::uint64_t{bytes},
              static_cast<std::uint8_t>(writes));
}

CudaError copy(const Rows& rows, CopyKind kind) {
  if (kind < CopyKind::kHostToHost || kind > CopyKind::kDefault) return CudaError::kInvalidMemcpyDirection;
  if (rows.rows > 1 && (rows.to_pitch < rows.bytes || rows.from_pitch < rows.bytes))
    return CudaError::kInvalidPitchValue;
  CudaError error = check(rows.from, span(rows.from_pitch, rows.bytes, rows.rows), false);
  if (error == CudaError::kSuccess) error = check(rows.to, span(rows.to_pitch, rows.bytes, rows.rows), true);
  if (error != CudaError::kSuccess) return error;
  if (rows.bytes != 0 && rows.rows != 0 && contradicts(rows, kind)) return CudaError::kInvalidValue;
  for (std::size_t row = 0; row < rows.rows && rows.bytes != 0; ++row)
    std::memmove(static_cast<char*>(rows.to) + row * rows.to_pitch,
                 static_cast<const char*>(rows.from) + row * rows.from_pitch, rows.bytes);
  return CudaError::kSuccess;
}

CudaError copy_pitched(const Rows& rows, CopyKind kind) {
  const bool fits = rows.bytes <= rows.to_pitch && rows.bytes <= rows.from_pitch;
  return fits ? copy(rows, kind) : CudaError::kInvalidPitchValue;
}

CudaError copy(void* to, const void* from, std::size_t bytes, CopyKind kind) {
  return copy(Rows{to, 0, from, 0, bytes, 1}, kind);
}

CudaError fill(void* to, std::size_t pitch, unsigned value, unsigned element_bytes, std::size_t count,
               std::size_t rows) {
  const std::size_t bytes = product(count, element_bytes);
  if (rows > 1 && pitch < bytes) return CudaError::kInvalidPitchValue;
  const CudaError error = check(to, span(pitch, bytes, rows), true);
  if (error != CudaError::kSuccess || rows == 0 || bytes == 0) return error;
  if (!fillable(to, pitch, element_bytes, rows)) return CudaError::kInvalidValue;
  for (std::size_t row = 0; row < rows; ++row) {
    char* const at = static_cast<char*>(to) + row * pitch;
    element_bytes == 1 ? static_cast<void>(std::memset(at, static_cast<int>(value), bytes))
                       : fill_row(at, value, element_bytes, count);
  }
  return CudaError::kSuccess;
}

}  // namespace unibank::exec
