// my_l2_tags.sv in place of the tags of every L2 slice: `[l2_tags] model = "my_l2_tags"`.
#include "Vmy_l2_tags.h"
#include "cosim/l2_tags_transactor.h"
#include "cosim/rtl_block.h"

namespace {

using namespace unibank;

class MyL2Tags : public rtl::L2TagsBlock {
 public:
  explicit MyL2Tags(unsigned fault = 0) { top_->fault = fault & 1; }
  unsigned most_sets() const override { return 512; }  // parameters SETS and WAYS
  unsigned most_ways() const override { return 16; }
  void configure(unsigned sets, unsigned ways) override {
    top_->sets = sets;
    top_->ways = ways;
    top_->clear = 1;
    top_.edge();
    top_->clear = 0;
  }
  TagResult find(std::uint64_t line) override {
    top_->line = line;
    top_.settle();
    TagResult result;
    result.hit = top_->there;
    result.way = top_->way;
    result.set = top_->row;
    result.victim_valid = top_->goes;
    result.victim_address = top_->gone * kLineBytes;
    return result;
  }
  void touch(std::uint64_t line) override { use(line, false); }
  void enter(std::uint64_t line) override { use(line, true); }

 private:
  void use(std::uint64_t line, bool enter) {
    top_->line = line;
    top_->enter = enter;
    top_->use_it = 1;
    top_.edge();
    top_->use_it = 0;
  }
  rtl::Top<Vmy_l2_tags> top_;
};

const rtl::RtlBlock<L2TagsKind, rtl::L2TagsTransactor, MyL2Tags> kMyL2Tags("my_l2_tags", "my_l2_tags.sv: 512 x 16");

}  // namespace
