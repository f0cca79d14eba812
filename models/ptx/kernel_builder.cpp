#include "ptx/kernel_builder.h"

#include <algorithm>

#include "base/nearest_name.h"
#include "ptx/instruction_parser.h"
#include "ptx/instruction_table.h"
#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

constexpr std::size_t kOwn = ~std::size_t{0};

// At most this many names in a message.
std::vector<std::string> shortened(std::vector<std::string> names) {
  constexpr std::size_t kMost = 30;
  std::sort(names.begin(), names.end());
  if (names.empty()) names.push_back("none");
  if (names.size() > kMost) {
    names.resize(kMost);
    names.push_back("...");
  }
  return names;
}

Variable reserved_scratchpad() {
  Variable variable;
  variable.name = kReservedScratchpad;
  variable.space = StateSpace::kShared;
  variable.array = true;
  variable.bytes = kReservedScratchpadBytes;
  variable.align = 16;
  variable.type = Type::kB8;
  return variable;
}

std::string titled(const Kernel& body) { return (body.entry ? "kernel '" : "function '") + body.name + "'"; }
std::string short_name(const Token& token) { return std::string(token.text.substr(0, 60)); }

}  // namespace

KernelBuilder::KernelBuilder(Cursor& cursor, const ModuleScope& module, Kernel& kernel)
    : cursor_(cursor), module_(module), kernel_(kernel), scopes_(1) {}

void KernelBuilder::open_scope() {
  if (scopes_.size() == kMaxScopeDepth)
    cursor_.fail(cursor_.look(), "scopes are nested more than " + std::to_string(kMaxScopeDepth) + " deep");
  scopes_.emplace_back();
}

// A label that no inner scope has may be in an outer one, further down.
bool KernelBuilder::close_scope() {
  resolve_labels(scopes_.back());
  const std::vector<LabelUse> open = std::move(scopes_.back().uses);
  if (scopes_.size() > 1) {
    scopes_.pop_back();
    scopes_.back().uses.insert(scopes_.back().uses.end(), open.begin(), open.end());
    return false;
  }
  if (!open.empty()) {
    std::vector<std::string> known;
    for (const auto& [name, index] : scopes_.back().labels) known.push_back(name);
    const Token& name = open.front().name;
    cursor_.fail(name, unknown_name("label", short_name(name), shortened(std::move(known))));
  }
  return true;
}

void KernelBuilder::resolve_labels(Scope& scope) {
  std::vector<LabelUse> open;
  for (const LabelUse& use : scope.uses) {
    const auto found = scope.labels.find(std::string(use.name.text));
    if (found == scope.labels.end()) {
      open.push_back(use);
    } else {
      Operand& operand = kernel_.instructions[use.instruction].operands[use.operand];
      Operand& target = use.element == kWhole ? operand : operand.elements[use.element];
      target.index = static_cast<std::int32_t>(found->second);
    }
  }
  scope.uses = std::move(open);
}

void KernelBuilder::refuse_taken(const Token& name, bool range) const {
  const Scope& scope = scopes_.back();
  const std::string text(name.text);
  bool taken = scope.symbols.count(text) != 0;
  if (range) {
    for (const Range& other : scope.ranges) taken |= other.prefix == text;
  } else {
    taken |= scope.registers.count(text) != 0 || in_range(scope, name.text);
  }
  if (taken) cursor_.fail(name, quoted(name) + " is declared twice");
}

void KernelBuilder::add_parameter(const Declaration& declared) {
  Variable variable = declared.variable;
  refuse_taken(declared.name, false);
  place(cursor_, declared.name, variable, kernel_.parameter_bytes, kMaxParameterBytes);
  scopes_.front().symbols[variable.name] = static_cast<int>(kernel_.symbols.size());
  kernel_.parameters.push_back(variable);
  kernel_.symbols.push_back(std::move(variable));
  module_order_.push_back(kOwn);
}

void KernelBuilder::add_return(const Declaration& declared) {
  Variable variable = declared.variable;
  refuse_taken(declared.name, false);
  place(cursor_, declared.name, variable, return_bytes_, kMaxParameterBytes);
  scopes_.front().symbols[variable.name] = static_cast<int>(kernel_.symbols.size());
  kernel_.returns.push_back(variable);
  kernel_.symbols.push_back(std::move(variable));
  module_order_.push_back(kOwn);
}

void KernelBuilder::add_variable(const Declaration& declared) {
  Variable variable = declared.variable;
  refuse_taken(declared.name, false);
  if (variable.space == StateSpace::kLocal)
    place(cursor_, declared.name, variable, kernel_.local_bytes, kMaxLocalBytes);
  scopes_.back().symbols[variable.name] = static_cast<int>(kernel_.symbols.size());
  kernel_.symbols.push_back(std::move(variable));
  module_order_.push_back(kOwn);
}

