import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Timeline } from '../media/timeline.ts'
import { FrameClock } from './frame-clock.ts'

const NO_DATA = { data: Buffer.alloc(0), isKey: false }
const BEGAN_MS = 1_700_000_000_000
/** When a frame was taken, what its stamp says, and when it arrived, ms. */
type Sent = { takenMs: number; stampMs: number; arrivedMs: number }

const isRising = (values: readonly number[]): boolean => values.every((value, i) => i === 0 || value > values[i - 1]!)

/** Capture times in ms since the first, and what the clock found out, and with which frame. */
function placed(frames: readonly Sent[], reportedPace: number | null = null) {
  const clock = new FrameClock()
  const timeline = new Timeline(clock)
  let foundOutMs = Number.POSITIVE_INFINITY
  const places = frames.map(({ takenMs, stampMs, arrivedMs }) => {
    const place = timeline.place({ ...NO_DATA, ptsUs: stampMs * 1000, reportedPace }, BEGAN_MS + arrivedMs)
    if (clock.isRateWrong) foundOutMs = Math.min(foundOutMs, takenMs)
    return place
  })
  const captured = places.map(({ capturedAtMs }) => capturedAtMs - BEGAN_MS)
  const media = places.map(({ time }) => time / 90)
  expect([isRising(media), isRising(captured)]).toEqual([true, true])
  const errors = captured.map((ms, i) => ms - frames[i]!.takenMs)
  return { captured, media, errors, clock, foundOutMs }
}

/**
 * How far media time may lie from capture time because of what was placed before the rate was known: what it may lean
 * (`MEDIA_PLAY_MS`), and a late first frame, behind which the next ones look like a server's burst.
 */
const FROM_START_MAX_MS = 650
const worst = (values: readonly number[]) => Math.max(...values.map(Math.abs))
/** Frames a second, and how many. */
const filmed = fc.record({ fps: fc.integer({ min: 5, max: 30 }), seconds: fc.integer({ min: 12, max: 30 }) })
const offset = fc.integer({ min: 0, max: 2 ** 33 })
/** Delays of a network, ms: a few for each frame, in a cycle. */
const jitter = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 5, maxLength: 40 })
/** Delays on a busy machine, ms; the first frame comes at once, since nobody can know how late the first one is. */
const busy = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 5, maxLength: 40 }).map((delays) => [0, ...delays])

/** Frames in order: none arrives before the one in front of it. */
function sent(
  { fps, seconds }: { fps: number; seconds: number },
  delays: readonly number[],
  stampOf: (i: number, takenMs: number) => number,
): Sent[] {
  let arrivedMs = 0
  return Array.from({ length: fps * seconds }, (_, i) => {
    const takenMs = (i * 1000) / fps
    arrivedMs = Math.max(arrivedMs, takenMs + delays[i % delays.length]!)
    return { takenMs, stampMs: stampOf(i, takenMs), arrivedMs }
  })
}

/** Holds up what arrives in that time until its end, as a network does. */
const heldUp = (frames: readonly Sent[], fromMs: number, forMs: number): Sent[] =>
  frames.map((frame) => {
    const isHeld = frame.arrivedMs >= fromMs && frame.arrivedMs < fromMs + forMs
    return isHeld ? { ...frame, arrivedMs: fromMs + forMs } : frame
  })

