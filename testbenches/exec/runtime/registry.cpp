#include "exec/runtime/registry.h"

#include <algorithm>
#include <utility>

#include "exec/runtime/limits_of_device.h"

namespace unibank::exec {

namespace {

std::uint64_t most_dynamic_bytes_of(const Function& function) {
  const std::uint64_t most = scratchpad_without_request(Connection::get().facts());
  return most - std::min(most, function.facts.scratchpad_bytes);
}

}  // namespace

Registry& Registry::get() {
  static Registry& one = *new Registry;
  return one;
}

Module* Registry::add_module(std::vector<std::string> images) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  modules_.push_back(std::make_unique<Module>());
  modules_.back()->images = std::move(images);
  return modules_.back().get();
}

void Registry::add_function(Module* module, const void* key, const std::string& name) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  functions_.push_back(std::make_unique<Function>());
  Function* const function = functions_.back().get();
  function->module = module;
  function->name = name;
  function_keys_[function] = function;
  if (key) function_keys_[key] = function;
}

void Registry::add_variable(Module* module, const void* key, const std::string& name, void** managed) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  DeviceVariable& variable = variables_[key];
  variable = DeviceVariable();  // a library that was loaded before may have had another variable at this place
  variable.module = module;
  variable.name = name;
  variable.managed = managed;
}

Function* Registry::function(const void* key) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  const auto known = function_keys_.find(key);
  return known == function_keys_.end() ? nullptr : known->second;
}

CudaError Registry::load(Module& module) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (module.loaded || module.failed != CudaError::kSuccess) return module.failed;
  std::string image;
  for (const std::string& one : module.images) image += one;
  Packed request;
  request.put(Call::kModule).text(image);
  std::string values;
  module.failed = Connection::get().call(request, &values);
  if (module.failed != CudaError::kSuccess) return module.failed;
  module.number = Unpacked(values).get<std::uint32_t>();
  module.loaded = true;
  return CudaError::kSuccess;
}

CudaError Registry::complete(Function& function) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (function.known) return CudaError::kSuccess;
  const CudaError error = load(*function.module);
  if (error != CudaError::kSuccess) return error;
  Packed request;
  request.put(Call::kKernel).put(function.module->number).text(function.name);
  std::string values;
  const CudaError missing = Connection::get().call(request, &values);
  if (missing != CudaError::kSuccess) return missing;
  Unpacked from(values);
  function.facts = from.get<KernelFacts>();
  const std::string text = from.text();
  Unpacked parameters(text);
  for (std::uint32_t i = 0; i < function.facts.parameters; ++i)
    function.parameters.push_back(parameters.get<FactsOfParameter>());
  function.most_dynamic_bytes = most_dynamic_bytes_of(function);
  function.known = true;
  return CudaError::kSuccess;
}

CudaError Registry::variable_of(Module& module, const std::string& name, DeviceVariable& found) {
  const CudaError error = load(module);
  if (error != CudaError::kSuccess) return error;
  Packed request;
  request.put(Call::kVariable).put(module.number).text(name);
  std::string values;
  const CudaError missing = Connection::get().call(request, &values);
  if (missing != CudaError::kSuccess) return missing;
  Unpacked from(values);
  found.module = &module;
  found.name = name;
  found.address = from.get<std::uint64_t>();
  found.bytes = from.get<std::uint64_t>();
  return CudaError::kSuccess;
}

CudaError Registry::variable(const void* key, DeviceVariable*& found) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  const auto known = variables_.find(key);
  if (known == variables_.end()) return CudaError::kInvalidSymbol;
  found = &known->second;
  if (found->address != 0) return CudaError::kSuccess;
  return variable_of(*found->module, found->name, *found);
}

CudaError Registry::function_of(Module& module, const std::string& name, Function*& found) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  for (const auto& one : functions_)
    if (one->module == &module && one->name == name) found = one.get();
  if (!found) {
    add_function(&module, nullptr, name);
    found = functions_.back().get();
  }
  return complete(*found);
}

CudaError Registry::reset() {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  for (const auto& function : functions_) {
    if (function->known) function->most_dynamic_bytes = most_dynamic_bytes_of(*function);
    if (function->preferred_percent == -1) continue;
    Packed request;
    request.put(Call::kPrefer).put(function->module->number).text(function->name).put<std::int32_t>(-1);
    const CudaError error = Connection::get().call(request);
    if (error != CudaError::kSuccess) return error;
    function->preferred_percent = -1;
  }
  return CudaError::kSuccess;
}

CudaError Registry::place_managed() {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  for (auto& [key, one] : variables_) {
    DeviceVariable* found = nullptr;
    if (!one.managed || one.address != 0) continue;
    const CudaError error = variable(key, found);
    if (error != CudaError::kSuccess) return error;
    *one.managed = reinterpret_cast<void*>(found->address);
  }
  return CudaError::kSuccess;
}

}  // namespace unibank::exec