void KernelBuilder::count_registers(const Token& at, std::uint64_t more) {
  declared_registers_ += more;
  if (declared_registers_ > kMaxVirtualRegisters)
    cursor_.fail(at, titled(kernel_) + " declares more than " + std::to_string(kMaxVirtualRegisters) +
                         " registers, the most that this version supports");
}

void KernelBuilder::add_registers() {
  const Token& token = cursor_.look();
  Type type = cursor_.is_directive() ? find_type(token.text.substr(1)) : Type::kNone;
  if (type == Type::kNone) cursor_.fail_expected("the type of the registers, such as .b32, .f64 or .pred");
  if (bytes_of(type) == 1) type = Type::kB16;  // a register has at least 16 bits
  cursor_.take();
  do {
    const Token& name = cursor_.expect_name("the name of a register");
    if (cursor_.accept("<")) {
      refuse_taken(name, true);
      const auto count = cursor_.expect_integer("a number of registers", 1, kMaxVirtualRegisters);
      count_registers(name, count);
      cursor_.expect(">", "after the number of registers");
      scopes_.back().ranges.push_back({std::string(name.text), static_cast<unsigned>(count), type});
    } else {
      refuse_taken(name, false);
      count_registers(name, 1);
      new_register(scopes_.back(), name.text, type);
    }
  } while (cursor_.accept(","));
  cursor_.expect(";", "or ',' after the register");
}

int KernelBuilder::new_register(Scope& scope, std::string_view name, Type type) {
  const int index = static_cast<int>(kernel_.registers.size());
  kernel_.registers.push_back({std::string(name), type});
  scope.registers[std::string(name)] = index;
  return index;
}

int KernelBuilder::add_temporary(Type type) {
  if (kernel_.registers.size() >= 2 * kMaxVirtualRegisters)
    cursor_.fail(cursor_.look(), titled(kernel_) + " needs more than " + std::to_string(2 * kMaxVirtualRegisters) +
                                     " registers with those of its wmma");
  const int index = static_cast<int>(kernel_.registers.size());
  kernel_.registers.push_back({"%wmma:" + std::to_string(index), type});
  return index;
}

KernelBuilder::Number KernelBuilder::number_of(std::string_view name) {
  constexpr std::size_t kMostDigits = 6;  // numbers of registers have fewer (kMaxVirtualRegisters)
  Number number;
  std::size_t digits = 0;
  while (digits < name.size() && name[name.size() - 1 - digits] >= '0' && name[name.size() - 1 - digits] <= '9')
    ++digits;
  number.prefix = name.substr(0, name.size() - digits);
  const std::string_view written = name.substr(number.prefix.size());
  for (const char c : written.substr(0, kMostDigits)) number.value = number.value * 10 + static_cast<unsigned>(c - '0');
  number.valid = digits > 0 && digits <= kMostDigits && (digits == 1 || written.front() != '0');
  return number;
}

const KernelBuilder::Range* KernelBuilder::in_range(const Scope& scope, std::string_view name) {
  const Number number = number_of(name);
  for (const Range& range : scope.ranges)
    if (number.valid && range.prefix == number.prefix && number.value < range.count) return &range;
  return nullptr;
}

// Registers of a range are created on first use, because compilers declare more than they use.
int KernelBuilder::find_register(const Token& name) {
  const std::string text(name.text);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->registers.find(text);
    if (found != scope->registers.end()) return found->second;
    if (const Range* range = in_range(*scope, name.text)) return new_register(*scope, name.text, range->type);
    if (scope->symbols.count(text)) return -1;  // hides registers of outer scopes
  }
  return -1;
}

int KernelBuilder::find_symbol(const Token& name) {
  const std::string text(name.text);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->symbols.find(text);
    if (found != scope->symbols.end()) return found->second;
  }
  const auto seen = mentioned_.find(text);
  if (seen != mentioned_.end()) return seen->second;
  if (name.text == kReservedScratchpad) return mention(reserved_scratchpad(), kOwn);
  const auto found = module_.names.find(text);
  return found == module_.names.end() ? -1 : mention(module_.variables[found->second], found->second);
}

int KernelBuilder::mention(const Variable& variable, std::size_t order) {
  const int index = static_cast<int>(kernel_.symbols.size());
  kernel_.symbols.push_back(variable);
  kernel_.symbols.back().initial.clear();  // stored only in Module::globals
  kernel_.symbols.back().module = true;
  module_order_.push_back(order);
  mentioned_[variable.name] = index;
  return index;
}

int KernelBuilder::find_function(const Token& name) const {
  const std::string text(name.text);
  for (const Scope& scope : scopes_)
    if (scope.symbols.count(text)) return -1;
  const auto found = module_.functions.find(text);
  return found == module_.functions.end() ? -1 : found->second;
}

int KernelBuilder::find_prototype(const Token& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->prototypes.find(std::string(name.text));
    if (found != scope->prototypes.end()) return found->second;
  }
  return -1;
}

const std::vector<Token>* KernelBuilder::find_targets(const Token& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->targets.find(std::string(name.text));
    if (found != scope->targets.end()) return &found->second;
  }
  return nullptr;
}

