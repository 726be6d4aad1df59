/** Habits of cameras that are sold, each by a camera that has it: REAL-09. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hubErrorOf } from '#control/rpc/probe.ts'
import { openRtsp } from '#pipeline/ingest/source.ts'
import { CameraError } from '#platform/camera-error.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOOPBACK } from '#testing/loopback.ts'
import { keepAliveOf } from './rtsp-answer.ts'
import { LOGIN, QuirkyCamera, TWO_PICTURES } from './testing/quirky-camera.ts'

const nobody = { username: null, password: null }
let camera: QuirkyCamera
afterEach(async () => {
  vi.useRealTimers()
  await camera?.stop()
})

/** The camera was watched for two pictures; its questions without the host. */
async function askedBy(changes: Partial<QuirkyCamera>, path = '/stream'): Promise<string[]> {
  camera = Object.assign(new QuirkyCamera(), { media: TWO_PICTURES }, changes)
  const url = (await camera.start()).replace('/stream', path)
  const stop = new AbortController()
  const source = await openRtsp(url, nobody, LOOPBACK, stop.signal)
  let pictures = 0
  for await (const _ of source) if (++pictures === 2) stop.abort()
  await source.close()
  const { host } = new URL(url)
  return camera.asked.map((asked) => asked.replace(`rtsp://${host}`, ''))
}

describe('REAL-09 a camera whose description', () => {
  test('names its base without a host is asked at its own host', async () => {
    expect(await askedBy({ contentBase: '/stream/' })).toContain('SETUP /stream/track1')
  })

  test('has no control for the video is asked at its base', async () => {
    expect(await askedBy({ control: null })).toContain('SETUP /stream')
  })

  test('names parts as one with a query does gets them behind the query, as Dahua expects', async () => {
    const path = '/cam/realmonitor?channel=1&subtype=0'
    expect(await askedBy({ control: 'trackID=0' }, path)).toContain(`SETUP ${path}/trackID=0`)
  })
})

describe('REAL-09 a session', () => {
  test('is held by OPTIONS where the camera knows no GET_PARAMETER', () => {
    expect(keepAliveOf('OPTIONS, DESCRIBE', '').method).toBe('OPTIONS')
    expect(keepAliveOf('OPTIONS, GET_PARAMETER', '').method).toBe('GET_PARAMETER')
  })

  test('is held within half of the time that the camera gives it', () => {
    const everyMs = ['timeout=60', 'timeout=20', 'timeout=4', '', 'timeout=900'].map(
      (facts) => keepAliveOf('', facts).everyMs,
    )
    expect(everyMs).toEqual([30_000, 10_000, 5_000, 30_000, 30_000])
  })

  test('is held while pictures come', async () => {
    camera = Object.assign(new QuirkyCamera(), { media: TWO_PICTURES, timeoutSeconds: 20 })
    const url = await camera.start()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = new AbortController()
    const source = await openRtsp(url, nobody, LOOPBACK, stop.signal)
    const before = camera.asked.length
    vi.advanceTimersByTime(10_000)
    await vi.waitFor(() => expect(camera.asked.slice(before)).toEqual([`OPTIONS ${url}`]))
    await source.close()
  })
})

describe('REAL-09 a camera that refuses', () => {
  /** What a connection test answers. */
  async function failureOf(changes: Partial<QuirkyCamera>, login: Parameters<typeof openRtsp>[1] = nobody) {
    camera = Object.assign(new QuirkyCamera(), changes)
    const error = await openRtsp(await camera.start(), login, LOOPBACK, new AbortController().signal).catch((e) => e)
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
    expect(await failureOf({ lock }, { ...LOGIN, password: 'app' })).toEqual({
      code: 'wrong-password',
      params: { maker },
    })
    await camera.stop()
    expect(await failureOf({ lock })).toEqual({ code: 'login-missing', params: { maker } })
  })

  test('a password, of a maker that nobody knows, is refused without one', async () => {
    const lock = new DigestGuard(LOGIN, 'camera')
    expect(await failureOf({ lock }, { ...LOGIN, password: 'app' })).toEqual({ code: 'wrong-password', params: {} })
  })

  test('a path is known by its maker, too', async () => {
    const failure = await failureOf({ server: 'Uniview RTSP', isPathWrong: true })
    expect(failure).toEqual({ code: 'path-not-found', params: { maker: 'UNIVIEW' } })
  })
})
