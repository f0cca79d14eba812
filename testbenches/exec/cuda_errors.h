// The errors of the CUDA runtime that this library returns, with CUDA's numbers.
#pragma once

#include <cstdint>

namespace unibank::exec {

// number, name after "cudaError", name after "CUDA_ERROR_", text of cudaGetErrorString()
#define UNIBANK_CUDA_ERRORS(error) \
  error(1, InvalidValue, INVALID_VALUE, "invalid argument") \
  error(2, MemoryAllocation, OUT_OF_MEMORY, "out of memory") \
  error(3, InitializationError, NOT_INITIALIZED, "initialization error") \
  error(4, CudartUnloading, DEINITIALIZED, "driver shutting down") \
  error(9, InvalidConfiguration, INVALID_CONFIGURATION, "invalid configuration argument") \
  error(12, InvalidPitchValue, INVALID_PITCH_VALUE, "invalid pitch argument") \
  error(13, InvalidSymbol, INVALID_SYMBOL, "invalid device symbol") \
  error(18, InvalidTexture, INVALID_TEXTURE, "invalid texture reference") \
  error(20, InvalidChannelDescriptor, INVALID_CHANNEL, "invalid channel descriptor") \
  error(21, InvalidMemcpyDirection, INVALID_DIRECTION, "invalid copy direction for memcpy") \
  error(52, MissingConfiguration, MISSING_CONFIGURATION, "__global__ function call is not configured") \
  error(98, InvalidDeviceFunction, INVALID_DEVICE_FUNCTION, "invalid device function") \
  error(100, NoDevice, NO_DEVICE, "no CUDA-capable device is detected") \
  error(101, InvalidDevice, INVALID_DEVICE, "invalid device ordinal") \
  error(200, InvalidKernelImage, INVALID_IMAGE, "device kernel image is invalid") \
  error(201, DeviceUninitialized, INVALID_CONTEXT, "invalid device context") \
  error(209, NoKernelImageForDevice, NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device") \
  error(215, UnsupportedLimit, UNSUPPORTED_LIMIT, "limit is not supported on this architecture") \
  error(217, PeerAccessUnsupported, PEER_ACCESS_UNSUPPORTED, "peer access is not supported between these two devices") \
  error(218, InvalidPtx, INVALID_PTX, "a PTX JIT compilation failed") \
  error(301, FileNotFound, FILE_NOT_FOUND, "file not found") \
  error(400, InvalidResourceHandle, INVALID_HANDLE, "invalid resource handle") \
  error(401, IllegalState, ILLEGAL_STATE, "the operation cannot be performed in the present state") \
  error(500, SymbolNotFound, NOT_FOUND, "named symbol not found") \
  error(600, NotReady, NOT_READY, "device not ready") \
  error(700, IllegalAddress, ILLEGAL_ADDRESS, "an illegal memory access was encountered") \
  error(701, LaunchOutOfResources, LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch") \
  error(702, LaunchTimeout, LAUNCH_TIMEOUT, "the launch timed out and was terminated") \
  error(704, PeerAccessAlreadyEnabled, PEER_ACCESS_ALREADY_ENABLED, "peer access is already enabled") \
  error(705, PeerAccessNotEnabled, PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled") \
  error(708, SetOnActiveProcess, PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process") \
  error(710, Assert, ASSERT, "device-side assert triggered") \
  error(712, HostMemoryAlreadyRegistered, HOST_MEMORY_ALREADY_REGISTERED, \
        "part or all of the requested memory range is already mapped") \
  error(713, HostMemoryNotRegistered, HOST_MEMORY_NOT_REGISTERED, \
        "pointer does not correspond to a registered memory region") \
  error(716, MisalignedAddress, MISALIGNED_ADDRESS, "misaligned address") \
  error(719, LaunchFailure, LAUNCH_FAILED, "unspecified launch failure") \
  error(720, CooperativeLaunchTooLarge, COOPERATIVE_LAUNCH_TOO_LARGE, "too many blocks in cooperative launch") \
  error(801, NotSupported, NOT_SUPPORTED, "operation not supported") \
  error(900, StreamCaptureUnsupported, STREAM_CAPTURE_UNSUPPORTED, "operation not permitted when stream is capturing") \
  error(901, StreamCaptureInvalidated, STREAM_CAPTURE_INVALIDATED, \
        "operation failed due to a previous error during capture") \
  error(902, StreamCaptureMerge, STREAM_CAPTURE_MERGE, \
        "operation would result in a merge of separate capture sequences") \
  error(903, StreamCaptureUnmatched, STREAM_CAPTURE_UNMATCHED, "capture was not initiated in this stream") \
  error(904, StreamCaptureUnjoined, STREAM_CAPTURE_UNJOINED, "capturing stream has unjoined work") \
  error(905, StreamCaptureIsolation, STREAM_CAPTURE_ISOLATION, \
        "dependency created on uncaptured work in another stream") \
  error(907, CapturedEvent, CAPTURED_EVENT, "operation not permitted on an event last recorded in a capturing stream") \
  error(910, GraphExecUpdateFailure, GRAPH_EXEC_UPDATE_FAILURE, \
        "the graph update was not performed because it included changes which violated constraints specific to " \
        "instantiated graph update") \
  error(999, Unknown, UNKNOWN, "unknown error")

enum class CudaError : std::int32_t {
  kSuccess = 0,
#define UNIBANK_CUDA_ERROR(number, runtime, driver, text) k##runtime = number,
  UNIBANK_CUDA_ERRORS(UNIBANK_CUDA_ERROR)
#undef UNIBANK_CUDA_ERROR
};

}  // namespace unibank::exec
