/** Which records of a list are chosen: pure steps, by their keys in the order of the page. */

export type Selection<T> = {
  /** Also of other pages than the one shown. */
  chosen: ReadonlyMap<string, T>
  /** Where the last click was: a click with shift reaches from there. */
  anchor: string | null
}
export const NOTHING_CHOSEN: Selection<never> = { chosen: new Map<string, never>(), anchor: null }

type Row<T> = readonly [key: string, record: T]

/** After a click on one record; with `reaches` (shift) everything from the last click on gets what this one gets. */
export function toggle<T>(now: Selection<T>, rows: readonly Row<T>[], key: string, reaches: boolean): Selection<T> {
  const at = rows.findIndex(([one]) => one === key)
  const from = reaches ? rows.findIndex(([one]) => one === now.anchor) : -1
  const range = from === -1 ? [rows[at]!] : rows.slice(Math.min(from, at), Math.max(from, at) + 1)
  return { chosen: put(now.chosen, range, !now.chosen.has(key)), anchor: key }
}

/** Chooses the whole page, or drops it when all of it is chosen. */
export function togglePage<T>(now: Selection<T>, rows: readonly Row<T>[]): Selection<T> {
  return { chosen: put(now.chosen, rows, !rows.every(([key]) => now.chosen.has(key))), anchor: null }
}

function put<T>(chosen: ReadonlyMap<string, T>, rows: readonly Row<T>[], isOn: boolean): Map<string, T> {
  const next = new Map(chosen)
  for (const [key, record] of rows) {
    if (isOn) next.set(key, record)
    else next.delete(key)
  }
  return next
}
