// A convolution of 3 x 3 points with a border of zeros as an implicit product of matrices. Row (image, y, x) of the
// left factor consists of the pixels that the filter sees there, channel by channel. The factor is never stored:
// cp.async reads each eight channels from their place in the image (NHWC), or zeros outside it. Filters are a (3 x 3 x
// channels) x filters matrix.
#include "../mma_tile.cuh"

struct Patches {
  const __half* image;
  int width, height, channels;
  __device__ const __half* operator()(int row, int column, bool& there) const {
    const unsigned area = width * height, pixel = static_cast<unsigned>(row) % area;
    const unsigned point = static_cast<unsigned>(column) / channels, channel = column - point * channels;
    const int y = static_cast<int>(pixel / width) + static_cast<int>(point / 3) - 1;
    const int x = static_cast<int>(pixel % width) + static_cast<int>(point % 3) - 1;
    there = there && y >= 0 && y < height && x >= 0 && x < width;
    const long first = static_cast<long>(static_cast<unsigned>(row) / area) * area;
    return image + (first + static_cast<long>(y) * width + x) * channels + channel;
  }
};

#define UNIBANK_CONV(stages)                                                                                        \
  extern "C" __global__ void __launch_bounds__(Tile<64, 64, 32, 32, stages>::kThreads)                              \
  conv_gemm_##stages(const __half* image, const __half* filters, __half* out, int images, int width, int height,   \
                     int channels, int count) {                                                                     \
    Tile<64, 64, 32, 32, stages>::run(Patches{image, width, height, channels}, filters, out,                        \
                                      images * width * height, count, 9 * channels);                                \
  }
UNIBANK_CONV(2)
UNIBANK_CONV(3)
UNIBANK_CONV(4)
UNIBANK_CONV(5)
