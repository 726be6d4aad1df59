/** The stream of live events as an open console reads it, for tests. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { expect, vi } from 'vitest'
import type { TestUser } from '#testing/service.ts'

/** Opens the stream of a listening service, and collects its events until `end`. */
export async function openStream(address: string, user: TestUser) {
  const closing = new AbortController()
  const answer = await fetch(`${address}/api/stream`, {
    headers: { 'x-authtoken': user.token },
    signal: closing.signal,
  })
  const stream = { text: '', isEnded: false }
  const read = async () => {
    for await (const part of answer.body!) stream.text += Buffer.from(part).toString()
  }
  read()
    .catch(() => {})
    .finally(() => {
      stream.isEnded = true
    })
  await vi.waitFor(() => expect(stream.text).toContain(': open'))
  return {
    answer,
    end: () => closing.abort(),
    events: (): LiveEvent[] =>
      [...stream.text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as LiveEvent),
    text: () => stream.text,
    isEnded: () => stream.isEnded,
  }
}
