MemcpyHtoD,0x00007f1269c00000,1024
kernel-1.traceg
MemcpyDtoH,0x00007f1269c00000,1024

kernel-2-ctx_0x55d0.traceg.xz
