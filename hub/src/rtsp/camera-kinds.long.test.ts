import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { openCamera } from '#pipeline/ingest/source.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { LOGIN, QuirkyCamera, TWO_IMAGES } from './testing/quirky-camera.ts'

let camera: QuirkyCamera
afterEach(() => camera.stop())

const WRITTEN = [
  (head: string) => head,
  (head: string) => head.replaceAll(': ', ' :  '),
  (head: string) => head.replaceAll('\r', ''),
  (head: string) => head.replaceAll('CSeq', 'cseq'),
  (head: string) => `RTSP/1.0 100 Continue\r\n\r\n${head}`,
]
const locked = fc.record({
  algorithms: fc.constantFrom(['MD5'], ['SHA-256'], ['MD5', 'SHA-256'], ['SHA-256', 'MD5']) as fc.Arbitrary<
    ('MD5' | 'SHA-256')[]
  >,
  qop: fc.constantFrom(null, 'auth', 'auth,auth-int') as fc.Arbitrary<DigestGuard['qop']>,
  usesPerNonce: fc.constantFrom(1, 2, 100),
  saysStale: fc.boolean(),
  realm: fc.constantFrom('camera', 'Login to 3F0A', 'a "quoted" one', ''),
})
/** One address form of the camera, which knows its video there alone. */
const addresses = fc.constantFrom(
  { control: 'track1', videoAddress: '/track1' },
  { control: '?ctype=video', videoAddress: '?ctype=video' },
  { control: '/stream/track1', videoAddress: '/stream/track1' },
  { control: '/track1', videoAddress: '/track1' },
  { control: 'rtsp://10.0.0.9/stream/v', videoAddress: '/stream/v' },
  { control: '*', videoAddress: null },
  { control: null, videoAddress: null },
)
const quirks = fc.record({
  lock: fc.option(locked),
  isClosingAfter401: fc.boolean(),
  address: addresses,
  contentBase: fc.constantFrom(null, '10.0.0.9:554/other/', '/stream/', 'rtsp://10.0.0.9/stream/', ' ', 'none'),
  hasLength: fc.boolean(),
  location: fc.constantFrom(null, '/stream'),
  written: fc.constantFrom(...WRITTEN),
  video: fc.constantFrom('usual', 'udp', 'tunnel'),
})

/** A description without its length takes half a second. */
const RUNS = 40

test('REAL-09 a camera with any of the known ways of RTSP together gives its frames', async () => {
  await fc.assert(
    fc.asyncProperty(quirks, async ({ lock, address, video, hasLength, ...others }) => {
      camera = Object.assign(new QuirkyCamera(), { media: TWO_IMAGES }, address, others)
      camera.isUdpOnly = video === 'udp'
      camera.isTunnelOnly = video === 'tunnel'
      camera.hasLength = hasLength
      if (lock) {
        const { realm, ...offered } = lock
        camera.lock = Object.assign(new DigestGuard(LOGIN, realm), offered)
        // Such a camera would accept no request at all.
        if (camera.isClosingAfter401) camera.lock.usesPerNonce = 100
      }
      const stop = new AbortController()
      const source = await openCamera(await camera.start(), LOGIN, LOOPBACK, stop.signal)
      let frames = 0
      for await (const _ of source) if (++frames === 2) stop.abort()
      await source.close()
      await camera.stop()
      expect(frames).toBe(2)
    }),
    { numRuns: RUNS },
  )
})
