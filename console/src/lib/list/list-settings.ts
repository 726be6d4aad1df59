/** How each list is drawn for the users of this browser: its columns and its density, saved in local storage. */
import { readStored, writeStored } from '../browser/storage.ts'
import { createStore } from '../store.ts'

export type Density = 'comfortable' | 'compact'
export type ListSettings = {
  density: Density
  /** Columns switched against their default; one that came later keeps its own. */
  columns: Readonly<Record<string, boolean>>
}

const KEY = 'list-settings'
const PLAIN: ListSettings = { density: 'comfortable', columns: {} }
const all = createStore<Readonly<Record<string, ListSettings>>>(() => readStored(KEY, isSettings) ?? {})

/** The settings of the list of this name, and how to change some of them. */
export function useListSettings(name: string): [ListSettings, (change: Partial<ListSettings>) => void] {
  const settings = all.use()[name] ?? PLAIN
  return [settings, (change) => write(name, { ...settings, ...change })]
}

/** The columns that are shown. The first one names the row and always stays. */
export function shownColumns<C extends { id: string; isOptional?: boolean }>(
  columns: readonly C[],
  { columns: chosen }: Pick<ListSettings, 'columns'>,
): C[] {
  return columns.filter((column, at) => at === 0 || (chosen[column.id] ?? !column.isOptional))
}

function write(name: string, settings: ListSettings): void {
  const next = { ...all.get(), [name]: settings }
  writeStored(KEY, next)
  all.set(next)
}

function isSettings(value: unknown): value is Record<string, ListSettings> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(
    (one: Partial<ListSettings> | null) =>
      (one?.density === 'comfortable' || one?.density === 'compact') &&
      typeof one.columns === 'object' &&
      one.columns !== null,
  )
}
