// convolution: the CPU's columns judged by hand; the plain kernel and its virtual thread blocks.
#include "workloads/convolution/convolution.h"

#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "run_workload.h"

using namespace unibank;

TEST_CASE("convolution: a single pixel becomes a column of the taps") {
  constexpr std::size_t width = 3, height = 40;
  std::vector<float> taps(17), image(width * height), wanted(width * height);
  for (std::size_t i = 0; i < taps.size(); ++i) taps[i] = static_cast<float>(i + 1);
  image[20 * width + 1] = 1;
  for (std::size_t i = 0; i < taps.size(); ++i) wanted[(12 + i) * width + 1] = taps[i];
  CHECK(convolution::columns(image, width, taps) == wanted);
}

TEST_CASE("convolution: there are zeros above and below the image") {
  // An image of ones: each pixel becomes the sum of the taps that lie on the image.
  const std::vector<float> taps(17, 1.0f), image(20, 1.0f);
  const std::vector<float> columns = convolution::columns(image, 1, taps);
  for (std::size_t row = 0; row < 20; ++row) {
    const std::size_t above = std::min<std::size_t>(row, 8), below = std::min<std::size_t>(19 - row, 8);
    CHECK(columns[row] == static_cast<float>(above + 1 + below));
  }
}

TEST_CASE("convolution is right in all forms for images of several blocks") {
  for (const char* form : {"0", "1", "2"}) {
    for (const auto& [width, height] : {std::pair{16u, 128u}, std::pair{48u, 384u}}) {
      const Outcome outcome = run_functionally(
          "convolution", Size::kTiny,
          {{"width", std::to_string(width)}, {"height", std::to_string(height)}, {"form", form}});
      INFO("form " << form << ", " << width << " x " << height);
      CHECK(outcome.verdict.text == std::to_string(width * height) + " pixels equal");
      CHECK(outcome.counts.blocks == width / 16 * (height / (form[0] == '0' ? 64 : 128)));
      CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
    }
  }
}

TEST_CASE("convolution: one variable of 8256 bytes and one resident block of 128 threads, 256 when merged") {
  for (const std::string form : {"", "_vtb", "_vtb_pipe"}) {
    const std::uint64_t threads = form.empty() ? 128 : 256;
    const ScratchpadShape shape = scratchpad_shape("convolution", "convolution" + form, threads);
    CHECK(shape == ScratchpadShape{4 * 16 * 129, 1, threads});
    CHECK(resident(shape).resident_blocks == 1);
    CHECK(resident(shape).limited_by == "scratchpad");
    CHECK(resident_without_scratchpad(shape).resident_blocks >= 2);
  }
}

TEST_CASE("convolution: sizes that the blocks do not fill are refused") {
  const auto refused = [](const std::string& argument, const std::string& value, const std::string& of) {
    CHECK_THROWS_MATCHES(run_functionally("convolution", Size::kTiny, {{argument, value}}), InputError,
                         Catch::Matchers::Message("argument '" + argument + "' of workload 'convolution' is " + value +
                                                  "; expected a multiple of " + of));
  };
  refused("width", "40", "16");
  refused("height", "192", "128");
}
