/** How many rows a list shows: one choice for all lists, saved in this browser (GEN-11). */
import { readStored, writeStored } from '../browser/storage.ts'
import { createStore } from '../store.ts'

export const PAGE_SIZES = [5, 10, 25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

type UserConfiguration = { pageSize: PageSize }

const KEY = 'user-configuration'
const DEFAULT_SIZE: PageSize = 10
const pageSize = createStore<PageSize>(() => readStored(KEY, isConfiguration)?.pageSize ?? DEFAULT_SIZE)

export function usePageSize(): [PageSize, (size: PageSize) => void] {
  return [pageSize.use(), setPageSize]
}

function setPageSize(size: PageSize): void {
  writeStored(KEY, { pageSize: size } satisfies UserConfiguration)
  pageSize.set(size)
}

function isConfiguration(value: unknown): value is UserConfiguration {
  return PAGE_SIZES.includes((value as UserConfiguration | null)?.pageSize as PageSize)
}
