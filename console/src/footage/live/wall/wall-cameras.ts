/** The cameras of a wall: a page of them, and what they can be chosen by. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { useMemo } from 'react'
import { useCall, usePageCall } from '#lib/service/use-call.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import type { NamedChoice } from '#shared/named-choices.ts'
import type { WallLayout, WallSearch } from './wall-search.ts'

/** The signed addresses in the answers live five minutes; asked again before they end. */
const URLS_FRESH_MS = 4 * 60_000
/** The first few units that the list to choose from shows; typing finds the others. */
const SHOWN = 50

export const WALL_STANDARD: WallLayout = 4

export type Wall = {
  cameras: readonly CameraRecord[]
  totalCount: number
  pageCount: number
  /** From 1. */
  page: number
}

/** The units that the wall shows: those of its address are meant more than those of the top bar. */
export function useWallUnits({ unitIds }: WallSearch): string[] | undefined {
  const ofBar = useUnitIds()
  return unitIds ?? ofBar
}

/** One page of the chosen cameras, by name; the page before stays while the next one loads. */
export function useWallCameras(search: WallSearch) {
  const { layout = WALL_STANDARD, page = 1, text, tagIds, cameraIds } = search
  const unitIds = useWallUnits(search)
  const query = { pageNumber: page - 1, pageSize: layout, sortColumn: 'name', sortAscending: true }
  const body = { text, tagIds, ids: cameraIds, unitIds }
  const { data, ...state } = usePageCall(
    ['camera', 'wall', query, body],
    'camera.search',
    { query, body },
    { refetchInterval: URLS_FRESH_MS },
  )
  const wall = useMemo<Wall | null>(() => {
    if (!data) return null
    const { records: cameras, totalCount } = data
    return { cameras, totalCount, page, pageCount: Math.max(1, Math.ceil(totalCount / layout)) }
  }, [data, page, layout])
  return { wall, ...state }
}

/** The camera that was stepped into, also when a link leads to one of another page. */
export function useStepped(id: string | undefined, wall: Wall | null): CameraRecord | undefined {
  const known = wall?.cameras.find((camera) => camera.id === id)
  const { data } = useCall(
    ['camera', 'stepped', id],
    'camera.search',
    { query: { pageSize: 1 }, body: { ids: [id!] } },
    { enabled: id !== undefined && wall !== null && !known, refetchInterval: URLS_FRESH_MS },
  )
  return known ?? (id === undefined ? undefined : data?.records[0])
}

type Page<T> = { records: T[] }
const unitOptions = ({ records }: Page<{ id: string; name: string }>): NamedChoice[] =>
  records.map(({ id, name }) => ({ id, label: name }))

/** The names of chosen units; one that is gone has none. */
export function useUnitNames(ids: readonly string[] | undefined): NamedChoice[] {
  const { data = [] } = useCall(
    ['unit', 'named', ids],
    'unit.search',
    { query: { pageSize: SHOWN }, body: { ids: [...(ids ?? [])] } },
    { enabled: ids !== undefined, select: unitOptions },
  )
  return data
}