void KernelBuilder::add_prototype(const Token& name, Prototype prototype) {
  const auto index = static_cast<int>(kernel_.prototypes.size());
  if (!scopes_.back().prototypes.emplace(std::string(name.text), index).second)
    cursor_.fail(name, "the prototype " + quoted(name) + " is defined twice in this scope");
  kernel_.prototypes.push_back(std::move(prototype));
}

void KernelBuilder::add_targets(const Token& name, std::vector<Token> labels) {
  if (!scopes_.back().targets.emplace(std::string(name.text), std::move(labels)).second)
    cursor_.fail(name, "the list " + quoted(name) + " is defined twice in this scope");
}

void KernelBuilder::add_label(const Token& name) {
  const std::size_t index = last_label_ = kernel_.instructions.size();
  if (!scopes_.back().labels.emplace(std::string(name.text), index).second)
    cursor_.fail(name, "the label " + quoted(name) + " is defined twice in this scope");
  kernel_.labels.emplace(std::string(name.text), static_cast<std::uint32_t>(index));
}

void KernelBuilder::use_label(const Token& name, std::size_t operand, std::size_t element) {
  scopes_.back().uses.push_back({name, kernel_.instructions.size(), operand, element});
}

void KernelBuilder::finish(const Token& end) {
  // A thread that reaches the closing brace ends; an explicit `ret` spares all later passes this case.
  Instruction ret;
  ret.opcode = static_cast<Opcode>(Op::kRet);
  ret.location = location_of(end);
  ret.text = "ret;";
  const bool needed = kernel_.instructions.empty() || !ends_block(kernel_.instructions.back()) ||
                      kernel_.instructions.back().guard.kind != Operand::Kind::kNone ||
                      last_label_ == kernel_.instructions.size();
  if (needed) add(std::move(ret));
  lay_out_scratchpad();
}

// Module variables first, both in order of declaration; arrays without a size all start after the others.
void KernelBuilder::lay_out_scratchpad() {
  std::vector<std::size_t> order;
  std::uint64_t dynamic_align = 1;
  for (std::size_t i = 0; i < kernel_.symbols.size(); ++i)
    if (kernel_.symbols[i].space == StateSpace::kShared) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [this](std::size_t a, std::size_t b) { return module_order_[a] < module_order_[b]; });
  for (const std::size_t i : order) {
    Variable& variable = kernel_.symbols[i];
    Token name = cursor_.look();
    name.text = variable.name;
    if (variable.bytes != 0) {
      place(cursor_, name, variable, kernel_.scratchpad_bytes, kMaxVariableBytes);
    } else {
      kernel_.dynamic_scratchpad = true;
      dynamic_align = std::max<std::uint64_t>(dynamic_align, variable.align);
    }
  }
  // Users of the kernel align the dynamic array to 16 bytes; a larger alignment comes from the size of the static part.
  if (dynamic_align > 16) kernel_.scratchpad_bytes = round_up(kernel_.scratchpad_bytes, dynamic_align);
  for (const std::size_t i : order)
    if (kernel_.symbols[i].bytes == 0) kernel_.symbols[i].offset = round_up(kernel_.scratchpad_bytes, 16);
}

void KernelBuilder::unknown_register(const Token& name) const {
  std::vector<std::string> known;
  for (const Scope& scope : scopes_) {
    for (const Range& range : scope.ranges) known.push_back(range.prefix + "<" + std::to_string(range.count) + ">");
    for (const auto& [text, index] : scope.registers)
      if (!in_range(scope, text)) known.push_back(text);
  }
  std::string text = unknown_name("register", short_name(name), known = shortened(std::move(known)));
  if (nearest_name(name.text, known).empty()) {
    const std::string meant = nearest_name(name.text, special_register_names());
    if (!meant.empty()) text += "; did you mean the special register '" + meant + "'?";
  }
  cursor_.fail(name, text);
}

void KernelBuilder::unknown_function(const Token& name) const {
  std::vector<std::string> known;
  for (const auto& [text, index] : module_.functions) known.push_back(text);
  cursor_.fail(name, unknown_name("function", short_name(name), shortened(std::move(known))));
}

void KernelBuilder::unknown_symbol(const Token& name) const {
  if (module_.kernels.count(std::string(name.text)))
    cursor_.fail(name, "found the kernel " + quoted(name) + "; expected a variable: kernels that launch kernels are "
                       "not in this model");
  for (const std::string& undefined : module_.undefined)
    if (name.text == undefined)
      cursor_.fail(name, "the external variable " + quoted(name) + " is not defined in this module");
  std::vector<std::string> known;
  for (const auto& [text, index] : module_.names) known.push_back(text);
  for (const Scope& scope : scopes_)
    for (const auto& [text, index] : scope.symbols) known.push_back(text);
  cursor_.fail(name, unknown_name("variable", short_name(name), shortened(std::move(known))));
}

}  // namespace unibank::ptx
