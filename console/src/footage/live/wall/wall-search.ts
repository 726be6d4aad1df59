/** What the wall keeps in its address, and of it in this browser. LIVE-01. */
import { idsOf, type ListSearch, toListSearch, toNumber } from '#lib/list/list-search.ts'

/** Images on one page. */
export const WALL_LAYOUTS = [1, 4, 9, 16] as const
export type WallLayout = (typeof WALL_LAYOUTS)[number]
/** Seconds after which the next page comes. */
export const WALL_TURNS = [10, 20, 30, 60] as const
export type WallTurn = (typeof WALL_TURNS)[number]

/** Left out means the default, so that a plain address stays plain. */
export type WallSearch = Pick<ListSearch, 'text' | 'page'> & {
  layout?: WallLayout
  /** Pages follow each other by themselves. */
  turn?: WallTurn
  unitIds?: string[]
  tagIds?: string[]
  cameraIds?: string[]
  /** The one that was stepped into. */
  camera?: string
}

/** More would make the address too long to be passed on. */
const IDS_MAX = 50

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toWallSearch(raw: Record<string, unknown>): WallSearch {
  const { text, page } = toListSearch(raw, [])
  const layout = WALL_LAYOUTS.find((known) => known === toNumber(raw.layout))
  const turn = WALL_TURNS.find((known) => known === toNumber(raw.turn))
  const unitIds = idsOf(raw.unitIds, IDS_MAX)
  const tagIds = idsOf(raw.tagIds, IDS_MAX)
  const cameraIds = idsOf(raw.cameraIds, IDS_MAX)
  const camera = idsOf([raw.camera], 1)?.[0]
  return {
    ...(text && { text }),
    ...(page && { page }),
    ...(layout && { layout }),
    ...(turn && { turn }),
    ...(unitIds && { unitIds }),
    ...(tagIds && { tagIds }),
    ...(cameraIds && { cameraIds }),
    ...(camera && { camera }),
  }
}

/** Whether an address says nothing: then the wall is as it was left last. */
export function isPlain(search: WallSearch): boolean {
  return Object.values(search).every((value) => value === undefined)
}

/** Whether it shows some of the cameras alone: then an empty wall means "nothing matches". */
export function isNarrowed({ text, unitIds, tagIds, cameraIds }: WallSearch): boolean {
  return [text, unitIds, tagIds, cameraIds].some((value) => value !== undefined)
}
