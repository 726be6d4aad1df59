/** Debounces a value that is being typed, so that not every key sends a request. */
import { useEffect, useState } from 'react'

const REST_MS = 350

export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same value
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