describe('frames of a camera are placed within 0.2 s of when they were taken, when its stamps', () => {
  test('are right, from any number on', () => {
    fc.assert(
      fc.property(filmed, offset, jitter, (film, from, delays) => {
        const { errors, clock } = placed(sent(film, delays, (_, ms) => from + ms))
        expect(worst(errors)).toBeLessThan(200)
        expect([clock.isRateWrong, clock.jumps]).toEqual([false, 0])
      }),
    )
  })

  test('run too slow or too fast, which is found out', () => {
    const rates = fc.oneof(
      fc.double({ min: 0.02, max: 0.85, noNaN: true }),
      fc.double({ min: 1.2, max: 4, noNaN: true }),
    )
    fc.assert(
      fc.property(filmed, offset, jitter, rates, (film, from, delays, rate) => {
        const { errors, media, captured, clock } = placed(sent(film, delays, (_, ms) => from + ms * rate))
        expect(worst(errors)).toBeLessThan(200)
        expect(clock.isRateWrong).toBe(true)
        expect(Math.abs(media.at(-1)! - captured.at(-1)!)).toBeLessThan(FROM_START_MAX_MS)
      }),
    )
  })

  test('drift by up to a tenth', () => {
    fc.assert(
      fc.property(filmed, jitter, fc.double({ min: 0.92, max: 1.08, noNaN: true }), (film, delays, rate) => {
        const { errors, clock } = placed(sent(film, delays, (_, ms) => ms * rate))
        expect(worst(errors)).toBeLessThan(200)
        expect(clock.isRateWrong).toBe(false)
      }),
    )
  })

  test('stand still, which is found out', () => {
    fc.assert(
      fc.property(filmed, offset, jitter, (film, from, delays) => {
        const { errors, clock } = placed(sent(film, delays, () => from))
        expect(worst(errors)).toBeLessThan(200)
        expect(clock.isRateWrong).toBe(true)
      }),
    )
  })

  test('jump, forward or back, now and then', () => {
    const jumps = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(filmed, jitter, jumps, (film, delays, steps) => {
        const large = steps.map((step) => (Math.abs(step) < 3000 ? step + Math.sign(step || 1) * 3000 : step))
        const every = Math.ceil((film.fps * film.seconds) / (large.length + 1))
        const jumpedMs = (i: number) => large.slice(0, Math.floor(i / every)).reduce((sum, step) => sum + step, 0)
        const { errors } = placed(sent(film, delays, (i, ms) => ms + jumpedMs(i)))
        expect(worst(errors)).toBeLessThan(200)
      }),
    )
  })

  test('come at changing distances, as of smart codecs', () => {
    const calm = fc.record({ everyMs: fc.integer({ min: 33, max: 2500 }), count: fc.integer({ min: 1, max: 20 }) })
    fc.assert(
      fc.property(fc.array(calm, { minLength: 2, maxLength: 8 }), offset, jitter, (spans, from, delays) => {
        const stepsMs = spans.flatMap(({ everyMs, count }) => Array<number>(count).fill(everyMs))
        let takenMs = 0
        let arrivedMs = 0
        const frames = stepsMs.map((stepMs, i) => {
          takenMs += stepMs
          arrivedMs = Math.max(arrivedMs, takenMs + delays[i % delays.length]!)
          return { takenMs, stampMs: from + takenMs, arrivedMs }
        })
        const { errors, clock } = placed(frames)
        expect(worst(errors)).toBeLessThan(200)
        expect([clock.isRateWrong, clock.jumps]).toEqual([false, 0])
      }),
    )
  })

  test('come once in some seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 5000 }), fc.integer({ min: 0, max: 150 }), (everyMs, delayMs) => {
        const frames = Array.from({ length: 12 }, (_, i) => {
          return { takenMs: i * everyMs, stampMs: i * everyMs, arrivedMs: i * everyMs + (i % 3 === 1 ? delayMs : 0) }
        })
        const { errors, media, clock } = placed(frames)
        expect(worst(errors)).toBeLessThan(200)
        expect(worst(media.map((ms, i) => ms - frames[i]!.takenMs))).toBeLessThan(200)
        expect([clock.isRateWrong, clock.jumps]).toEqual([false, 0])
      }),
    )
  })
})

