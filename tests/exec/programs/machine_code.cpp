// A program with device code for one GPU but no PTX: its container has one entry of kind 2 for sm_90, without bytes.
#include <cstdio>

[[gnu::section(".nv_fatbin"), gnu::used]] const unsigned container[] = {
    0xba55ed50, 0x100001, 80, 0,               // 80 bytes follow
    0x01010002, 80,       0,  0, 0, 0, 0, 90,  // a header and nothing after it
    0,          0,        0,  0, 0, 0, 0, 0,  0, 0, 0, 0};

int main() { std::puts("started"); }
