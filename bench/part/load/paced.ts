/** A load at a fixed pace: sends each request when it is due, no matter how many responses are pending. */
import { setTimeout as pause } from 'node:timers/promises'

const TICK_MS = 4

/** Sends the n-th of `perSecond * seconds` requests when due; resolves with their number after the last response. */
export async function atPace(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  send: (n: number) => Promise<void>,
): Promise<number> {
  const count = perSecond * seconds
  const begunMs = performance.now()
  const sent: Promise<void>[] = []
  while (sent.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - begunMs) / 1000) * perSecond))
    while (sent.length < due) sent.push(send(sent.length))
    await pause(TICK_MS)
  }
  await Promise.all(sent)
  return count
}
