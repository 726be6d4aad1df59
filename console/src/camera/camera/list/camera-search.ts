/** What the cameras list keeps in the address. CAM-01. */

import type { CameraFilter, CameraStatus } from '@mimamori/contract/camera/camera.ts'
import type { CameraType } from '@mimamori/contract/camera/camera-fields.ts'
import { CAMERA_STATUSES, CAMERA_TYPES, SHADOW_STATES } from '@mimamori/contract/camera/camera-lists.ts'
import { APP_CODES, type AppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import { idsOf, type ListSearch, toListSearch, wordsOf } from '#lib/list/list-search.ts'

type SyncState = (typeof SHADOW_STATES)[number]
const CAMERA_SORTS = ['name', 'status', 'location', 'type', 'unitName', 'lastActivityAt'] as const
type CameraSort = (typeof CAMERA_SORTS)[number]

/** Left out means the default, so that a plain address stays plain. */
export type CameraSearch = ListSearch<CameraSort> & {
  status?: CameraStatus[]
  type?: CameraType[]
  sync?: SyncState[]
  app?: AppCode[]
  /** Ids: one or several, as links of other pages have them. */
  unit?: string[]
  hub?: string[]
  tag?: string[]
  shift?: string[]
}

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toCameraSearch(raw: Record<string, unknown>): CameraSearch {
  // The description's name of this column.
  const sort = raw.sort === 'cameraStatus' ? 'status' : raw.sort
  return {
    ...toListSearch({ ...raw, sort }, CAMERA_SORTS),
    ...some('status', wordsOf(CAMERA_STATUSES, raw.status)),
    ...some('type', wordsOf(CAMERA_TYPES, raw.type)),
    ...some('sync', wordsOf(SHADOW_STATES, raw.sync)),
    ...some('app', wordsOf(APP_CODES, raw.app)),
    ...some('unit', idsOf(raw.unit, IDS_MAX)),
    ...some('hub', idsOf(raw.hub, IDS_MAX)),
    ...some('tag', idsOf(raw.tag, IDS_MAX)),
    ...some('shift', idsOf(raw.shift, IDS_MAX)),
  }
}

/** What the service is asked. Units of the address are meant more than those of the top bar. */
export function filterOf(search: CameraSearch, unitIds: readonly string[] | undefined): CameraFilter {
  const units = search.unit ?? unitIds
  return {
    text: search.text,
    unitIds: units && [...units],
    statuses: search.status,
    types: search.type,
    shadowStates: search.sync,
    appCodes: search.app,
    agentIds: search.hub,
    tagIds: search.tag,
    shiftIds: search.shift,
  }
}

const IDS_MAX = 50

function some<K extends string, T>(key: K, values: T[] | null): { [P in K]?: T[] } {
  return (values ? { [key]: values } : {}) as { [P in K]?: T[] }
}
