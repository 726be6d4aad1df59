import { expect, test } from 'vitest'
import { PacketQueue } from './packet-queue.ts'

const packet = (isKey: boolean, n: number) => ({ packet: { data: Buffer.of(n), isKey, ptsUs: n }, capturedAtMs: n })

async function takenUntil(queue: PacketQueue, count: number): Promise<number[]> {
  const taken: number[] = []
  const stop = new AbortController()
  for await (const { capturedAtMs } of queue.take(stop.signal)) {
    taken.push(capturedAtMs)
    if (taken.length === count) stop.abort()
  }
  return taken
}

test('decoding begins with a key frame, and begins there again after a gap', async () => {
  const queue = new PacketQueue()
  for (const [n, isKey] of [false, true, false].entries()) queue.put(packet(isKey, n))
  queue.skipToKey()
  for (const [n, isKey] of [false, true].entries()) queue.put(packet(isKey, 10 + n))
  expect(await takenUntil(queue, 3)).toEqual([1, 2, 11])
})

test('a full queue is dropped up to the next key frame, and counts the drops', async () => {
  const queue = new PacketQueue()
  queue.put(packet(true, 0))
  for (let n = 1; n <= 151; n++) queue.put(packet(n === 151, n))
  expect(queue.skipped).toBe(150)
  expect(await takenUntil(queue, 1)).toEqual([151])
})

test('the queue is idle when every packet was taken and processed', async () => {
  const queue = new PacketQueue()
  const stop = new AbortController()
  const finished: number[] = []
  const taking = (async () => {
    for await (const { capturedAtMs } of queue.take(stop.signal)) {
      await Promise.resolve()
      finished.push(capturedAtMs)
    }
  })()
  for (const n of [0, 1, 2]) queue.put(packet(n === 0, n))
  await queue.idle()
  expect(finished).toEqual([0, 1, 2])
  stop.abort()
  await taking
})
