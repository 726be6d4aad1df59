/** Keeps the first value for as long as the key stays the same. */
import { useRef } from 'react'

export function useFirst<T>(key: string, value: T): T {
  const kept = useRef({ key, value })
  if (kept.current.key !== key) kept.current = { key, value }
  return kept.current.value
}
