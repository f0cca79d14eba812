#include "wave/fst_system.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace unibank::wave {

namespace {
constexpr std::size_t kHeld = 1 << 18;
}  // namespace

thread_local FstSystem* FstSystem::current_ = nullptr;

void FstFile::write(const void* bytes, std::size_t count) {
  if (output_ && (at_ < given_ || held_.size() >= kHeld)) flush();
  if (at_ < given_) {  // fstapi overwrites a length field after it has written the bytes counted by the field
    output_->write_at(at_, {static_cast<const char*>(bytes), count});
  } else {
    const auto place = static_cast<std::size_t>(at_ - given_);
    if (held_.size() < place + count) held_.resize(place + count);
    std::memcpy(held_.data() + place, bytes, count);
  }
  at_ += count;
  end_ = std::max(end_, at_);
}

void FstFile::flush() {
  if (!output_) return;
  output_->write_at(given_, {reinterpret_cast<const char*>(held_.data()), held_.size()});
  given_ += held_.size();
  held_.clear();
}

void FstFile::cut(std::uint64_t length) {
  flush();
  if (output_)
    output_->cut(length);
  else
    held_.resize(static_cast<std::size_t>(length));
  if (output_) given_ = length;
  end_ = length;
}

FstSystem::~FstSystem() {
  while (blocks_.behind != &blocks_) {
    Block* const block = blocks_.behind;
    unlink(block);
    std::free(block);
  }
}

void FstSystem::link(Block* block) {
  block->before = &blocks_;
  block->behind = blocks_.behind;
  blocks_.behind->before = block;
  blocks_.behind = block;
}

void FstSystem::unlink(Block* block) {
  block->before->behind = block->behind;
  block->behind->before = block->before;
}

void* FstSystem::allocate(std::size_t bytes) {
  auto* const block = static_cast<Block*>(std::malloc(sizeof(Block) + bytes));
  if (!block) throw std::bad_alloc();
  link(block);
  return block + 1;
}

void* FstSystem::resize(void* memory, std::size_t bytes) {
  if (!memory) return allocate(bytes);
  Block* const block = static_cast<Block*>(memory) - 1;
  unlink(block);
  auto* const moved = static_cast<Block*>(std::realloc(block, sizeof(Block) + bytes));
  link(moved ? moved : block);
  if (!moved) throw std::bad_alloc();
  return moved + 1;
}

void FstSystem::release(void* memory) {
  if (!memory) return;
  Block* const block = static_cast<Block*>(memory) - 1;
  unlink(block);
  std::free(block);
}

FstFile* FstSystem::open(bool output) {
  files_.push_back(std::make_unique<FstFile>(output ? &output_ : nullptr));
  return files_.back().get();
}

std::size_t FstSystem::number_of(const FstFile* file) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [file](const auto& one) { return one.get() == file; });
  return static_cast<std::size_t>(found - files_.begin());
}

}  // namespace unibank::wave
