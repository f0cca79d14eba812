// Structures of the runtime's textures, as CUDA has them.
#pragma once

struct Format {
  int x, y, z, w, kind;
};
struct Resource {
  int kind;
  void* array;
  char rest[128];
};
struct Reading {
  int outside[3], filter, read_as, srgb;
  float border[4];
  int normalized;
  char rest[28];
};
static_assert(sizeof(Resource) == 144 && sizeof(Reading) == 72, "as CUDA has them");
