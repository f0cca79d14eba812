#include <catch2/catch.hpp>

#include "tlm/pool.h"

using namespace unibank;

namespace {

struct Request : Payload {
  int index = 0;
};

}  // namespace

TEST_CASE("a payload comes back with its last reference and is used again") {
  PayloadPool<Request> pool;
  Request* first = pool.get();
  CHECK(pool.in_use() == 1);
  first->acquire();
  first->release();
  CHECK(pool.in_use() == 1);
  first->release();
  CHECK(pool.in_use() == 0);
  CHECK(pool.get() == first);
  first->release();
}

TEST_CASE("a payload has a buffer of a line, a note for observers, and no response yet") {
  PayloadPool<Request> pool;
  Request* request = pool.get();
  CHECK(request->get_data_ptr() != nullptr);
  CHECK(request->get_byte_enable_ptr() == nullptr);
  CHECK(request->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
  CHECK(request->get_streaming_width() == 128);
  AccessNote* note = nullptr;
  request->get_extension(note);
  REQUIRE(note != nullptr);
  CHECK(note->kind == AccessNote::Kind::kNone);
  CHECK(note->warp == AccessNote::kNoWarp);
  request->set_response_status(tlm::TLM_OK_RESPONSE);
  request->release();
  CHECK(pool.get()->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
  request->release();
}