describe('arrivals that are up to 0.3 s late', () => {
  /** Five spans of two seconds, each ended by the next frame, and two more: delays can hide a rate near the limit. */
  const FOUND_OUT_MS = 15_500
  /** Then the pace is measured, and the offset with the least late frame. */
  const RIGHT_AFTER_MS = 1_000
  const long = fc.record({ fps: fc.integer({ min: 5, max: 30 }), seconds: fc.integer({ min: 16, max: 30 }) })
  const distances = (media: readonly number[], frames: readonly Sent[]) =>
    media.map((ms, i) => ms - (frames[i]!.takenMs - frames[0]!.takenMs))

  test('do not move the media times of a camera whose stamps are right, and capture times little', () => {
    // Frames behind a late one wait for it: until the next late one, the network has caught up.
    const nowAndThen = busy.map((delays) => delays.flatMap((ms) => [ms, ...Array<number>(10).fill(0)]))
    fc.assert(
      fc.property(filmed, offset, nowAndThen, (film, from, delays) => {
        const frames = sent(film, delays, (_, ms) => from + ms)
        const { errors, media, clock } = placed(frames)
        expect(worst(errors)).toBeLessThan(200)
        expect(worst(distances(media, frames))).toBeLessThan(1)
        expect([clock.isRateWrong, clock.jumps]).toEqual([false, 0])
      }),
    )
  })

  test('misplace frames by less than 0.2 s from the start, where the stamps are right', () => {
    fc.assert(
      fc.property(filmed, offset, busy, (film, from, delays) => {
        expect(worst(placed(sent(film, delays, (_, ms) => from + ms)).errors)).toBeLessThan(200)
      }),
    )
  })

  test('do not move media times when every frame is late, the first one, too', () => {
    fc.assert(
      fc.property(filmed, offset, busy, fc.integer({ min: 0, max: 300 }), (film, from, delays, firstMs) => {
        const frames = sent(film, [firstMs, ...delays], (_, ms) => from + ms)
        expect(worst(distances(placed(frames).media, frames))).toBeLessThan(1)
      }),
    )
  })

  test('misplace frames by less than 0.2 s where stamps run too slow or too fast, once found out', () => {
    const rates = fc.oneof(fc.double({ min: 0, max: 0.8, noNaN: true }), fc.double({ min: 1.25, max: 4, noNaN: true }))
    fc.assert(
      fc.property(long, offset, busy, rates, (film, from, delays, rate) => {
        const frames = sent(film, delays, (_, ms) => from + ms * rate)
        const { errors, media, clock, foundOutMs } = placed(frames)
        const isAfter = (_: number, i: number) => frames[i]!.takenMs > foundOutMs + RIGHT_AFTER_MS
        expect(foundOutMs).toBeLessThan(FOUND_OUT_MS)
        expect(worst(errors.filter(isAfter))).toBeLessThan(200)
        expect(worst(errors)).toBeLessThan(2000)
        // What was placed wrongly at first does not move the rest.
        expect(worst(distances(media, frames).filter(isAfter))).toBeLessThan(FROM_START_MAX_MS)
        expect(clock.isRateWrong).toBe(true)
      }),
    )
  })

  test('misplace frames of a camera whose 32-bit stamps begin anew by less than 0.2 s', () => {
    const roundMs = 2 ** 32 / 90
    // Three frames tell how far frames are from each other.
    const knownMs = 500
    fc.assert(
      fc.property(filmed, fc.integer({ min: knownMs, max: 12_000 }), busy, (film, untilMs, delays) => {
        const frames = sent(film, delays, (_, ms) => (roundMs - untilMs + ms) % roundMs)
        expect(worst(placed(frames).errors)).toBeLessThan(200)
      }),
    )
  })
})

describe('reports of a camera whose stamps run too fast', () => {
  /** The network slows down by 12 ms each second. */
  const slowing = ({ rate }: { rate: number }) =>
    sent({ fps: 20, seconds: 30 }, [0], (_, ms) => ms * rate).map((frame) => {
      return { ...frame, arrivedMs: frame.takenMs * 1.012 }
    })
  const rates = fc.record({ rate: fc.double({ min: 1.3, max: 4, noNaN: true }) })

  test('say how fast they run where the network slows down', () => {
    fc.assert(
      fc.property(rates, (film) => {
        const lateMs = (reportedPace: number | null) => worst(placed(slowing(film), reportedPace).errors.slice(-20))
        expect(lateMs(null)).toBeGreaterThan(300)
        expect(lateMs(1 / film.rate)).toBeLessThan(215)
      }),
    )
  })

  test('change nothing where arrival contradicts them', () => {
    fc.assert(
      fc.property(rates, fc.double({ min: 1, max: 100, noNaN: true }), (film, reportedPace) => {
        expect(placed(slowing(film), reportedPace).errors).toEqual(placed(slowing(film)).errors)
      }),
    )
  })
})

