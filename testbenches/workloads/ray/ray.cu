// Ray tracing, one pixel per thread, blocks of 16 x 8: spheres over a chequered floor, lit by one lamp. Each level of
// reflection looks for the nearest object, then for an object between it and the lamp; its result is kept in local
// memory until the deeper levels are known. Every ray tests every sphere, in global memory. All lanes of a warp read
// the same sphere, but they leave the levels at different times.
//
// A product goes into a sum by fmaf only, as on the CPU, so that both find the same objects.

constexpr int kLevels = 5;
constexpr float kNone = 100.0f;  // at a larger distance there is the sky
constexpr float kNear = 1e-3f;   // a nearer hit is the surface from which the ray starts
constexpr int kFloor = -1;
constexpr int kSky = -2;

struct Lights {
  float3 eye;
  float step;  // size of a pixel on a plane at distance 1
  float3 lamp;
  float ambient;
};

struct Found {
  float distance;
  int object;  // a sphere, kFloor or kSky
};

static __device__ __forceinline__ float dot(float3 a, float3 b) { return fmaf(a.z, b.z, fmaf(a.y, b.y, a.x * b.x)); }
static __device__ __forceinline__ float3 minus(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static __device__ __forceinline__ float3 along(float3 from, float t, float3 way) {
  return {fmaf(t, way.x, from.x), fmaf(t, way.y, from.y), fmaf(t, way.z, from.z)};
}
static __device__ __forceinline__ float3 normalized(float3 a) {
  const float scale = rsqrtf(dot(a, a));
  return {a.x * scale, a.y * scale, a.z * scale};
}

// Distance to a sphere (centre and radius) along a unit vector, or kNone if the ray misses it.
static __device__ __forceinline__ float to_sphere(float4 sphere, float3 from, float3 way) {
  const float3 centre = minus({sphere.x, sphere.y, sphere.z}, from);
  const float middle = dot(centre, way);
  const float inside = fmaf(middle, middle, fmaf(sphere.w, sphere.w, -dot(centre, centre)));
  if (inside <= 0.0f) return kNone;
  const float distance = middle - sqrtf(inside);
  return distance > kNear ? distance : kNone;
}

static __device__ __forceinline__ Found nearest(const float4* __restrict__ spheres, int count, float3 from,
                                                float3 way) {
  Found found = {kNone, kSky};
  if (way.y < 0.0f) {
    const float distance = -from.y / way.y;
    if (distance > kNear && distance < kNone) found = {distance, kFloor};
  }
  for (int i = 0; i < count; ++i) {
    const float distance = to_sphere(spheres[2 * i], from, way);
    if (distance < found.distance) found = {distance, i};
  }
  return found;
}

static __device__ __forceinline__ bool blocked(const float4* __restrict__ spheres, int count, float3 from, float3 way,
                                               float farthest) {
  for (int i = 0; i < count; ++i) {
    if (to_sphere(spheres[2 * i], from, way) < farthest) return true;
  }
  return false;
}

// Squares with side 1, light and dark.
static __device__ __forceinline__ float4 floor_look(float3 point) {
  const int square = static_cast<int>(floorf(point.x)) + static_cast<int>(floorf(point.z));
  const float grey = square & 1 ? 0.2f : 0.8f;
  return {grey, grey, grey, 0.25f};
}

static __device__ __forceinline__ unsigned channel(float value) {
  return static_cast<unsigned>(fmaf(fminf(value, 1.0f), 255.0f, 0.5f));
}

// `spheres` has two float4 for each sphere: centre and radius, then red, green, blue and the share of the light that is
// mirrored.
extern "C" __global__ void __launch_bounds__(128)
ray(unsigned* __restrict__ pixels, const float4* __restrict__ spheres, int count, Lights lights, int width,
    int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  float4 levels[kLevels];  // its own colour, and the share of the next level's light
  const float half = 0.5f;
  float3 from = lights.eye;
  const float right = fmaf(-half, static_cast<float>(width), static_cast<float>(x) + half);
  const float up = fmaf(half, static_cast<float>(height), -half) - static_cast<float>(y);
  float3 way = normalized({right * lights.step, up * lights.step, 1.0f});
  int level = 0;
  for (float mirrored = 1.0f; mirrored > 0.0f && level < kLevels; ++level) {
    const Found found = nearest(spheres, count, from, way);
    if (found.object == kSky) {
      const float white = fmaf(-half, fmaxf(way.y, 0.0f), 0.9f);
      levels[level] = {white * white, white, 1.0f, 0.0f};
      mirrored = 0.0f;
      continue;
    }
    from = along(from, found.distance, way);
    float3 normal = {0.0f, 1.0f, 0.0f};
    float4 look;
    if (found.object == kFloor) {
      look = floor_look(from);
    } else {
      const float4 sphere = spheres[2 * found.object];
      normal = normalized(minus(from, {sphere.x, sphere.y, sphere.z}));
      look = spheres[2 * found.object + 1];
    }
    way = along(way, -2.0f * dot(way, normal), normal);
    const float3 to_lamp = minus(lights.lamp, from);
    const float3 light = normalized(to_lamp);
    float diffuse = lights.ambient, gloss = 0.0f;
    const float slope = dot(normal, light);
    if (slope > 0.0f && !blocked(spheres, count, from, light, sqrtf(dot(to_lamp, to_lamp)))) {
      diffuse = diffuse + slope;
      gloss = fmaxf(dot(way, light), 0.0f);
      for (int doubling = 0; doubling < 5; ++doubling) gloss = gloss * gloss;
    }
    mirrored = look.w;
    const float own = (1.0f - mirrored) * diffuse;
    levels[level] = {fmaf(own, look.x, gloss), fmaf(own, look.y, gloss), fmaf(own, look.z, gloss), mirrored};
  }

  float3 colour = {0.0f, 0.0f, 0.0f};
  while (--level >= 0) {
    const float4 here = levels[level];
    colour = along({here.x, here.y, here.z}, here.w, colour);
  }
  pixels[y * width + x] = channel(colour.x) | channel(colour.y) << 8 | channel(colour.z) << 16 | 0xff000000u;
}
