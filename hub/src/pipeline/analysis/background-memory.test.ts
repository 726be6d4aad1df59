import { expect, test } from 'vitest'
import { BackgroundModel } from '#vision/background/background.ts'
import { BackgroundMemory, type RetainedBackground } from './background-memory.ts'

const [WIDTH, HEIGHT] = [320, 180]
/** A lower frame rate than a camera's: learning depends on frames, retention on time. */
const FRAME_MS = 1_000
const START_MS = Date.parse('2026-11-28T02:00:00Z')
const BODY = { x: 120, y: 120, width: 60, height: 24 }
const MASK = {
  name: 'mask',
  corners: [
    { x: 0, y: 0 },
    { x: 0.1, y: 0 },
    { x: 0.1, y: 0.1 },
  ],
}

/** A furnished room, empty or with a lying person. */
function image(hasBody: boolean): Uint8Array {
  const gray = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => 80 + ((at % WIDTH) >> 4) * 6)
  for (let y = BODY.y; hasBody && y < BODY.y + BODY.height; y++) {
    gray.fill(230, y * WIDTH + BODY.x, y * WIDTH + BODY.x + BODY.width)
  }
  return gray
}

/** A process watches the empty room for a while; returns the background that it retains. */
function watched(masks: (typeof MASK)[] = []): RetainedBackground {
  const retained: RetainedBackground[] = []
  const memory = new BackgroundMemory(null, (one) => retained.push(one))
  memory.cover(masks)
  const model = new BackgroundModel(WIDTH, HEIGHT)
  for (let atMs = START_MS; atMs < START_MS + 40_000; atMs += FRAME_MS) {
    model.apply(image(false))
    memory.take(model, atMs)
  }
  expect(retained).toHaveLength(2)
  return retained.at(-1)!
}

/** The foreground of the next process's first frame, in which a person lies. */
function firstLook(earlier: RetainedBackground, afterMs: number, masks: (typeof MASK)[] = []) {
  const memory = new BackgroundMemory(earlier, () => {})
  memory.cover(masks)
  const model = new BackgroundModel(WIDTH, HEIGHT)
  memory.giveTo(model, earlier.atMs + afterMs)
  return model.apply(image(true))
}

test('after a restart, a lying person is foreground in the first frame', () => {
  const { state, blobs } = firstLook(watched(), 3_000)
  expect(state).toBe('watching')
  expect(blobs[0]!.area).toBeGreaterThan(0.8 * BODY.width * BODY.height)
})

test('the first frame shows no motion, even if the room has changed', () => {
  expect(firstLook(watched(), 3_000).movingShare).toBe(0)
})

test('after half an hour or with new masks the background is learned again', () => {
  expect(firstLook(watched(), 31 * 60_000).state).toBe('learning')
  expect(firstLook(watched(), 3_000, [MASK]).state).toBe('learning')
  expect(firstLook(watched([MASK]), 3_000, [MASK]).state).toBe('watching')
})

test('a different view is learned again', () => {
  const earlier = watched()
  const memory = new BackgroundMemory(earlier, () => {})
  const model = new BackgroundModel(WIDTH, HEIGHT)
  memory.giveTo(model, earlier.atMs + 3_000)
  const { state } = model.apply(
    Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => ((at >> 3) % 2 === 0 ? 20 : 220)),
  )
  expect(state).toBe('learning')
})
