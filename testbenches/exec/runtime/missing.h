// The functions of the CUDA runtime, versions 10 to 13, that this library does not implement. Each prints its name and
// returns an error.
#pragma once

#include "exec/cuda_errors.h"

namespace unibank::exec {

CudaError missing(const char* name);

}  // namespace unibank::exec

// clang-format off
#define UNIBANK_MISSING_FUNCTIONS(missing) \
  missing(cudaGraphAddNode_v2) missing(cudaGraphGetEdges_v2) missing(cudaGraphKernelNodeGetParams) \
  missing(cudaGraphNodeGetDependencies_v2) missing(cudaGraphNodeGetDependentNodes_v2) \
  missing(cudaGraphRemoveDependencies_v2) missing(cudaSignalExternalSemaphoresAsync_v2) \
  missing(cudaStreamUpdateCaptureDependencies_v2) missing(cudaWaitExternalSemaphoresAsync_v2) \
  missing(cudaStreamGetAttribute) missing(cudaMemPoolGetAttribute) missing(cudaMemRangeGetAttribute) \
  missing(cudaArrayGetMemoryRequirements) missing(cudaArrayGetPlane) missing(cudaArrayGetSparseProperties) \
  missing(cudaBindSurfaceToArray) missing(cudaBindTexture) missing(cudaBindTexture2D) \
  missing(cudaBindTextureToArray) missing(cudaConfigureCall) missing(cudaDestroyExternalMemory) \
  missing(cudaDestroyExternalSemaphore) missing(cudaDeviceFlushGPUDirectRDMAWrites) \
  missing(cudaDeviceGetHostAtomicCapabilities) \
  missing(cudaDeviceGetNvSciSyncAttributes) missing(cudaDeviceGetP2PAtomicCapabilities) \
  missing(cudaDeviceGetP2PAttribute) missing(cudaDeviceRegisterAsyncNotification) \
  missing(cudaDeviceUnregisterAsyncNotification) \
  missing(cudaEGLStreamConsumerAcquireFrame) missing(cudaEGLStreamConsumerConnect) \
  missing(cudaEGLStreamConsumerConnectWithFlags) missing(cudaEGLStreamConsumerDisconnect) \
  missing(cudaEGLStreamConsumerReleaseFrame) missing(cudaEGLStreamProducerConnect) \
  missing(cudaEGLStreamProducerDisconnect) missing(cudaEGLStreamProducerPresentFrame) \
  missing(cudaEGLStreamProducerReturnFrame) missing(cudaEventCreateFromEGLSync) \
  missing(cudaExternalMemoryGetMappedBuffer) missing(cudaExternalMemoryGetMappedMipmappedArray) \
  missing(cudaFreeMipmappedArray) missing(cudaFuncGetParamInfo) missing(cudaGLGetDevices) \
  missing(cudaGLMapBufferObject) missing(cudaGLMapBufferObjectAsync) missing(cudaGLRegisterBufferObject) \
  missing(cudaGLSetBufferObjectMapFlags) missing(cudaGLSetGLDevice) missing(cudaGLUnmapBufferObject) \
  missing(cudaGLUnmapBufferObjectAsync) missing(cudaGLUnregisterBufferObject) missing(cudaGetExportTable) \
  missing(cudaGetMipmappedArrayLevel) missing(cudaGetSurfaceReference) missing(cudaGetTextureAlignmentOffset) \
  missing(cudaGetTextureObjectResourceViewDesc) missing(cudaGetTextureReference) \
  missing(cudaGraphAddExternalSemaphoresSignalNode) missing(cudaGraphAddExternalSemaphoresWaitNode) \
  missing(cudaGraphAddMemcpyNodeFromSymbol) \
  missing(cudaGraphAddMemcpyNodeToSymbol) missing(cudaGraphAddNode) missing(cudaGraphChildGraphNodeGetGraph) \
  missing(cudaGraphConditionalHandleCreate) missing(cudaGraphDebugDotPrint) \
  \
  missing(cudaGraphExecChildGraphNodeSetParams) \
  missing(cudaGraphExecExternalSemaphoresSignalNodeSetParams) \
  missing(cudaGraphExecExternalSemaphoresWaitNodeSetParams) missing(cudaGraphExecGetFlags) \
  missing(cudaGraphExecMemcpyNodeSetParamsFromSymbol) \
  missing(cudaGraphExecMemcpyNodeSetParamsToSymbol) \
  missing(cudaGraphExecNodeSetParams) missing(cudaGraphExternalSemaphoresSignalNodeGetParams) \
  missing(cudaGraphExternalSemaphoresSignalNodeSetParams) missing(cudaGraphExternalSemaphoresWaitNodeGetParams) \
  missing(cudaGraphExternalSemaphoresWaitNodeSetParams) missing(cudaGraphGetEdges) \
  missing(cudaGraphHostNodeGetParams) missing(cudaGraphKernelNodeCopyAttributes) \
  missing(cudaGraphKernelNodeGetAttribute) missing(cudaGraphKernelNodeSetAttribute) \
  missing(cudaGraphMemAllocNodeGetParams) missing(cudaGraphMemFreeNodeGetParams) \
  missing(cudaGraphMemcpyNodeGetParams) \
  missing(cudaGraphMemcpyNodeSetParamsFromSymbol) \
  missing(cudaGraphMemcpyNodeSetParamsToSymbol) missing(cudaGraphMemsetNodeGetParams) \
  missing(cudaGraphNodeFindInClone) missing(cudaGraphNodeGetDependencies) \
  missing(cudaGraphNodeGetDependentNodes) missing(cudaGraphNodeGetEnabled) missing(cudaGraphNodeSetEnabled) \
  missing(cudaGraphNodeSetParams) missing(cudaGraphReleaseUserObject) missing(cudaGraphRemoveDependencies) \
  missing(cudaGraphRetainUserObject) missing(cudaGraphicsEGLRegisterImage) missing(cudaGraphicsGLRegisterBuffer) \
  missing(cudaGraphicsGLRegisterImage) missing(cudaGraphicsMapResources) \
  missing(cudaGraphicsResourceGetMappedEglFrame) missing(cudaGraphicsResourceGetMappedMipmappedArray) \
  missing(cudaGraphicsResourceGetMappedPointer) missing(cudaGraphicsResourceSetMapFlags) \
  missing(cudaGraphicsSubResourceGetMappedArray) missing(cudaGraphicsUnmapResources) \
  missing(cudaGraphicsUnregisterResource) missing(cudaGraphicsVDPAURegisterOutputSurface) \
  missing(cudaGraphicsVDPAURegisterVideoSurface) missing(cudaImportExternalMemory) \
  missing(cudaImportExternalSemaphore) missing(cudaIpcCloseMemHandle) missing(cudaIpcGetEventHandle) \
  missing(cudaIpcGetMemHandle) missing(cudaIpcOpenEventHandle) missing(cudaIpcOpenMemHandle) \
  missing(cudaKernelSetAttributeForDevice) missing(cudaLaunch) missing(cudaLaunchCooperativeKernelMultiDevice) \
  missing(cudaLibraryEnumerateKernels) missing(cudaLibraryGetGlobal) missing(cudaLibraryGetKernel) \
  missing(cudaLibraryGetKernelCount) missing(cudaLibraryGetManaged) missing(cudaLibraryGetUnifiedFunction) \
  missing(cudaLibraryLoadData) missing(cudaLibraryLoadFromFile) missing(cudaLibraryUnload) missing(cudaLogsCurrent) \
  missing(cudaLogsDumpToFile) missing(cudaLogsDumpToMemory) missing(cudaLogsRegisterCallback) \
  missing(cudaLogsUnregisterCallback) missing(cudaMallocMipmappedArray) missing(cudaMemDiscardAndPrefetchBatchAsync) \
  missing(cudaMemDiscardBatchAsync) missing(cudaMemGetDefaultMemPool) missing(cudaMemGetMemPool) \
  missing(cudaMemPoolExportPointer) missing(cudaMemPoolExportToShareableHandle) missing(cudaMemPoolGetAccess) \
  missing(cudaMemPoolImportFromShareableHandle) missing(cudaMemPoolImportPointer) missing(cudaMemPoolSetAccess) \
  missing(cudaMemPrefetchBatchAsync) missing(cudaMemRangeGetAttributes) missing(cudaMemSetMemPool) \
  missing(cudaMemcpy3DBatchAsync) missing(cudaMemcpy3DPeer) missing(cudaMemcpy3DPeerAsync) \
  missing(cudaMemcpyBatchAsync) missing(cudaMipmappedArrayGetMemoryRequirements) \
  missing(cudaMipmappedArrayGetSparseProperties) missing(cudaOccupancyMaxActiveClusters) \
  missing(cudaOccupancyMaxPotentialClusterSize) missing(cudaSetDoubleForDevice) missing(cudaSetDoubleForHost) \
  missing(cudaSetupArgument) missing(cudaSignalExternalSemaphoresAsync) missing(cudaStreamBeginCaptureToGraph) \
  missing(cudaStreamUpdateCaptureDependencies) missing(cudaUnbindTexture) missing(cudaUserObjectCreate) \
  missing(cudaUserObjectRelease) missing(cudaUserObjectRetain) missing(cudaVDPAUGetDevice) \
  missing(cudaVDPAUSetVDPAUDevice) missing(cudaWaitExternalSemaphoresAsync)
// clang-format on
