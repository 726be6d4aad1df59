/** A load at a fixed pace: what is due is sent, however many answers are still out. */
import { setTimeout as pause } from 'node:timers/promises'

const TICK_MS = 4

/** Sends the n-th of `perSecond * seconds` when it is due; resolves with their number when the last one was answered. */
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
