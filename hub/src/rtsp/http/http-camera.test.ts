import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { hubErrorOf } from '#control/rpc/probe.ts'
import { openSent } from '#pipeline/ingest/source.ts'
import { CameraError } from '#platform/camera-error.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import type { Credentials } from '../camera-address.ts'
import { HttpCamera } from '../testing/http-camera.ts'
import { madeJpeg } from '../testing/made-jpegs.ts'
import { LOGIN } from '../testing/quirky-camera.ts'

const nobody = { username: null, password: null }
const FRAMES = fc.sample(madeJpeg, 3).map(({ jpeg }) => jpeg)
let camera: HttpCamera
afterEach(() => camera.stop())

function cameraWith(changes: Partial<HttpCamera>): HttpCamera {
  camera = Object.assign(new HttpCamera(), { frames: FRAMES }, changes)
  return camera
}

/** The first three frames; or the error. */
async function watch(url: string, credentials: Credentials = nobody): Promise<Buffer[] | CameraError> {
  const stop = new AbortController()
  const frames: Buffer[] = []
  try {
    const source = await openSent(url, credentials, LOOPBACK, stop.signal, 1000)
    for await (const { data } of source) if (frames.push(data) === FRAMES.length) break
    await source.close()
    return frames
  } catch (error) {
    if (error instanceof CameraError) return error
    throw error
  }
}

const codeOf = async (url: string, credentials?: Credentials) => {
  const seen = await watch(url, credentials)
  return seen instanceof CameraError ? seen.reason.code : seen.length
}

const quirks = fc.record({
  type: fc.constantFrom(
    'multipart/x-mixed-replace; boundary=--frame',
    'multipart/x-mixed-replace;boundary="frame"',
    'Multipart/X-Mixed-Replace',
    'image/jpeg',
    'text/plain',
    null,
  ),
  boundary: fc.constantFrom('--frame', '----frame', 'frame', '--other', '\r\n--frame', '--'),
  hasLength: fc.boolean(),
  wrongLength: fc.constantFrom(null, 0, 7, 9_999_999),
  newline: fc.constantFrom('\r\n', '\n'),
  chunkBytes: fc.constantFrom(null, 5, 1000),
  isSnapshot: fc.boolean(),
  isEnding: fc.boolean(),
  location: fc.constantFrom(null, '/live/1'),
  lock: fc.constantFrom(null, 'basic', 'MD5', 'SHA-256', 'each'),
})

describe('REAL-09 a camera with MJPEG over HTTP', () => {
  test('with any of the known ways together gives its frames', async () => {
    await fc.assert(
      fc.asyncProperty(quirks, async ({ lock, ...changes }) => {
        cameraWith(changes)
        // Such a camera would end its stream behind each frame.
        if (/^multipart/i.test(changes.type ?? '')) camera.isSnapshot = false
        const algorithms = lock === 'SHA-256' ? (['SHA-256'] as const) : (['MD5'] as const)
        if (lock === 'basic') camera.lock = 'basic'
        else if (lock) {
          const usesPerNonce = lock === 'each' ? 1 : 100
          camera.lock = Object.assign(new DigestGuard(LOGIN, 'camera'), { algorithms, usesPerNonce })
        }
        // HTTP has no chunks with line feeds alone.
        if (camera.chunkBytes !== null) camera.newline = '\r\n'
        const frames = await watch(await camera.start(), { ...LOGIN, isBasicAllowed: true })
        await camera.stop()
        expect(frames).toEqual(FRAMES)
      }),
      { numRuns: 60 },
    )
  })

  test('without an end of each JPEG gives its frames', async () => {
    const frames = (await watch(await cameraWith({ isEndless: true }).start())) as Buffer[]
    const begins = FRAMES.map((frame, i) => frames[i]!.subarray(0, frame.length - 2).equals(frame.subarray(0, -2)))
    expect(begins).toEqual(FRAMES.map(() => true))
    await camera.stop()
    expect(await watch(await cameraWith({ isEndless: true, isSnapshot: true, type: 'image/jpeg' }).start())).toEqual(
      FRAMES,
    )
  })

  test('gets its password in plain text only if that is allowed', async () => {
    const url = await cameraWith({ lock: 'basic' }).start()
    expect(await codeOf(url, LOGIN)).toBe('login-basic')
    expect(camera.authorizations).toEqual([])
    expect(await codeOf(url, { ...LOGIN, isBasicAllowed: true })).toBe(FRAMES.length)
  })

  test('gets a wrong password once', async () => {
    const lock = new DigestGuard(LOGIN, 'camera')
    const url = await cameraWith({ lock }).start()
    expect(await codeOf(url, { ...LOGIN, password: 'sakura' })).toBe('login-wrong')
    expect(camera.authorizations).toHaveLength(1)
    expect(await codeOf(url)).toBe('login-missing')
  })

  test.each([
    [{ status: '404 Not Found' }, 'not-found'],
    [{ status: '503 Busy' }, 'viewers-full'],
    [{ status: '500 Error' }, 'opening-failed'],
    [{ location: 'http://10.0.0.9/video' }, 'redirected'],
    [{ location: 'video.mjpg' }, 'redirected'],
    [{ raw: Buffer.from('SSH-2.0-dropbear\r\n') }, 'not-camera'],
    [{ raw: Buffer.from([0, 255, 3, 7]) }, 'not-camera'],
    [{ raw: Buffer.alloc(0) }, 'closed-early'],
    [{ raw: Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${'<p>'.repeat(40_000)}`) }, 'no-video'],
    [{ raw: Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 0\r\n\r\n') }, 'no-video'],
    [{ raw: Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n<p>') }, 'opening-ended'],
  ] satisfies [Partial<HttpCamera>, string][])('that answers %j is reported as %s', async (changes, code) => {
    const url = await cameraWith(changes).start()
    const error = await watch(url)
    expect(error).toMatchObject({ reason: { code } })
    expect(hubErrorOf(error as CameraError).code).toBe(code)
  })

  test('that says nothing is reported as late', async () => {
    const url = await cameraWith({ raw: Buffer.alloc(0) }).start()
    camera.isSilent = true
    const source = openSent(url, nobody, LOOPBACK, new AbortController().signal, 50)
    await expect(source).rejects.toMatchObject({ reason: { code: 'timeout' } })
  })

  test('over TLS gets no request before its certificate is accepted', async () => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-', '-out', '-']
    const name = ['-subj', '/CN=camera', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
    const both = String(
      execFileSync('openssl', ['req', '-x509', ...key, ...name], { stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    const at = both.indexOf('-----BEGIN CERTIFICATE')
    const url = await cameraWith({ lock: 'basic' }).start({ key: both.slice(0, at), cert: both.slice(at) })
    const refused = (await watch(url, LOGIN)) as CameraError
    expect(refused.reason.code).toBe('certificate-unknown')
    expect(camera.asked).toEqual([])
    const { fingerprint: certificate } = refused.reason.params as { fingerprint: string }
    expect(await codeOf(url, { ...LOGIN, certificate })).toBe(FRAMES.length)
  })
})