describe('a stall', () => {
  const stall = fc.record({ fromMs: fc.integer({ min: 1000, max: 9000 }), forMs: fc.integer({ min: 300, max: 9500 }) })

  test('of the network leaves the frames that come in a burst behind it where they were taken', () => {
    fc.assert(
      fc.property(filmed, offset, jitter, stall, (film, from, delays, { fromMs, forMs }) => {
        const frames = heldUp(
          sent(film, delays, (_, ms) => from + ms),
          fromMs,
          forMs,
        )
        const { errors, clock } = placed(frames)
        expect(worst(errors)).toBeLessThan(200)
        expect([clock.isRateWrong, clock.jumps]).toEqual([false, 0])
      }),
    )
  })

  test('in which frames were lost leaves a gap where it was', () => {
    fc.assert(
      fc.property(filmed, jitter, stall, (film, delays, { fromMs, forMs }) => {
        const all = sent(film, delays, (_, ms) => ms)
        const frames = all.filter(({ takenMs }) => takenMs < fromMs || takenMs >= fromMs + forMs)
        const { errors, media } = placed(frames)
        expect(worst(errors)).toBeLessThan(200)
        expect(worst(media.map((ms, i) => ms - frames[i]!.takenMs))).toBeLessThan(250)
      }),
    )
  })

  test('of a camera whose stamps stood still meanwhile leaves a gap where it was, but for 0.4 s', () => {
    fc.assert(
      fc.property(filmed, stall, (film, { fromMs, forMs }) => {
        const all = sent(film, [0], (_, ms) => ms)
        const frames = all
          .filter(({ takenMs }) => takenMs < fromMs || takenMs >= fromMs + forMs)
          .map((frame) => (frame.takenMs < fromMs ? frame : { ...frame, stampMs: frame.stampMs - forMs }))
        const wrong = placed(frames).errors.flatMap((error, i) => (Math.abs(error) < 200 ? [] : [frames[i]!.takenMs]))
        expect(wrong.every((takenMs) => takenMs >= fromMs && takenMs < fromMs + forMs + 600)).toBe(true)
      }),
    )
  })
})

test('frames that come once a second, all of it at once, keep their distances', () => {
  fc.assert(
    fc.property(filmed, offset, ({ fps, seconds }, from) => {
      const frames = Array.from({ length: fps * seconds }, (_, i) => {
        const takenMs = (i * 1000) / fps
        return { takenMs, stampMs: from + takenMs, arrivedMs: 1000 * Math.ceil((takenMs + 1) / 1000) }
      })
      const { media, errors, clock } = placed(frames)
      expect(worst(media.map((ms, i) => ms - frames[i]!.takenMs))).toBeLessThan(250)
      // The newest frame of a burst has waited for one interval at least.
      expect(worst(errors.slice(fps * 2))).toBeLessThan(1000 / fps + 60)
      expect(clock.isRateWrong).toBe(false)
    }),
  )
})

test('the frames since the last key frame, with which a server begins, keep their distances', () => {
  const { media, errors, clock } = placed(
    sent({ fps: 20, seconds: 15 }, [0], (_, ms) => ms).map((frame) => {
      return { ...frame, arrivedMs: Math.max(4000, frame.arrivedMs) }
    }),
  )
  expect(worst(media.map((ms, i) => ms - i * 50))).toBeLessThan(200)
  expect(worst(errors.slice(100))).toBeLessThan(200)
  expect([clock.isRateWrong, clock.jumps]).toEqual([false, 0])
})

test('stamps and arrivals at random are placed in order, none after it arrived', () => {
  const frame = fc.record({
    stampMs: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
    waitMs: fc.integer({ min: 0, max: 3000 }),
    isKey: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 100 }), (frames) => {
      const timeline = new Timeline(new FrameClock())
      let arrivedAtMs = BEGAN_MS
      const places = frames.map(({ stampMs, waitMs, isKey }) => {
        arrivedAtMs += waitMs
        return { arrivedAtMs, ...timeline.place({ ...NO_DATA, isKey, ptsUs: stampMs * 1000 }, arrivedAtMs) }
      })
      expect(isRising(places.map(({ time }) => time))).toBe(true)
      expect(worst(places.map((one) => Math.max(0, one.capturedAtMs - one.arrivedAtMs)))).toBeLessThanOrEqual(
        frames.length,
      )
    }),
  )
})

test('capture time is the arrival less the network’s delays', () => {
  const { captured } = placed([
    { takenMs: 0, stampMs: 0, arrivedMs: 50 },
    { takenMs: 100, stampMs: 100, arrivedMs: 100 },
    { takenMs: 200, stampMs: 200, arrivedMs: 290 },
    { takenMs: 300, stampMs: 300, arrivedMs: 300 },
  ])
  expect(captured).toEqual([50, 100, 200, 300])
})

test('capture time follows a camera whose clock runs slow by parts of a thousand, without a jump', () => {
  const frames = Array.from({ length: 36_000 }, (_, i) => {
    return { takenMs: i * 100 * 1.0005, stampMs: i * 100, arrivedMs: i * 100 * 1.0005 }
  })
  expect(worst(placed(frames).errors)).toBeLessThan(60)
})
