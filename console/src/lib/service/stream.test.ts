import { expect, test } from 'vitest'
import { takeEvents } from './stream.ts'

const event = { type: 'camera-changed', cameraId: 'c1', unitId: null }

test('events are taken whole, comments dropped, the rest handed back', () => {
  const text = `: beat\n\ndata: ${JSON.stringify(event)}\n\ndata: {"type":"fra`
  expect(takeEvents(text)).toEqual({ events: [event], left: 'data: {"type":"fra' })
})

test('an event cut anywhere arrives once', () => {
  const text = `event: x\r\ndata: ${JSON.stringify(event)}\r\n\r\n`
  for (let cut = 0; cut <= text.length; cut++) {
    const first = takeEvents(text.slice(0, cut))
    const second = takeEvents(first.left + text.slice(cut))
    expect([...first.events, ...second.events]).toEqual([event])
  }
})
