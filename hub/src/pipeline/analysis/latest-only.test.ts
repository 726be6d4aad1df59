import { expect, test } from 'vitest'
import { LatestOnly } from './latest-only.ts'

test('a slow consumer gets the latest item; dropped ones are counted and returned', async () => {
  const dropped: number[] = []
  const queue = new LatestOnly<number>((item) => dropped.push(item))
  const stop = new AbortController()
  const taken: number[] = []
  for (const item of [1, 2, 3]) queue.put(item)
  for await (const item of queue.take(stop.signal)) {
    taken.push(item)
    if (item === 3) for (const next of [4, 5]) queue.put(next)
    else stop.abort()
  }
  expect(taken).toEqual([3, 5])
  expect(dropped).toEqual([1, 2, 4])
  expect(queue.skipped).toBe(3)
})

test('a waiting item is returned when the consumer stops', async () => {
  const dropped: number[] = []
  const queue = new LatestOnly<number>((item) => dropped.push(item))
  const stop = new AbortController()
  for (const item of [1]) queue.put(item)
  for await (const item of queue.take(stop.signal)) {
    queue.put(item + 1)
    stop.abort()
  }
  expect(dropped).toEqual([2])
})

test('the queue is idle once the consumer has finished its item, not at its start', async () => {
  const queue = new LatestOnly<number>()
  const stop = new AbortController()
  const steps: string[] = []
  const taking = (async () => {
    for await (const item of queue.take(stop.signal)) {
      await Promise.resolve()
      steps.push(`item ${item}`)
    }
  })()
  queue.put(1)
  await queue.idle()
  steps.push('idle')
  await queue.idle()
  stop.abort()
  await taking
  expect(steps).toEqual(['item 1', 'idle'])
})
