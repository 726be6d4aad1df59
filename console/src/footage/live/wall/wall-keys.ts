/** Keys of the wall: arrows move, digits and Enter enlarge a video, j and k turn pages, f and Space as in the help. */
import { type RefObject, useEffect, useRef } from 'react'
import type { Wall } from './wall-cameras.ts'
import type { WallSearch } from './wall-search.ts'

type Options = {
  grid: RefObject<HTMLElement | null>
  search: WallSearch
  wall: Wall | null
  change: (change: Partial<WallSearch>) => void
  toggleScreen: () => void
  toggleTurning: () => void
}

/** Fields, menus and dialogs keep their keys. */
const TAKEN = 'input, select, textarea, [contenteditable], [role="menu"], [role="dialog"]'

export function useWallKeys(options: Options): void {
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(TAKEN)) return
      const deed = deedOf(event, newest.current)
      if (!deed) return
      event.preventDefault()
      deed()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function deedOf({ key, target }: KeyboardEvent, options: Options): (() => void) | undefined {
  const { search, wall, change, toggleScreen, toggleTurning } = options
  if (key === 'f') return toggleScreen
  if (search.camera !== undefined) return steppedDeedOf(key, options)
  const turnTo = (by: number) => () => {
    const { page, pageCount } = wall!
    const next = ((page - 1 + by + pageCount) % pageCount) + 1
    change({ page: next > 1 ? next : undefined })
  }
  // Space presses the focused button.
  if (key === ' ') return target instanceof HTMLButtonElement ? undefined : toggleTurning
  if (!wall) return undefined
  if (key === 'j') return turnTo(1)
  if (key === 'k') return turnTo(-1)
  const camera = /^[1-9]$/.test(key) ? wall.cameras[Number(key) - 1] : undefined
  if (camera) return () => change({ camera: camera.id })
  return key.startsWith('Arrow') ? () => walk(options.grid.current, key) : undefined
}

/** Keys of the enlarged video. */
function steppedDeedOf(key: string, { search, wall, change }: Options): (() => void) | undefined {
  if (key === 'Escape') return () => change({ camera: undefined })
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const at = wall?.cameras.findIndex(({ id }) => id === search.camera) ?? -1
  const next = by !== 0 && at >= 0 ? wall?.cameras[at + by] : undefined
  return next && (() => change({ camera: next.id }))
}

/** Moves the focus to the adjacent video; to the first if none has it. */
function walk(grid: HTMLElement | null, key: string): void {
  const tiles = [...(grid?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
  const at = tiles.indexOf(document.activeElement as HTMLElement)
  if (at < 0) {
    tiles[0]?.focus()
    return
  }
  const top = tiles[0]!.getBoundingClientRect().top
  const columns = tiles.filter((tile) => Math.abs(tile.getBoundingClientRect().top - top) < 2).length
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }
  tiles[at + steps[key]!]?.focus()
}

/** After the return to the wall, focuses the video that was enlarged. */
export function useReturn(grid: RefObject<HTMLElement | null>, camera: string | undefined): void {
  const before = useRef(camera)
  useEffect(() => {
    if (before.current && !camera) grid.current?.querySelector<HTMLElement>(`[data-tile="${before.current}"]`)?.focus()
    before.current = camera
  }, [grid, camera])
}
