#include "tlm/due_queue.h"

#include <catch2/catch.hpp>

using namespace unibank;

TEST_CASE("answers are taken in order of their cycles and in order of arrival within one") {
  int first = 0, second = 0, early = 0;
  DueQueue<int> queue;
  CHECK(queue.next() == kNever);
  CHECK(queue.take(100) == nullptr);
  queue.add(7, first);
  queue.add(7, second);
  queue.add(5, early);
  CHECK(queue.next() == 5);
  CHECK(queue.take(4) == nullptr);
  CHECK(queue.take(7) == &early);
  CHECK(queue.take(6) == nullptr);
  CHECK(queue.take(7) == &first);
  CHECK(queue.take(9) == &second);
  CHECK(queue.next() == kNever);
}
