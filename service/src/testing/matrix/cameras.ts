/** Objects of requests to hubs about cameras, views and ambient motion: a part of the matrix, also written by hand. */
import { NO_AMBIENT_CELLS } from '@mimamori/contract/camera/ambient/ambient-cells.ts'

const ofCamera = (id: string) => ({ params: { cameraId: id } })

export const cameraObjects = {
  'cameraLook.get': { of: 'camera', request: ofCamera, reached: ['hub-offline'] },
  'cameraLook.go': {
    of: 'camera',
    request: (id: string) => ({ ...ofCamera(id), body: { preset: '1' } }),
    reached: ['hub-offline', 'live-off', 'live-disabled'],
  },
  'cameraLook.return': { of: 'camera', request: ofCamera, reached: ['hub-offline'] },
  'ambient.get': { of: 'camera', request: ofCamera },
  'ambient.change': {
    of: 'camera',
    request: (id: string) => ({ ...ofCamera(id), body: { of: 'motion', action: 'remove', cells: NO_AMBIENT_CELLS } }),
    reached: ['hub-offline'],
  },
} as const
