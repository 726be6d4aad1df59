/** How many rows a list shows: one choice for all lists, kept in this browser (GEN-11). */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'

export const PAGE_SIZES = [5, 10, 25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

type UserConfiguration = { pageSize: PageSize }

const KEY = 'user-configuration'
const DEFAULT_SIZE: PageSize = 10
const listeners = new Set<() => void>()
let current: PageSize | null = null

export function usePageSize(): [PageSize, (size: PageSize) => void] {
  return [useSyncExternalStore(subscribe, pageSize), setPageSize]
}

function pageSize(): PageSize {
  current ??= readStored(KEY, isConfiguration)?.pageSize ?? DEFAULT_SIZE
  return current
}

function setPageSize(size: PageSize): void {
  current = size
  writeStored(KEY, { pageSize: size } satisfies UserConfiguration)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isConfiguration(value: unknown): value is UserConfiguration {
  return PAGE_SIZES.includes((value as UserConfiguration | null)?.pageSize as PageSize)
}
