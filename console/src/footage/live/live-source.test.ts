import { liveHeader } from '@mimamori/contract/footage/live-header.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openLiveSource, type Screen } from './live-source.ts'

afterEach(() => vi.unstubAllGlobals())

const box = (kind: string, ...content: number[]) => [
  ...[0, 0, 0, 8 + content.length],
  ...[...kind].map((letter) => letter.charCodeAt(0)),
  ...content,
]
const message = (kind: { isInit: boolean; isKey: boolean }, bytes: number[]) =>
  Uint8Array.from([...liveHeader({ ...kind, stream: 0, capturedAtMs: 7 }), ...bytes]).buffer
const INIT = message({ isInit: true, isKey: false }, box('avcC', 1))
const KEY = message({ isInit: false, isKey: true }, box('mdat', 2))
const DELTA = message({ isInit: false, isKey: false }, box('mdat', 3))

describe('a browser with a decoder alone', () => {
  test('LIVE-01 draws images from the first key frame on', async () => {
    const { source, decoder, drawn, send } = await openWithDecoder()
    for (const data of [INIT, DELTA, KEY, DELTA]) await send(data)
    expect(decoder().decoded).toEqual(['key', 'delta'])
    expect(drawn).toHaveLength(2)
    expect(source.shown()).toBe(2)
  })

  test('LIVE-01 continues at the next key frame when the decoder falls behind', async () => {
    const { decoder, send } = await openWithDecoder()
    for (const data of [INIT, KEY]) await send(data)
    decoder().decodeQueueSize = 31
    await send(DELTA)
    decoder().decodeQueueSize = 0
    for (const data of [DELTA, KEY]) await send(data)
    expect(decoder().decoded).toEqual(['key', 'key'])
  })

  test('LIVE-01 shows snapshots when the decoder fails before its first image', async () => {
    const { decoder, ended, send } = await openWithDecoder()
    await send(INIT)
    decoder().fail()
    expect(ended).toEqual(['codec-unknown'])
  })

  test('LIVE-01 opens again when the decoder fails later', async () => {
    const { decoder, ended, send } = await openWithDecoder()
    for (const data of [INIT, KEY]) await send(data)
    decoder().fail()
    expect(ended).toEqual(['lost'])
  })

  test('LIVE-01 shows snapshots when the decoder does not know the format', async () => {
    const { ended } = await openWithDecoder(false)
    expect(ended).toEqual(['codec-unknown'])
  })
})

/** A source of a page without media sources, whose init notice has come. `ended` begins empty. */
async function openWithDecoder(supported = true) {
  const sockets: FakeSocket[] = []
  const decoders: FakeDecoder[] = []
  const ended: string[] = []
  const drawn: unknown[] = []
  class FakeSocket {
    onmessage: (event: { data: unknown }) => void = () => undefined
    constructor() {
      sockets.push(this)
    }
    close(): void {}
  }
  class FakeDecoder {
    static isConfigSupported = async () => ({ supported })
    state = 'unconfigured'
    decodeQueueSize = 0
    readonly decoded: string[] = []
    readonly fail: () => void
    readonly #output: (frame: object) => void
    constructor({ output, error }: { output: (frame: object) => void; error: () => void }) {
      this.#output = output
      this.fail = error
      decoders.push(this)
    }
    configure(): void {
      this.state = 'configured'
    }
    decode({ type }: { type: string }): void {
      this.decoded.push(type)
      this.#output({ displayWidth: 4, displayHeight: 3, close: () => undefined })
    }
    close(): void {
      this.state = 'closed'
    }
  }
  vi.stubGlobal('MediaSource', undefined)
  vi.stubGlobal('ManagedMediaSource', undefined)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('VideoDecoder', FakeDecoder)
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      readonly type: string
      constructor({ type }: { type: string }) {
        this.type = type
      }
    },
  )
  const canvas = { width: 0, height: 0, getContext: () => ({ drawImage: (frame: unknown) => drawn.push(frame) }) }
  const played = Promise.withResolvers<void>()
  const source = openLiveSource({ video: new EventTarget(), canvas } as unknown as Screen, 'ws://hub.test', {
    onPlayedAs: () => played.resolve(),
    onWaiting: () => undefined,
    onImage: () => undefined,
    onEnd: (key) => {
      ended.push(key)
      played.resolve()
    },
    onLost: () => ended.push('lost'),
  })
  const send = async (data: unknown) => {
    sockets[0]!.onmessage({ data })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await send(JSON.stringify({ type: 'init', codec: 'avc1.42e01e', width: 4, height: 3 }))
  await played.promise
  return { source, decoder: () => decoders.at(-1)!, ended, drawn, send }
}
