/** Quirks of cameras on the market, each simulated by a camera: REAL-09. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hubErrorOf } from '#control/rpc/probe.ts'
import { openCamera } from '#pipeline/ingest/source.ts'
import { CameraError } from '#platform/camera-error.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { keepAliveOf } from './rtsp-answer.ts'
import { framed } from './rtsp-reader.ts'
import { LOGIN, QuirkyCamera, rtpPacket, TWO_IMAGES } from './testing/quirky-camera.ts'

const nobody = { username: null, password: null }
let camera: QuirkyCamera
afterEach(async () => {
  vi.useRealTimers()
  await camera?.stop()
})

/** Reads two frames from the camera; returns its requests without the host. */
async function askedBy(changes: Partial<QuirkyCamera>, path = '/stream'): Promise<string[]> {
  camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES }, changes)
  const url = (await camera.start()).replace('/stream', path)
  const stop = new AbortController()
  const source = await openCamera(url, nobody, LOOPBACK, stop.signal)
  let frames = 0
  for await (const _ of source) if (++frames === 2) stop.abort()
  await source.close()
  const { host } = new URL(url)
  return camera.asked.map((asked) => asked.replace(`rtsp://${host}`, ''))
}

describe('REAL-09 a camera whose description', () => {
  test('has a base without a host is requested at its own host', async () => {
    expect(await askedBy({ contentBase: '/stream/' })).toContain('SETUP /stream/track1')
  })

  test('has no control for the video is requested at its base', async () => {
    expect(await askedBy({ control: null })).toContain('SETUP /stream')
  })

  test('has relative controls gets them after the query, as Dahua expects', async () => {
    const path = '/cam/realmonitor?channel=1&subtype=0'
    expect(await askedBy({ control: 'trackID=0' }, path)).toContain(`SETUP ${path}/trackID=0`)
  })

  // AlexxIT/go2rtc#1426 and #1663, bluenviron/gortsplib#618: no address behind IN, parts at its address without the port.
  test('has no connection address (Uniview) is read, and its metadata ignored', async () => {
    const part = (name: string) => `a=control:rtsp://192.168.0.60/media/video1/${name}`
    const video = ['m=video 0 RTP/AVP 96', 'c=IN ', part('video'), 'a=rtpmap:96 H264/90000', 'a=recvonly']
    const metadata = ['m=application 0 RTP/AVP 107', 'c=IN ', part('metadata'), 'a=rtpmap:107 vnd.onvif.metadata/90000']
    const description = ['v=0', 'o=- 1001 1 IN ', 's=VCP IPC Realtime stream', ...video, ...metadata]
    const setups = (await askedBy({ description })).filter((asked) => asked.startsWith('SETUP'))
    expect(setups).toEqual(['SETUP rtsp://192.168.0.60/media/video1/video'])
  })
})

