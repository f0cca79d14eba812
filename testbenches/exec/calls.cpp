#include "exec/calls.h"

#include "base/input_error.h"

namespace unibank::exec {
namespace {

// "sm_75" is architecture 75.
std::uint32_t architecture_of(const std::string& target) {
  std::uint32_t number = 0;
  for (const char digit : target)
    if (digit >= '0' && digit <= '9') number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  return number;
}

void set_facts_of_module(KernelFacts& facts, const ptx::Module& module) {
  facts.architecture = architecture_of(module.target);
  for (const ptx::Variable& one : module.globals)
    if (one.space == ptx::StateSpace::kConst) facts.constant_bytes += one.bytes;
}

}  // namespace

Calls::Calls(const MachineRequest& request, int file, wave::Writer* waves)
    : machine_(request, file, waves), modules_(machine_) {
  machine_.memory().set_print([this](std::string_view text) { printed_ += text; });
}

std::string Calls::answer(std::string_view bytes) {
  Answer answer;
  Packed values;
  std::string text;
  sends_memory_ = false;
  try {
    Unpacked call(bytes);
    const auto which = call.get<Call>();
    if (broken_) throw *broken_;
    take(which, call, values);
  } catch (const CallError& error) {
    answer.error = error.error;
    answer.sticky = error.sticky ? 1 : 0;
    if (!broken_) text = error.what();
    if (error.sticky && !broken_) {
      broken_ = error;
      failure_ = text;
    }
  } catch (const BadMessage& error) {
    answer.error = CudaError::kInvalidValue;
    text = error.what();
  }
  answer.microseconds = machine_.microseconds();
  Packed all;
  all.put(answer).text(text).text(printed_).text(values.bytes());
  printed_.clear();
  return all.bytes();
}

void Calls::take(Call which, Unpacked& call, Packed& values) {
  switch (which) {
    case Call::kHello:
      program_ = call.text();
      sends_memory_ = true;
      values.put(machine_.facts());
      return;
    case Call::kModule: values.put(modules_.load(call.text())); return;
    case Call::kKernel: return kernel(call, values);
    case Call::kVariable: return variable(call, values);
    case Call::kLaunch: return launch(call);
    case Call::kTexture: return texture(call, values);
    case Call::kOccupancy: return occupancy(call, values);
    case Call::kTime: return;
    case Call::kFreeBytes: values.put(machine_.free_bytes()); return;
    case Call::kPrefer: return prefer(call);
    case Call::kIsAllocated:
      values.put(std::uint8_t{machine_.memory().range_of(call.get<std::uint64_t>()).end != 0});
      return;
    default: return memory(which, call, values);
  }
}

void Calls::memory(Call which, Unpacked& call, Packed& values) {
  const CudaError error = which == Call::kAllocate ? CudaError::kMemoryAllocation : CudaError::kInvalidValue;
  try {
    switch (which) {
      case Call::kAllocate: return allocate(call, values);
      case Call::kRelease: return machine_.memory().release(call.get<std::uint64_t>());
      case Call::kCheck: return check(call);
      case Call::kLimit: return limit(call);
      case Call::kReset: return modules_.restore_variables();
      default: throw InputError("an unknown call");
    }
  } catch (const InputError& refused) {
    throw CallError(error, refused.what());
  }
}

void Calls::allocate(Unpacked& call, Packed& values) {
  const auto bytes = call.get<std::uint64_t>();
  values.put(machine_.memory().allocate(bytes, call.text()));
}

void Calls::check(Unpacked& call) {
  const auto address = call.get<std::uint64_t>(), bytes = call.get<std::uint64_t>();
  const bool writes = call.get<std::uint8_t>() != 0;
  DeviceMemory& memory = machine_.memory();
  if (bytes != 0 && !memory.range_of(address).holds(address, bytes))
    throw CallError(CudaError::kInvalidValue, "a copy of " + std::to_string(bytes) +
                                                  " bytes does not lie in one allocation: it begins " +
                                                  memory.describe(address));
  if (writes) memory.note_host_write();
}

void Calls::limit(Unpacked& call) {
  const auto which = call.get<Limit>();
  const auto value = call.get<std::uint64_t>();
  which == Limit::kHeap ? machine_.memory().set_heap_bytes(value) : modules_.set_stack_bytes(value);
}

void Calls::prefer(Unpacked& call) {
  const auto module = call.get<std::uint32_t>();
  const std::string name = call.text();
  const auto percent = call.get<std::int32_t>();
  if (percent < -1 || percent > 100)
    throw CallError(CudaError::kInvalidValue, "kernel '" + name + "' prefers " + std::to_string(percent) +
                                                  " percent of scratchpad; expected -1 to 100");
  modules_.kernel(module, name);
  modules_.device(module).prefer_scratchpad(name, percent);
}

void Calls::kernel(Unpacked& call, Packed& values) {
  const auto module = call.get<std::uint32_t>();
  const ptx::Kernel& kernel = modules_.kernel(module, call.text());
  KernelFacts facts;
  facts.parameters = static_cast<std::uint32_t>(kernel.parameters.size());
  facts.registers = kernel.registers_per_thread;
  facts.most_threads = static_cast<std::uint32_t>(kernel.launch_bounds.most(facts.most_threads));
  const Dim3& required = kernel.launch_bounds.required;
  facts.required[0] = required.x;
  facts.required[1] = required.y;
  facts.required[2] = required.z;
  facts.parameter_bytes = kernel.parameter_bytes;
  facts.scratchpad_bytes = kernel.scratchpad_bytes;
  facts.local_bytes = kernel.local_bytes;
  set_facts_of_module(facts, modules_.device(module).module_of(kernel.name));
  values.put(facts);
  Packed parameters;
  for (const ptx::Variable& one : kernel.parameters) parameters.put(FactsOfParameter{one.offset, one.bytes});
  values.text(parameters.bytes());
}

void Calls::variable(Unpacked& call, Packed& values) {
  const auto module = call.get<std::uint32_t>();
  const Modules::Variable found = modules_.variable(module, call.text());
  values.put(found.address).put(found.bytes);
}

void Calls::launch(Unpacked& call) {
  const auto request = call.get<LaunchRequest>();
  const std::string kernel = call.text(), arguments = call.text();
  modules_.launch(request, kernel, arguments);
}

void Calls::texture(Unpacked& call, Packed& values) {
  const auto request = call.get<TextureRequest>();
  values.put(modules_.texture(request, call.text()));
}

void Calls::occupancy(Unpacked& call, Packed& values) {
  const auto module = call.get<std::uint32_t>();
  const std::string name = call.text();
  const auto threads = call.get<std::uint32_t>();
  const auto dynamic_bytes = call.get<std::uint64_t>();
  const ptx::Kernel& kernel = modules_.kernel(module, name);
  const int preferred = modules_.device(module).preferred_scratchpad(name);
  const Dim3 block{threads, 1, 1};
  const auto bytes = static_cast<unsigned>(dynamic_bytes);
  values.put(std::uint32_t{
      dynamic_bytes > Modules::kMostDynamicBytes ? 0 : machine_.occupancy(kernel, block, bytes, preferred)});
}

}  // namespace unibank::exec
