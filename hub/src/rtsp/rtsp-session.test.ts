/** What a hostile camera says leads nowhere, and what a good one sends becomes frames. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openCamera } from '#pipeline/ingest/source.ts'
import { missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { RtspSession } from './rtsp-session.ts'

const nobody = { username: null, password: null }
const never = new AbortController().signal
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server of this machine; `talk` gets everyone who connects. */
async function listen(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    closers.push(() => socket.destroy())
    socket.on('error', () => {})
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

type Asked = { method: string; head: string; number: string }
/** A camera that answers each request with what `answer` makes of it, without its `CSeq`; null: not at all. */
async function camera(answer: (asked: Asked) => string | null): Promise<string> {
  const port = await listen((socket) => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end)
        text = text.slice(end + 4)
        const asked = { method: head.split(' ')[0]!, head, number: /CSeq: (\d+)/i.exec(head)![1]! }
        const said = answer(asked)
        if (said !== null) socket.write(said.replace('\r\n', `\r\nCSeq: ${asked.number}\r\n`), 'latin1')
      }
    })
  })
  return `rtsp://127.0.0.1:${port}/stream`
}
const OK = 'RTSP/1.0 200 OK\r\n\r\n'
const SDP = [
  'v=0',
  'o=- 0 0 IN IP4 127.0.0.1',
  's=x',
  't=0 0',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=control:track1',
  '',
].join('\r\n')
const described = `RTSP/1.0 200 OK\r\nContent-Type: application/sdp\r\nContent-Length: ${SDP.length}\r\n\r\n${SDP}`

/** How opening it ends: the code of the error and what it names. */
async function outcome(url: string, firstAnswerMs?: number): Promise<string> {
  return openCamera(url, nobody, LOOPBACK, never, firstAnswerMs).then(
    () => 'open',
    (error) => `${error.reason.code}: ${Object.values(error.reason.params).join(' ')}`,
  )
}

describe('a hostile camera', () => {
  test.each([301, 302, 303, 305, 399])(
    'one that answers DESCRIBE with %i and an address inside is cut off, and nobody goes there',
    async (status) => {
      let visits = 0
      const inside = await listen(() => visits++)
      const elsewhere = `RTSP/1.0 ${status} Moved\r\nLocation: rtsp://127.0.0.1:${inside}/secret\r\n\r\n`
      const url = await camera(({ method }) => (method === 'DESCRIBE' ? elsewhere : OK))
      expect(await outcome(url)).toMatch(/^redirected: 127\.0\.0\.1:\d+$/)
      expect(visits).toBe(0)
    },
  )

  test('one that asks us by REDIRECT to go elsewhere is cut off, and nobody goes there', async () => {
    let visits = 0
    const inside = await listen(() => visits++)
    const order = `REDIRECT * RTSP/1.0\r\nLocation: rtsp://127.0.0.1:${inside}/\r\n\r\n`
    const url = await camera(({ method }) => (method === 'SETUP' ? order : method === 'DESCRIBE' ? described : OK))
    expect(await outcome(url)).toMatch(/^redirected/)
    expect(visits).toBe(0)
  })

  test.each([
    'RTP/AVP;unicast;client_port=5000-5001;destination=10.0.0.1',
    'RTP/AVP;unicast;destination=10.0.0.9',
    'RTP/AVP;multicast;destination=239.1.1.1;port=5000-5001',
    'RTP/AVP/UDP;unicast;destination=127.0.0.1;client_port=22-23',
  ])('one that wants to send by %s is cut off', async (way) => {
    const setUp = `RTSP/1.0 200 OK\r\nSession: 1\r\nTransport: ${way}\r\n\r\n`
    const url = await camera(({ method }) => (method === 'SETUP' ? setUp : method === 'DESCRIBE' ? described : OK))
    expect(await outcome(url)).toMatch(/^redirected/)
  })

  test('one whose headers never end is cut off after 16 kB', async () => {
    let sentBytes = 0
    const url = await camera(({ method }) => {
      if (method !== 'DESCRIBE') return OK
      sentBytes += 17_000
      return `RTSP/1.0 200 OK\r\n${'X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(256)}`
    })
    expect(await outcome(url)).toMatch(/^too-long: 127\.0\.0\.1:\d+$/)
    expect(sentBytes).toBe(17_000)
  })

  test.each(['2000000000', '65537', '-1', '1e9', '10\r\nContent-Length: 11'])(
    'one that announces a description of %s bytes is cut off at once',
    async (length) => {
      const giant = `RTSP/1.0 200 OK\r\nContent-Type: application/sdp\r\nContent-Length: ${length}\r\n\r\nv=0`
      const url = await camera(({ method }) => (method === 'DESCRIBE' ? giant : OK))
      expect(await outcome(url)).toMatch(/^too-long/)
    },
  )

  test('one that falls silent, or drips, after its first words is named when its time is over', async () => {
    for (const words of [null, 'RTSP/1.0 2']) {
      const url = new URL(await camera(({ method }) => (method === 'DESCRIBE' ? words : OK)))
      const nothing = () => {}
      const sink = { onVideo: nothing, onPacket: nothing, onEnd: nothing }
      const session = new RtspSession({ url, address: '127.0.0.1', login: nobody, answerMs: 50 }, sink)
      await expect(session.play()).rejects.toMatchObject({ reason: { code: 'timeout', params: { host: url.host } } })
    }
  })
})

async function addressOf(talk: (socket: Socket) => void): Promise<string> {
  return `rtsp://127.0.0.1:${await listen(talk)}/stream`
}