describe('REAL-09 a camera that answers in its own way gives frames', () => {
  const setup = (asked: string[]) => asked.filter((one) => one.startsWith('SETUP')).at(-1)

  test.each([
    ['?ctype=video', '/stream?ctype=video'],
    ['?ctype=video', '/stream/?ctype=video'],
    ['/stream/track1', '/stream/track1'],
    ['/track1', '/stream/track1'],
    ['/track1', '/track1'],
    ['*', '/stream'],
    ['rtsp://10.0.0.9:554/stream/track1', '/stream/track1'],
  ])('with the control %s and the video at %s', async (control, videoAddress) => {
    expect(setup(await askedBy({ control, videoAddress }))?.endsWith(videoAddress)).toBe(true)
  })

  test.each(['192.168.1.10:554/stream0/', 'stream', 'rtsp://', '<none>'])('with the base %s', async (contentBase) => {
    expect(setup(await askedBy({ contentBase }))).toBe('SETUP /stream/track1')
  })

  test('with the address of its session alone', async () => {
    const video = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000']
    const description = ['v=0', 's=x', 'a=control:rtsp://10.0.0.9/session', ...video]
    expect(setup(await askedBy({ description }))).toBe('SETUP rtsp://10.0.0.9/session')
  })

  test('without the length of its description', async () => {
    expect(await askedBy({ hasLength: false })).toContain('SETUP /stream/track1')
  })

  test.each([
    ['several spaces', (head: string) => head.replaceAll(' ', '   ')],
    ['spaces before colons', (head: string) => head.replaceAll(': ', ' : ')],
    ['no spaces after colons', (head: string) => head.replaceAll(': ', ':')],
    ['long lines folded', (head: string) => head.replaceAll(';', '\r\n ;')],
    ['line feeds alone', (head: string) => head.replaceAll('\r', '')],
    ['an empty line first', (head: string) => `\r\n${head}`],
    ['no numbers', (head: string) => head.replace(/CSeq.*\r\n/, '')],
    ['the number zero', (head: string) => head.replace(/CSeq: \d+/, 'CSeq: 0')],
    ['an interim response first', (head: string) => `RTSP/1.0 100 Continue\r\nCSeq: 1\r\n\r\n${head}`],
  ])('with %s', async (_, written) => {
    expect(await askedBy({ written })).toContain('SETUP /stream/track1')
  })

  test('with spaces in its description', async () => {
    const video = ['m = video  0  RTP/AVP  96 ', 'a=rtpmap: 96  H264/90000', ' a=control: track1 ']
    expect(await askedBy({ description: ['v = 0', 's= x', ...video] })).toContain('SETUP /stream/track1')
  })

  test('with packets of another payload type than described', async () => {
    const description = ['v=0', 's=x', 'm=video 0 RTP/AVP 98', 'a=rtpmap:98 H264/90000', 'a=control:track1']
    expect(await askedBy({ description })).toContain('PLAY /stream')
  })

  test.each(['461 Unsupported Transport', '400 Bad Request'])(
    'with its video as datagrams alone, else %s',
    async (said) => {
      const asked = await askedBy({ isUdpOnly: true, transportError: said })
      expect(setup(asked)).toBe('SETUP /stream/track1')
      expect(asked.filter((one) => one.startsWith('PLAY'))).toHaveLength(1)
    },
  )

  test('through its web server alone', async () => {
    expect(await askedBy({ isTunnelOnly: true })).toContain('PLAY /stream')
  })

  test.each(['/live/1', 'rtsp://127.0.0.1/live/1'])('at another path of its host, %s', async (location) => {
    camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES, location: '/live/1' })
    camera.written = (head) => head.replace('Location: /live/1', `Location: ${location}`)
    const source = await openCamera(await camera.start(), nobody, LOOPBACK, new AbortController().signal)
    await source.close()
    expect(camera.asked.map((asked) => new URL(asked.split(' ')[1]!).pathname)).toContain('/live/1/track1')
  })

  test.each(['MD5', 'SHA-256'] as const)('closing after each 401, with %s', async (algorithm) => {
    const lock = Object.assign(new DigestGuard(LOGIN, 'camera'), { algorithms: [algorithm] })
    camera = Object.assign(new QuirkyCamera(), { lock, isClosingAfter401: true, media: TWO_IMAGES })
    const source = await openCamera(await camera.start(), LOGIN, LOOPBACK, new AbortController().signal)
    await source.close()
    expect(new Set(lock.taken)).toEqual(new Set([algorithm]))
  })

  test('a wrong password is sent to a camera that closes after each 401 once', async () => {
    const lock = new DigestGuard(LOGIN, 'camera')
    camera = Object.assign(new QuirkyCamera(), { lock, isClosingAfter401: true })
    const login = { ...LOGIN, password: 'outdated' }
    await expect(openCamera(await camera.start(), login, LOOPBACK, new AbortController().signal)).rejects.toMatchObject(
      {
        reason: { code: 'login-wrong' },
      },
    )
  })
})

