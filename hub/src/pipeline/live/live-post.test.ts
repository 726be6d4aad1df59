import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FromWorker, LiveEvent } from '../worker-message.ts'
import { LivePost } from './live-post.ts'

const MEGABYTE = 1024 * 1024

function image(cameraId: string, byteLength = 10): LiveEvent {
  const parts = [Buffer.alloc(0), Buffer.alloc(byteLength)]
  return { type: 'live', cameraId, rendition: 'clear', isKey: true, capturedAtMs: 0, parts }
}

function post() {
  const messages: FromWorker[] = []
  const left: (() => void)[] = []
  const live = new LivePost((message, onLeft) => {
    messages.push(message)
    left.push(onLeft)
  })
  return { live, messages, left }
}

describe('live video on its way from a worker', () => {
  test('messages of one turn of the event loop leave together and in order', async () => {
    const { live, messages } = post()
    const first = [image('a'), image('b'), image('a')]
    for (const news of first) live.put(news)
    await turn()
    live.put(image('c'))
    await turn()
    expect(messages).toEqual([
      { type: 'live-events', events: first },
      { type: 'live-events', events: [image('c')] },
    ])
  })

  test('a receiver that falls behind is reported, and forgotten when it has caught up', async () => {
    const { live, left } = post()
    expect(live.put(image('a', 3 * MEGABYTE))).toBe(true)
    await turn()
    expect(live.put(image('a', 3 * MEGABYTE))).toBe(false)
    await turn()
    for (const onLeft of left) onLeft()
    expect(live.put(image('a'))).toBe(true)
  })
})
