#include "soak/cases/section_text.h"

namespace unibank::test {

std::string constants_text(const LaunchKernel& kernel) {
  if (kernel.constants == 0) return "";
  std::string text = ".const .align 4 .u32 constants_of_" + kernel.name + "[";
  text += std::to_string(kernel.constants) + "] = {";
  for (unsigned word = 0; word < kernel.constants; ++word)
    text += (word == 0 ? "" : ", ") + std::to_string(kernel.constant(word));
  return text + "};\n";
}

void SectionText::more_parameters() {
  for (std::size_t s = 0; s < kernel_.slots.size(); ++s)
    if (kernel_.slots[s].textured) out_ << ", .param .u64 texture" << s;
  if (kernel_.has_order) out_ << ", .param .u64 locks";
}
void SectionText::more_registers() { out_ << ".reg .b32 %s, %f, %t<4>; .reg .pred %q;\n"; }

void SectionText::write_section(const Statement& one) {
  switch (one.action) {
    case Action::kLeave: return leave(one);
    case Action::kCopy: return copy(one, false);
    case Action::kCopyKept: return copy(one, true);
    case Action::kCopyLate: return copy_late(one);
    case Action::kLocked: return locked(one);
    case Action::kPublish: return publish(one);
    case Action::kConstant: return constant(one);
    default: return texture(one);
  }
}

// Addresses below the first buffer.
void SectionText::outside(const Statement& one) {
  if (one.outside == kNothing) return;
  out_ << "and.b32 %x, " << value(one.outside) << ", 7;\nsetp.eq.u32 %q, %x, 0;\n@%q mul.wide.u32 %d, %tid, 16;\n";
}
void SectionText::kept_place() {
  out_ << "mov.u32 %x, %tid;\n";
  in_array(kernel_.keeps_dynamic, 4, kernel_.keep_multiplier, kernel_.keep_offset);
}

std::string SectionText::fence(const Statement& one) { return one.fenced ? "fence.acq_rel.gpu;\n" : ""; }

void SectionText::leave(const Statement& one) {
  const std::string on = label();
  out_ << "and.b32 %x, " << (one.a == kNothing ? "%tid" : value(one.a)) << ", " << one.number
       << ";\nsetp.ge.u32 %p, %x, " << one.offset << ";\n@%p bra " << on << ";\n";
  tail();
  out_ << one.with << ";\n" << on << ":\n";
}

void SectionText::copy(const Statement& one, bool kept) {
  const auto array_place = [&] { kept ? kept_place() : in_array(array(), one.bytes, one.multiplier, one.offset); };
  place(one);
  outside(one);
  out_ << "mov.u32 %x, %tid;\n";
  array_place();
  out_ << one.with << " [%x], [%d], " << one.bytes << ";\ncp.async.commit_group;\n";
  write(one.body);
  out_ << one.after << ";\n" << (kept ? "" : "bar.sync 0;\n");
  other_thread(kept ? 0 : one.shift);
  array_place();
  out_ << "ld.shared" << type(one.bytes) << " " << values(one.to, one.bytes) << ", [%x];\n"
       << (kept ? "" : "bar.sync 0;\n");
}

void SectionText::copy_late(const Statement& one) {
  place(one);
  kept_place();
  out_ << one.with << " [%x], [%d], 4;\n";
}

// Lanes of a warp take the lock in turn: those without it go on to the end of the loop.
void SectionText::locked(const Statement& one) {
  const std::string head = label(), on = label(), end = label();
  place(one);
  out_ << "and.b32 %x, %x, 255;\nld.param.u64 %e, [locks];\nmad.wide.u32 %e, %x, 4, %e;\nand.b32 %s, " << value(one.a)
       << ", " << one.number << ";\nsetp.ne.u32 %p, %s, 0;\n@%p bra " << end << ";\nmov.u32 %s, 0;\n"
       << head << ":\n" << one.with << " %y, [%e], 0, 1;\nsetp.ne.u32 %p, %y, 0;\n@%p bra " << on << ";\n"
       << fence(one);
  for (unsigned done = 0; done < one.bytes; done += 4)
    out_ << "ld.global.u32 %y, [%d+" << done << "];\n" << operation_name(kernel_.slots[one.slot].operation, false)
         << " %y, %y, " << value(one.b) << ";\nst.global.u32 [%d+" << done << "], %y;\n";
  out_ << fence(one) << one.after << " [%e], 0;\nmov.u32 %s, 1;\n" << on
       << ":\nsetp.eq.u32 %p, %s, 0;\n@%p bra " << head << ";\n" << end << ":\n";
}

void SectionText::publish(const Statement& one) {
  const std::string end = label();
  own(one);
  out_ << "@%p st.global.u32 [%d], " << value(one.a) << ";\nld.param.u64 %e, [locks];\nadd.u32 %x, %tid, " << one.number
       << ";\nmad.wide.u32 %e, %x, 4, %e;\n"
       << fence(one) << one.with << " %y, [%e], 1;\n"
       << fence(one) << "div.u32 %s, %threads, " << kernel_.threads()
       << ";\nsub.u32 %x, %s, 1;\nsetp.ne.u32 %p, %y, %x;\n@%p bra " << end << ";\n";
  sum_published(one);
  out_ << end << ":\n";
}
// %s: the number of blocks.
void SectionText::sum_published(const Statement& one) {
  const std::string head = label();
  out_ << "st.global.u32 [%e], 0;\nmov.u32 %f, 0;\nmov.u32 %z, %tid;\n" << head << ":\n";
  own(one, "%z");
  out_ << "mov.u32 %y, 0;\n@%p " << one.after << " %y, [%d];\nmad.lo.u32 %f, %f, 31, %y;\nadd.u32 %z, %z, "
       << kernel_.threads() << ";\nsub.u32 %s, %s, 1;\nsetp.ne.u32 %p, %s, 0;\n@%p bra " << head << ";\n";
  own(one, "%tid");
  out_ << "@%p st.global.u32 [%d], %f;\n";
}

void SectionText::constant(const Statement& one) {
  out_ << "and.b32 %x, " << value(one.a) << ", " << one.number << ";\nmov.u64 %d, constants_of_" << kernel_.name
       << ";\nmad.wide.u32 %d, %x, 4, %d;\nld.const.u32 " << value(one.to) << ", [%d];\n";
}
void SectionText::texture(const Statement& one) {
  place(one);
  out_ << "ld.param.u64 %d, [texture" << one.slot << "];\ntex.1d.v4.u32.s32 {" << value(one.to)
       << ", %t1, %t2, %t3}, [%d, {%x}];\n";
}

}  // namespace unibank::test
