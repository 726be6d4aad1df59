/** The calls that turn a camera: a part of the matrix, by hand as the whole of it. */

const ofCamera = (id: string) => ({ params: { cameraId: id } })

export const lookObjects = {
  'cameraLook.get': { of: 'camera', request: ofCamera, reached: ['hub-offline'] },
  'cameraLook.go': {
    of: 'camera',
    request: (id: string) => ({ ...ofCamera(id), body: { preset: '1' } }),
    reached: ['hub-offline', 'live-off', 'live-disabled'],
  },
  'cameraLook.return': { of: 'camera', request: ofCamera, reached: ['hub-offline'] },
} as const
