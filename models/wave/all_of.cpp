#include <algorithm>

#include "wave/writer.h"

namespace unibank::wave {

namespace {

class SeveralWriters : public Writer {
 public:
  explicit SeveralWriters(std::vector<std::unique_ptr<Writer>> writers) : writers_(std::move(writers)) {}

  SignalId signal(const std::string& path, unsigned bits) override {
    std::vector<SignalId> ids;
    for (const auto& writer : writers_) ids.push_back(writer->signal(path, bits));
    return declare(std::move(ids));
  }
  SignalId text_signal(const std::string& path, std::vector<std::string> texts) override {
    std::vector<SignalId> ids;
    for (const auto& writer : writers_) ids.push_back(writer->text_signal(path, texts));
    return declare(std::move(ids));
  }
  void declared() override {
    for (const auto& writer : writers_) writer->declared();
  }
  void record(SignalId signal, Cycle at, std::uint64_t value) override {
    for (std::size_t i = 0; i < writers_.size(); ++i) writers_[i]->record(signals_[signal.index][i], at, value);
  }
  void advance(Cycle now) override {
    for (const auto& writer : writers_) writer->advance(now);
  }
  void finish(Cycle end) override {
    for (const auto& writer : writers_) writer->finish(end);
  }
  Cycle window_end() const override {
    Cycle last = 0;
    for (const auto& writer : writers_) last = std::max(last, writer->window_end());
    return last;
  }
  std::string remark() const override { return writers_.front()->remark(); }

 private:
  SignalId declare(std::vector<SignalId> ids) {
    signals_.push_back(std::move(ids));
    return {static_cast<unsigned>(signals_.size() - 1)};
  }

  std::vector<std::unique_ptr<Writer>> writers_;
  std::vector<std::vector<SignalId>> signals_;  // [signal][writer]
};

}  // namespace

std::unique_ptr<Writer> all_of(std::vector<std::unique_ptr<Writer>> writers) {
  if (writers.empty()) return nullptr;
  if (writers.size() == 1) return std::move(writers.front());
  return std::make_unique<SeveralWriters>(std::move(writers));
}

}  // namespace unibank::wave