describe('REAL-09 a session', () => {
  // Panasonic answers 400 to an empty one: OvenMediaLabs/OvenMediaEngine#1143.
  test('has no Session header before the camera sent one, as Panasonic expects', async () => {
    expect(await askedBy({ isSessionOwn: true, control: 'trackID=20' })).toContain('SETUP /stream/trackID=20')
  })

  test('uses OPTIONS as keep-alive if the camera lacks GET_PARAMETER', () => {
    expect(keepAliveOf('OPTIONS, DESCRIBE', '').method).toBe('OPTIONS')
    expect(keepAliveOf('OPTIONS, GET_PARAMETER', '').method).toBe('GET_PARAMETER')
  })

  test('sends a keep-alive within half of its timeout', () => {
    const everyMs = ['timeout=60', 'timeout=20', 'timeout=4', '', 'timeout=900'].map(
      (facts) => keepAliveOf('', facts).everyMs,
    )
    expect(everyMs).toEqual([30_000, 10_000, 2_000, 30_000, 30_000])
  })

  test('sends keep-alives while frames arrive', async () => {
    camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES, timeoutSeconds: 20 })
    const url = await camera.start()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = new AbortController()
    const source = await openCamera(url, nobody, LOOPBACK, stop.signal)
    const before = camera.asked.length
    vi.advanceTimersByTime(10_000)
    await vi.waitFor(() => expect(camera.asked.slice(before)).toEqual([`OPTIONS ${url}`]))
    await source.close()
  })
})

describe('REAL-09 a camera that offers a method and rejects it', () => {
  /** The requests of three intervals; the first one is rejected, and another method is sent at once. Frames still arrive. */
  async function heldBy(changes: Partial<QuirkyCamera>, refused: Record<string, string>) {
    camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES, timeoutSeconds: 15 }, changes)
    for (const [method, status] of Object.entries(refused)) camera.refused.set(method, status)
    const url = await camera.start()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = new AbortController()
    const source = await openCamera(url, nobody, LOOPBACK, stop.signal)
    const before = camera.asked.length
    for (const count of [2, 3, 4]) {
      vi.advanceTimersByTime(7_500)
      await vi.waitFor(() => expect(camera.asked.length - before).toBeGreaterThanOrEqual(count))
    }
    const frames = source[Symbol.asyncIterator]()
    camera.send(framed(0, rtpPacket(3, [0x65, 0x88, 3])))
    for (let count = 0; count < 3; count++) expect((await frames.next()).done).toBe(false)
    await source.close()
    return camera.asked.slice(before).map((asked) => asked.split(' ')[0])
  }

  // Firmware that answers GET_PARAMETER with an unknown session: themactep/thingino-firmware#490.
  test('uses OPTIONS after the first error', async () => {
    const methods = 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER'
    const asked = await heldBy({ methods }, { GET_PARAMETER: '454 Session Not Found' })
    expect(asked.slice(0, 3)).toEqual(['GET_PARAMETER', 'OPTIONS', 'OPTIONS'])
  })

  // Tapo C220: 400 with the CSeq of the previous request, with a timeout of 15 s: scottlamb/retina#136.
  test('stays alive even if the error has another CSeq, as with Tapo', async () => {
    const methods = 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER'
    const asked = await heldBy({ methods, isNumberedLate: true }, { GET_PARAMETER: '400 Bad Request' })
    expect(asked.slice(0, 3)).toEqual(['GET_PARAMETER', 'OPTIONS', 'OPTIONS'])
  })
})

describe('REAL-09 packets of an earlier session', () => {
  // Servers older than 2015 in some Reolink cameras: scottlamb/retina#17.
  test('between those of this one, of a source that the camera did not name, make no frames', async () => {
    const own = (sequence: number) => framed(0, rtpPacket(sequence, [0x65, 0x88, sequence], sequence))
    const old = (sequence: number) => framed(0, rtpPacket(sequence, [0x65, 0x99, sequence], sequence, 0x77))
    camera = Object.assign(new QuirkyCamera(), { ssrc: '00000051' })
    camera.media = Buffer.concat([own(1), old(901), own(2), old(902), own(3), own(4)])
    const stop = new AbortController()
    const source = await openCamera(await camera.start(), nobody, LOOPBACK, stop.signal)
    const frames: Buffer[] = []
    for await (const { data } of source) if (frames.push(Buffer.from(data)) === 3) stop.abort()
    await source.close()
    expect(frames.map((data) => [...data.subarray(-2)])).toEqual([1, 2, 3].map((number) => [0x88, number]))
  })

  test('are accepted if the announced SSRC never appears', async () => {
    camera = Object.assign(new QuirkyCamera(), { ssrc: 'DEADBEEF', media: TWO_IMAGES })
    const stop = new AbortController()
    const source = await openCamera(await camera.start(), nobody, LOOPBACK, stop.signal)
    let count = 0
    for await (const _ of source) if (++count === 2) stop.abort()
    await source.close()
    expect(count).toBe(2)
  })
})

