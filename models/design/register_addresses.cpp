#include "design/register_addresses.h"

#include "base/hexadecimal.h"
#include "base/input_error.h"

namespace unibank {

RegisterAddresses register_addresses(const Design& design) {
  if (!design.storage_layout()->integrated()) return {};
  return register_addresses(design.gpu.sms, design.capacity().bytes(Part::kRegisters) / kLineBytes);
}

void refuse_register_address(const Design& design, const std::string& found) {
  const RegisterAddresses registers = register_addresses(design);
  throw InputError(found + "; expected no address from " + hexadecimal(registers.begin) + " to " +
                   hexadecimal(registers.begin + registers.bytes - 1) + ": design '" + design.name +
                   "' has registers there, because they are lines of the array (storage.layout = \"" +
                   design.layout.name + "\")");
}

}  // namespace unibank
