import { fileURLToPath } from 'node:url'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { describe, expect, test } from 'vitest'
import { openContext } from '#pipeline/decode/codec-context.ts'
import { chooseDecoders } from './choose-decoders.ts'
import { drawFilm } from './test-film.ts'
import { tryDecoder } from './try-decoder.ts'

Log.setLevel(AV_LOG_QUIET)

const DOUBLES = fileURLToPath(new URL('./testing/doubles.ts', import.meta.url))

describe('REAL-08 the choice of a decoder', { timeout: 60_000 }, () => {
  test('REAL-08 the cheapest that is right decodes; one that is wrong, crashes or hangs does not', async () => {
    const logged: unknown[] = []
    const decoders = await chooseDecoders({
      log: (_level, message, facts) => logged.push([message, facts]),
      environment: process.env,
      present: ['vaapi', 'qsv', 'nvdec', 'v4l2'],
      programOf: () => DOUBLES,
      timeoutMs: 2_000,
    })
    expect(decoders).toEqual({ h264: 'nvdec', hevc: 'software' })
    const said = JSON.stringify(logged)
    expect(said).toContain('"by":"qsv","reason":"helper-lost"')
    expect(said).toContain('"by":"v4l2","reason":"timeout"')
  })

  test('REAL-08 without hardware, and where none of it works, software decodes', async () => {
    const of = { log: () => {}, environment: process.env }
    const none = { h264: 'software', hevc: 'software' }
    expect(await chooseDecoders({ ...of, present: [], programOf: () => expect.fail('nothing is tried') })).toEqual(none)
    const broken = await chooseDecoders({
      ...of,
      present: ['vaapi', 'qsv'],
      programOf: () => DOUBLES,
      timeoutMs: 5_000,
    })
    expect(broken).toEqual(none)
  })
})

describe('REAL-08 a trial', { timeout: 60_000 }, () => {
  test.each(['h264', 'hevc'] as const)('REAL-08 software makes each image of the %s film', async (codec) => {
    const trial = await tryDecoder(codec, await drawFilm(codec), 'software')
    expect(trial).toMatchObject({ by: 'software', images: 30, difference: 0 })
    expect(trial.cpuMsPerImage).toBeGreaterThan(0)
  })

  test('REAL-08 frames of a driver that swaps colors, shifts or repeats exceed the tolerance', async () => {
    const film = await drawFilm('h264')
    const differences = []
    for (const change of [swapColours, shift, repeatFirst()]) {
      const trial = await tryDecoder('h264', film, 'v4l2', async (codec, extradata, by: DecoderName) => {
        const context = await openContext(codec, extradata, 'software')
        if (by === 'software') return context
        return { ...context, plain: (frame) => changed(context.plain(frame), change) }
      })
      expect(trial.by).toBe('v4l2')
      differences.push(trial.difference)
    }
    expect(Math.min(...differences)).toBeGreaterThan(2)
  })

  test('REAL-08 hardware that this machine does not have is tried as software', async () => {
    expect(await tryDecoder('h264', await drawFilm('h264'), 'v4l2')).toMatchObject({ by: 'software' })
  })
})

type Planes = (Buffer | null)[]
type Plain = ReturnType<Awaited<ReturnType<typeof openContext>>['plain']>

function changed(frame: Plain, change: (planes: Planes) => void): Plain {
  frame?.makeWritable()
  change(frame?.data ?? [])
  return frame
}

function swapColours([, u, v]: Planes): void {
  const before = Buffer.from(u!)
  v!.copy(u!)
  before.copy(v!)
}

function shift([y]: Planes): void {
  Buffer.from(y!).copy(y!, 16)
}

function repeatFirst(): (planes: Planes) => void {
  let first: Buffer | null = null
  return ([y]) => {
    first ??= Buffer.from(y!)
    first.copy(y!)
  }
}