describe('REAL-09 a login by digest', () => {
  // Hikvision and Dahua send neither algorithm nor qop, but stale="FALSE": q191201771/lal#104.
  test.each(['IP Camera(F5390)', 'Login to 4K01FD2PAJ6E3FF'])('without an algorithm, as %s, is MD5', async (realm) => {
    const lock = Object.assign(new DigestGuard(LOGIN, realm), { saysAlgorithm: false })
    camera = Object.assign(new QuirkyCamera(), { lock, media: TWO_IMAGES })
    const source = await openCamera(await camera.start(), LOGIN, LOOPBACK, new AbortController().signal)
    await source.close()
    expect(new Set(lock.taken)).toEqual(new Set(['MD5']))
  })

  // Amcrest, made by Dahua, rejects quoted tokens and numbers: koush/scrypted#2122.
  test('quotes only what the standard quotes', async () => {
    const lock = Object.assign(new DigestGuard(LOGIN, 'Login to AMC0'), { isStrict: true })
    camera = Object.assign(new QuirkyCamera(), { lock, media: TWO_IMAGES })
    const source = await openCamera(await camera.start(), LOGIN, LOOPBACK, new AbortController().signal)
    await source.close()
    expect(lock.taken.length).toBeGreaterThan(0)
  })
})

describe('REAL-09 a camera that rejects a request', () => {
  /** The result of a connection test. */
  async function errorOf(changes: Partial<QuirkyCamera>, login: Parameters<typeof openCamera>[1] = nobody) {
    camera = Object.assign(new QuirkyCamera(), changes)
    const error = await openCamera(await camera.start(), login, LOOPBACK, new AbortController().signal).catch((e) => e)
    expect(error).toBeInstanceOf(CameraError)
    return hubErrorOf(error)
  }

  test.each([
    ['TP-Link IP-Camera', 'TAPO'],
    ['IP Camera(C2411)', 'HIKVISION'],
    ['Login to 3F0A', 'DAHUA'],
    ['BC Streaming Media', 'REOLINK'],
  ])('a password, as %s, is known by its maker', async (realm, maker) => {
    const lock = new DigestGuard(LOGIN, realm)
    expect(await errorOf({ lock }, { ...LOGIN, password: 'app' })).toEqual({
      code: 'login-wrong',
      params: { maker },
    })
    await camera.stop()
    expect(await errorOf({ lock })).toEqual({ code: 'login-missing', params: { maker } })
  })

  test('for a missing password, and an unknown vendor, gives no vendor', async () => {
    const lock = new DigestGuard(LOGIN, 'camera')
    expect(await errorOf({ lock }, { ...LOGIN, password: 'app' })).toEqual({ code: 'login-wrong', params: {} })
  })

  test.each([
    ['453 Not Enough Bandwidth', 'viewers-full'],
    ['503 Service Unavailable', 'viewers-full'],
    ['461 Unsupported Transport', 'transport-refused'],
    ['454 Session Not Found', 'opening-failed'],
  ])('with %s names it as %s', async (status, code) => {
    const refused = new Map([['SETUP', status]])
    expect(await errorOf({ refused })).toMatchObject({ code })
  })

  test('for a wrong path gives the vendor as well', async () => {
    const error = await errorOf({ server: 'Uniview RTSP', isPathWrong: true })
    expect(error).toEqual({ code: 'not-found', params: { maker: 'UNIVIEW' } })
  })
})