describe('no camera', () => {
  test('a port where nobody listens is named', async () => {
    const url = await addressOf(() => {})
    closers.pop()?.()
    expect(await outcome(url)).toMatch(/^refused: 127\.0\.0\.1:\d+$/)
  })

  test('one that accepts and never says a word is named after the time it was given', async () => {
    expect(await outcome(await addressOf(() => {}), 50)).toMatch(/^timeout: 127/)
  })

  test('one that sends junk for ever is named at once', async () => {
    const url = await addressOf((socket) => {
      const timer = setInterval(() => socket.write(Buffer.alloc(2000, 0xa7)), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await outcome(url)).toMatch(/^not-camera: 127/)
  })

  test('one that begins like a camera and then sends junk for ever is named too', async () => {
    const url = await addressOf((socket) => {
      socket.write('RTSP/1.0 200 OK\r\n')
      const timer = setInterval(() => socket.write(Buffer.alloc(20_000, 0x41)), 1)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await outcome(url)).toMatch(/^not-camera/)
  })

  test('a web server is named', async () => {
    const server = createHttpServer((_, response) => response.end('hello'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => server.close())
    expect(await outcome(`rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toMatch(/^not-camera/)
  })

  test('one that hangs up is named', async () => {
    expect(await outcome(await addressOf((socket) => socket.end()))).toMatch(/^closed-early: 127/)
  })

  test('one that answers every request with an error is reported by its number alone', async () => {
    const says = 'RTSP/1.0 454 Session <script> Not Found\r\n\r\n'
    const url = await camera(({ method }) => (method === 'DESCRIBE' ? says : OK))
    expect(await outcome(url)).toBe('opening-failed: RTSP 454')
  })
})

describe('the requests to a camera', () => {
  test('the camera gets its own address, a wrong password goes out once, Basic works too', async () => {
    const heard: string[] = []
    const asks = 'RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm="c"\r\n\r\n'
    const url = await camera(({ method, head }) => {
      if (method !== 'DESCRIBE') return OK
      heard.push([head.split('\r\n')[0], /Authorization: (.*)/.exec(head)?.[1] ?? 'open'].join(' '))
      return asks
    })
    const login = { username: 'nurse', password: 'hanami', isBasicAllowed: true }
    await expect(openCamera(`${url}?channel=1`, login, LOOPBACK, never)).rejects.toMatchObject({
      reason: { code: 'login-wrong' },
    })
    const line = `DESCRIBE ${url}?channel=1 RTSP/1.0`
    expect(heard).toEqual([`${line} open`, `${line} Basic ${Buffer.from('nurse:hanami').toString('base64')}`])
  })

  test('a camera that names this client as destination may send on any channel', async () => {
    const way = 'RTP/AVP/TCP;unicast;destination=10.0.0.1;source=10.0.0.2;interleaved=4-5'
    const rtp = (sequence: number, ...payload: number[]) => {
      const packet = Buffer.from([
        0x24,
        4,
        0,
        12 + payload.length,
        0x80,
        0xe0,
        0,
        sequence,
        0,
        0,
        0,
        sequence,
        0,
        0,
        0,
        1,
      ])
      return Buffer.concat([packet, Buffer.from(payload)]).toString('latin1')
    }
    const other = '$\0\0\x05RTSP/$\x05\0\0'
    const media = other + rtp(1, 0x65, 0x88, 1) + other + rtp(2, 0x41, 0x9a, 2)
    const url = await camera(({ method }) => {
      if (method === 'DESCRIBE') return described
      if (method === 'SETUP') return `RTSP/1.0 200 OK\r\nLocation: x\r\nTransport: ${way}\r\n\r\n`
      return method === 'PLAY' ? OK + media : OK
    })
    const stop = new AbortController()
    const source = await openCamera(url, nobody, LOOPBACK, stop.signal)
    const frames = []
    for await (const { data, isKey } of source) if (frames.push([data.toString('hex'), isKey]) === 2) stop.abort()
    await source.close()
    expect(frames).toEqual([
      ['00000001658801', true],
      ['00000001419a02', false],
    ])
  })

  test('an opening that hangs ends with its signal', async () => {
    const stop = new AbortController()
    const url = await camera(({ method }) => {
      if (method === 'OPTIONS') return OK
      stop.abort()
      return null
    })
    await expect(openCamera(url, nobody, LOOPBACK, stop.signal)).rejects.toThrow()
  })
})

const missing = missingForRtsp()
describe.skipIf(missing !== null)(`real RTSP${missing ? ` (${missing})` : ''}`, () => {
  const login = { user: 'nurse', password: 'p@ss:word/1' }
  let digest: Awaited<ReturnType<typeof startRtspServer>>
  let basic: Awaited<ReturnType<typeof startRtspServer>>
  beforeAll(async () => {
    digest = await startRtspServer({ ball: { pattern: 'ball' } }, { login })
    basic = await startRtspServer({ ball: { pattern: 'ball' } }, { login: { ...login, method: 'basic' } })
  })
  afterAll(async () => {
    await digest.stop()
    await basic.stop()
  })

  test.each(['digest', 'basic'])('frames come with a %s password', async (method) => {
    const url = (method === 'digest' ? digest : basic).url('ball')
    const stop = new AbortController()
    const credentials = { username: login.user, password: login.password, isBasicAllowed: method === 'basic' }
    const source = await openCamera(url, credentials, LOOPBACK, stop.signal)
    let packets = 0
    for await (const { data } of source) {
      expect(data.length).toBeGreaterThan(0)
      if (++packets === 30) stop.abort()
    }
    await source.close()
    expect([packets, source.codec, source.width]).toEqual([30, 'h264', 320])
    const wrong = openCamera(url, { ...credentials, password: 'hanami' }, LOOPBACK, never)
    await expect(wrong).rejects.toMatchObject({ reason: { code: 'login-wrong' } })
  })
})
