// The pipeline's view of a `scene:` camera: H.264 that decodes, a key frame every two seconds, a clean end.

import { nalType, splitNals } from '@mimamori/hub/mp4/annex-b.ts'
import type { VideoPacket } from '@mimamori/hub/pipeline/media/packet-source.ts'
import type { Clock } from '@mimamori/hub/platform/clock.ts'
import { Decoder, Demuxer } from 'node-av/api'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { describe, expect, test } from 'vitest'
import { openScene } from './scene-source.ts'

Log.setLevel(AV_LOG_QUIET)

/** A clock on which waiting takes no time: it jumps to the end of each wait. */
function jumpingClock(startMs: number): Clock & { waits: number[] } {
  let nowMs = startMs
  const waits: number[] = []
  return {
    waits,
    now: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    after(delayMs, work) {
      waits.push(delayMs)
      const timer = setImmediate(() => {
        nowMs += delayMs
        work()
      })
      return () => clearImmediate(timer)
    },
  }
}

async function take(url: string, count: number, clock: Clock = jumpingClock(Date.UTC(2026, 5, 10, 3))) {
  const ending = new AbortController()
  const source = await openScene(url, { clock, signal: ending.signal })
  const packets: VideoPacket[] = []
  for await (const packet of source) {
    packets.push(packet)
    if (packets.length === count) break
  }
  await source.close()
  return { source, packets }
}

describe('scene:', () => {
  test('delivers frames on time with a key frame every 2 s, each with its parameter sets', async () => {
    const { source, packets } = await take('scene:room-203?fps=10', 45)
    expect(source).toMatchObject({ codec: 'h264', width: 640, height: 360 })
    expect(splitNals(source.extradata).map(nalType)).toEqual([7, 8])
    expect(packets.map(({ ptsUs }) => ptsUs)).toEqual(packets.map((_, i) => i * 100_000))
    expect(packets.flatMap(({ isKey }, i) => (isKey ? [i] : []))).toEqual([0, 20, 40])
    expect(splitNals(packets[20]!.data).map(nalType)).toEqual(expect.arrayContaining([7, 8, 5]))
  })

  test('can be decoded, every frame of it', async () => {
    const { packets } = await take('scene:hallway-2f?fps=5', 25)
    const input = await Demuxer.open(Buffer.concat(packets.map(({ data }) => data)), { format: 'h264' })
    const video = input.video()!
    const decoder = await Decoder.create(video, { threadCount: 1 })
    const sizes: string[] = []
    for await (const packet of input.packets(video.index)) {
      for (const frame of await decoder.decodeAll(packet)) {
        sizes.push(`${frame.width}x${frame.height}`)
        frame.free()
      }
      packet?.free()
    }
    decoder.close()
    await input.close()
    expect(sizes).toEqual(packets.map(() => '640x360'))
  })

  test('keeps to the clock without drift', async () => {
    const clock = jumpingClock(0)
    await take('scene:room-201?fps=8', 17, clock)
    expect(clock.now()).toBe(16 * 125)
  })

  test('ends when aborted, also while a frame is being encoded', async () => {
    const ending = new AbortController()
    const source = await openScene('scene:room-206', { clock: jumpingClock(0), signal: ending.signal })
    const seen: VideoPacket[] = []
    for await (const packet of source) {
      seen.push(packet)
      if (seen.length === 3) queueMicrotask(() => ending.abort())
    }
    await source.close()
    expect(seen.length).toBeLessThan(6)
  })

  test.each([
    ['scene:room-999', /no scene 'room-999'/],
    ['scene:', /not a scene's address/],
    ['scene:room-201?zone=Mars/Base', /not a time zone/],
  ])('refuses %s in words', async (url, words) => {
    const opening = openScene(url, { clock: jumpingClock(0), signal: new AbortController().signal })
    await expect(opening).rejects.toMatchObject({
      reason: { code: 'opening-failed', params: { detail: expect.stringMatching(words) } },
    })
  })
})
