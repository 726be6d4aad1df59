/** What the cameras list keeps in the address. CAM-01. */
import type { CameraStatus } from '@mimamori/contract/camera.ts'
import { type ListSearch, toListSearch } from '#lib/list-search.ts'

export const CAMERA_STATUSES: readonly CameraStatus[] = ['Online', 'Offline', 'Inactive', 'Disabled']
export const CAMERA_SORTS = ['name', 'status', 'location', 'lastActivityAt'] as const
export type CameraSort = (typeof CAMERA_SORTS)[number]

/** Left out means the default, so that a plain address stays plain. */
export type CameraSearch = ListSearch<CameraSort> & { status?: CameraStatus }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toCameraSearch(raw: Record<string, unknown>): CameraSearch {
  const status = CAMERA_STATUSES.find((known) => known === raw.status)
  // The description's name of this column; old links have it.
  const sort = raw.sort === 'cameraStatus' ? 'status' : raw.sort
  return { ...toListSearch({ ...raw, sort }, CAMERA_SORTS), ...(status && { status }) }
}
