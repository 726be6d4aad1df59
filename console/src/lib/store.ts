/** Values outside of React that several parts of the page share. Decision 0008. */
import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get(): T
  /** Nothing happens for the value that is there already. */
  set(next: T): void
  subscribe(listener: () => void): () => void
  /** React's side: draws again with each new value. */
  use(): T
}

/**
 * `read` is asked for the first value when it is first needed. `watch` runs when the first listener comes, before it is
 * heard, and what it answers when the last one goes.
 */
export function createStore<T>(read: () => T, watch?: () => () => void): Store<T> {
  const listeners = new Set<() => void>()
  let current: { value: T } | undefined
  let unwatch: (() => void) | undefined

  const get = () => {
    current ??= { value: read() }
    return current.value
  }
  const set = (value: T) => {
    if (Object.is(get(), value)) return
    current = { value }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) unwatch = watch?.()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) unwatch?.()
    }
  }
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get, get) }
}
