import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store reads its first value when it is first needed, and once', () => {
  let reads = 0
  const store = createStore(() => ++reads)
  expect(reads).toBe(0)
  expect([store.get(), store.get(), reads]).toEqual([1, 1, 1])
})

test('a store notifies its listeners of a new value alone, until they leave', () => {
  const store = createStore(() => 'a')
  const heard: string[] = []
  const leave = store.subscribe(() => heard.push(store.get()))
  for (const next of ['a', 'b', 'b']) store.set(next)
  leave()
  store.set('c')
  expect(store.get()).toBe('c')
  expect(heard).toEqual(['b'])
})

test('a store watches from its first listener to its last', () => {
  const log: string[] = []
  const store = createStore(
    () => 0,
    () => {
      log.push('begins')
      return () => log.push('ends')
    },
  )
  const [one, two] = [store.subscribe(() => {}), store.subscribe(() => {})]
  one()
  expect(log).toEqual(['begins'])
  two()
  store.subscribe(() => {})()
  expect(log).toEqual(['begins', 'ends', 'begins', 'ends'])
})
