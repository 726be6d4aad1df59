/** Debounces a value that is being typed, so that not every key sends a request. */
import { useEffect, useState } from 'react'

const REST_MS = 350

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
